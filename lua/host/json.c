/* JSON: encodes Lua tables as canonical text (sorted keys, no spaces), and decodes it. */
#include "host/internal.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

static json_t *from_lua(lua_State *L, int index, int depth) {
  if (depth > DEEPEST) luaL_error(L, "JSON: tables nested too deep");
  luaL_checkstack(L, 8, NULL);
  index = lua_absindex(L, index);
  switch (lua_type(L, index)) {
  case LUA_TNIL: return json_null();
  case LUA_TBOOLEAN: return json_boolean(lua_toboolean(L, index));
  case LUA_TNUMBER:
    return lua_isinteger(L, index) ? json_integer(lua_tointeger(L, index))
                                   : json_real(lua_tonumber(L, index));
  case LUA_TSTRING: {
    json_t *s = json_string(lua_tostring(L, index));
    if (s) return s;
    /* Text that is not UTF-8 (a tool's raw output) keeps only its ASCII part. */
    size_t n;
    const char *raw = lua_tolstring(L, index, &n);
    char *clean = az_malloc(n + 1);
    for (size_t i = 0; i < n; i++) clean[i] = (unsigned char)raw[i] < 128 && raw[i] ? raw[i] : '?';
    clean[n] = 0;
    s = json_string(clean);
    free(clean);
    return s;
  }
  case LUA_TTABLE: {
    size_t n = lua_rawlen(L, index);
    if (n > 0 || luaL_getmetafield(L, index, "__list") != LUA_TNIL) {
      if (!n) lua_pop(L, 1);
      json_t *list = json_array();
      for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        json_array_append_new(list, from_lua(L, -1, depth + 1));
        lua_pop(L, 1);
      }
      return list;
    }
    json_t *object = json_object();
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
      if (lua_type(L, -2) == LUA_TSTRING)
        json_object_set_new(object, lua_tostring(L, -2), from_lua(L, -1, depth + 1));
    return object;
  }
  default: {
    az_desc *d = azl_to_desc(L, index);
    if (!d) luaL_error(L, "JSON: a %s cannot be written", luaL_typename(L, index));
    char *text = az_desc_to_json(d);
    json_t *json = json_loads(text, 0, NULL);
    free(text);
    return json;
  }
  }
}

static int encode(lua_State *L) {
  json_t *json = from_lua(L, 1, 0);
  char *text =
      json_dumps(json, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
  json_decref(json);
  lua_pushstring(L, text);
  free(text);
  return 1;
}

static void to_lua(lua_State *L, json_t *json) {
  luaL_checkstack(L, 8, NULL);
  const char *key;
  json_t *value;
  size_t i;
  switch (json_typeof(json)) {
  case JSON_NULL: lua_pushnil(L); break;
  case JSON_TRUE:
  case JSON_FALSE: lua_pushboolean(L, json_is_true(json)); break;
  case JSON_INTEGER: lua_pushinteger(L, json_integer_value(json)); break;
  case JSON_REAL: lua_pushnumber(L, json_real_value(json)); break;
  case JSON_STRING: lua_pushlstring(L, json_string_value(json), json_string_length(json)); break;
  case JSON_ARRAY:
    lua_createtable(L, (int)json_array_size(json), 0);
    if (!json_array_size(json)) { /* so that it is encoded as a list again */
      if (luaL_newmetatable(L, "ansatz.list")) {
        lua_pushboolean(L, 1);
        lua_setfield(L, -2, "__list");
      }
      lua_setmetatable(L, -2);
    }
    json_array_foreach(json, i, value) {
      to_lua(L, value);
      lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    break;
  case JSON_OBJECT:
    lua_createtable(L, 0, (int)json_object_size(json));
    json_object_foreach(json, key, value) {
      to_lua(L, value);
      lua_setfield(L, -2, key);
    }
  }
}

/* decode(text): the value; nil and a message if the text is no JSON. */
static int decode(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  json_error_t where;
  json_t *json = json_loadb(text, n, JSON_DECODE_ANY, &where);
  if (!json) {
    lua_pushnil(L);
    lua_pushfstring(L, "line %d: %s", where.line, where.text);
    return 2;
  }
  to_lua(L, json);
  json_decref(json);
  return 1;
}

int azl_open_json(lua_State *L) {
  static const luaL_Reg functions[] = {{"encode", encode}, {"decode", decode}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
