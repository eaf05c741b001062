/* Domains, strategies and other modules in Lua: constructors with option tables, and immutable
 * descriptions as values. */
#include "host/internal.h"
#include "module/builtin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DESC "ansatz.description"

/* Pushes the description, which then belongs to Lua. */
static void push_desc(lua_State *L, az_desc *d) {
  az_desc **box = lua_newuserdatauv(L, sizeof(az_desc *), 0);
  *box = d;
  luaL_setmetatable(L, DESC);
}

az_desc *azl_to_desc(lua_State *L, int index) {
  az_desc **box = luaL_testudata(L, index, DESC);
  return box ? *box : NULL;
}

/* ---- constructor: option table -> description ------------------------------------------------ */

/* Raises the error "file:line: interval.strategy: MESSAGE". */
static int complain(lua_State *L, az_desc *unfinished, const char *key, const char *message) {
  luaL_where(L, 1);
  if (key)
    lua_pushfstring(L, "%s.%s: %s", unfinished->module->name, key, message);
  else
    lua_pushfstring(L, "%s: %s", unfinished->module->name, message);
  az_desc_free(unfinished);
  return azl_fail(L, AZ_ERR_INPUT, "%s%s", lua_tostring(L, -2), lua_tostring(L, -1));
}

static const char *describe(lua_State *L, int index) {
  if (azl_is_constructor(L, index)) return "module without '()'";
  if (azl_to_desc(L, index)) return az_module_kind_name(azl_to_desc(L, index)->module->kind);
  if (lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index))
    return "number with a fraction";
  return luaL_typename(L, index);
}

/* Reads the value at the top into `v`. `items`, which `v` uses, is left on the Lua stack, so that
 * it lives until then. */
static bool read_value(lua_State *L, const az_option *o, az_value_desc *v, char *why, size_t size) {
  *v = (az_value_desc){.option = o->name, .type = o->type};
  int top = lua_gettop(L), fits = 0;
  az_desc *d;
  switch (o->type) {
  case AZ_OPT_BOOL: fits = lua_isboolean(L, top), v->as.boolean = lua_toboolean(L, top); break;
  case AZ_OPT_INT:
    v->as.integer = lua_type(L, top) == LUA_TNUMBER ? lua_tointegerx(L, top, &fits) : 0;
    break;
  case AZ_OPT_STRING:
  case AZ_OPT_ENUM:
    fits = lua_type(L, top) == LUA_TSTRING; /* lua_tostring would make a string of a number */
    v->as.string = fits ? lua_tostring(L, top) : NULL;
    break;
  case AZ_OPT_STRINGS:
  case AZ_OPT_DOMAINS:
  case AZ_OPT_OBSERVATIONS:
    if (o->type == AZ_OPT_OBSERVATIONS && azl_to_desc(L, top)) { /* a single observation needs no
                                                                    braces */
      lua_createtable(L, 1, 0);
      lua_pushvalue(L, top);
      lua_rawseti(L, -2, 1);
      lua_replace(L, top);
    }
    if (!lua_istable(L, top)) break;
    if (!azl_push_list(L, top)) {
      snprintf(why, size, "the items of a list are counted from 1");
      return false;
    }
    lua_replace(L, top);
    size_t n = lua_rawlen(L, top);
    bool strings = o->type == AZ_OPT_STRINGS;
    void **items = lua_newuserdatauv(L, (n ? n : 1) * sizeof *items, 0);
    for (size_t i = 0; i < n; i++) {
      lua_rawgeti(L, top, (lua_Integer)i + 1);
      if (strings ? lua_type(L, -1) != LUA_TSTRING : !azl_to_desc(L, -1)) {
        const char *got = describe(L, -1);
        snprintf(why, size, "item %zu: expects %s, got %s %s", i + 1,
                 strings                          ? "a string"
                 : o->type == AZ_OPT_OBSERVATIONS ? "an observation"
                                                  : "a domain",
                 az_article(got), got);
        return false;
      }
      items[i] = strings ? (void *)(uintptr_t)lua_tostring(L, -1) : azl_to_desc(L, -1);
      lua_pop(L, 1); /* still held by the table */
    }
    fits = 1;
    if (strings)
      v->as.strings.items = (const char **)items, v->as.strings.count = n;
    else
      v->as.modules.items = (az_desc **)items, v->as.modules.count = n;
    break;
  default:
    if ((d = azl_to_desc(L, top))) {
      az_desc **one = lua_newuserdatauv(L, sizeof(az_desc *), 0);
      *one = d;
      v->as.modules.items = one, v->as.modules.count = 1;
      fits = 1;
    }
  }
  az_error err = {.status = AZ_OK};
  if (!fits) {
    char wants[400];
    const char *got = describe(L, top);
    az_option_wants(o, wants, sizeof wants);
    bool list = o->type == AZ_OPT_ENUM;
    snprintf(why, size, "expects %s%s, got %s %s", list ? "" : "a ", wants, az_article(got), got);
    return false;
  }
  if (!az_option_accepts(o, v, &err)) {
    snprintf(why, size, "%s", err.message);
    return false;
  }
  return true;
}

/* Returns whether the module runs a Lua file (sandbox.c): it then has these two options. */
static bool names_file(const az_module *m) {
  const az_option *file = az_module_option(m, "file", NULL),
                  *hash = az_module_option(m, "hash", NULL);
  return file && hash && file->type == AZ_OPT_STRING && hash->type == AZ_OPT_STRING;
}

/* Returns the Lua file that calls the constructor; NULL if no file does, as in `--domain`. */
static const char *calling_file(lua_State *L) {
  lua_Debug at;
  for (int level = 1; lua_getstack(L, level, &at); level++)
    if (lua_getinfo(L, "S", &at) && *at.source == '@') return at.source + 1;
  return NULL;
}

/* Returns the option that list items belong to: a list of domains, the one domain of a composite,
 * or texts. */
static const az_option *positional(const az_module *m) {
  const az_option *single = NULL, *texts = NULL;
  for (const az_option *o = m->options; o && o->name; o++) {
    if (o->type == AZ_OPT_DOMAINS) return o;
    if (o->type == AZ_OPT_DOMAIN && !single) single = o;
    if (o->type == AZ_OPT_STRINGS && !texts) texts = o;
  }
  return single ? single : texts;
}

static void read_option(lua_State *L, az_desc *d, const az_option *o) {
  az_value_desc v;
  char why[640];
  int top = lua_gettop(L);
  lua_getfield(L, 1, o->name);
  if (!lua_isnil(L, -1)) {
    if (!read_value(L, o, &v, why, sizeof why)) complain(L, d, o->name, why);
    az_desc_set(d, &v);
  }
  lua_settop(L, top);
}

static int construct(lua_State *L) {
  const az_module *m = lua_touserdata(L, lua_upvalueindex(1));
  az_desc *d = az_desc_new(m);
  char why[1024];
  int n = lua_gettop(L);
  if (n > 1 || (n == 1 && !lua_istable(L, 1))) {
    snprintf(why, sizeof why, "options are given in braces: %s{ name = value }, got %s", m->name,
             n > 1 ? "several arguments" : describe(L, 1));
    return complain(L, d, NULL, why);
  }
  if (n == 1) {
    /* Unknown keys are reported first, since a misspelt key explains why an option is missing. */
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
      if (lua_type(L, -2) == LUA_TNUMBER) {
        if (!positional(m)) return complain(L, d, NULL, "takes no list items, only named options");
        continue;
      }
      az_error err = {.status = AZ_OK};
      const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
      if (lua_type(L, -2) != LUA_TSTRING || !az_module_option(m, key, &err)) {
        if (!err.message[0])
          snprintf(err.message, sizeof err.message, "%s: option names are strings", m->name);
        const char *text = err.message, *shown = strchr(text, ' ');
        return complain(L, d, key, shown ? shown + 1 : text);
      }
    }
    const az_option *list = positional(m);
    if (!azl_push_list(L, 1)) return complain(L, d, NULL, "the items of a list are counted from 1");
    if (list && lua_rawlen(L, 2) > 0) {
      az_value_desc v;
      if (list->type == AZ_OPT_DOMAINS || list->type == AZ_OPT_STRINGS) {
        lua_pushvalue(L, 2);
      } else if (lua_rawlen(L, 2) == 1) {
        lua_rawgeti(L, 2, 1);
      } else {
        return complain(L, d, list->name, "takes one domain");
      }
      if (!read_value(L, list, &v, why, sizeof why)) return complain(L, d, list->name, why);
      az_desc_set(d, &v);
      lua_settop(L, 1);
    }
    const az_option *implicit;
    for (const az_option *o = m->options; o && o->name; o++) read_option(L, d, o);
    for (size_t i = 0; (implicit = az_module_implicit_option(m, i)); i++)
      read_option(L, d, implicit);
  }
  const az_option *missing = az_desc_missing(d);
  if (missing) {
    snprintf(why, sizeof why, "is missing: %s", missing->summary);
    return complain(L, d, missing->name, why);
  }
  az_error err = {.status = AZ_OK};
  if (names_file(m) && !azl_fix_file(d, calling_file(L), &err))
    return complain(L, d, "file", err.message);
  push_desc(L, d);
  return 1;
}

bool azl_is_constructor(lua_State *L, int index) {
  return lua_tocfunction(L, index) == construct;
}

/* ---- description as a value ------------------------------------------------------------------ */

static int desc_gc(lua_State *L) {
  az_desc **box = luaL_checkudata(L, 1, DESC);
  az_desc_free(*box);
  *box = NULL;
  return 0;
}

static int desc_tostring(lua_State *L) {
  char *text = az_desc_print(azl_to_desc(L, 1));
  lua_pushstring(L, text);
  free(text);
  return 1;
}

static int desc_json(lua_State *L) {
  char *text = az_desc_to_json(*(az_desc **)luaL_checkudata(L, 1, DESC));
  lua_pushstring(L, text);
  free(text);
  return 1;
}

static int desc_eq(lua_State *L) {
  lua_pushboolean(L, az_desc_equal(azl_to_desc(L, 1), azl_to_desc(L, 2)));
  return 1;
}

static int desc_index(lua_State *L) {
  az_desc *d = *(az_desc **)luaL_checkudata(L, 1, DESC);
  const char *key = luaL_checkstring(L, 2);
  if (!strcmp(key, "name"))
    lua_pushstring(L, d->module->name);
  else if (!strcmp(key, "kind"))
    lua_pushstring(L, az_module_kind_name(d->module->kind));
  else if (!strcmp(key, "version"))
    lua_pushstring(L, d->module->version);
  else if (!strcmp(key, "json"))
    lua_pushcfunction(L, desc_json);
  else
    return luaL_error(L, "a description has name, kind, version and json, not '%s'", key);
  return 1;
}

static int desc_newindex(lua_State *L) {
  return luaL_error(L, "descriptions are immutable: build another one with its '%s' set",
                    luaL_tolstring(L, 2, NULL));
}

void azl_open_desc(lua_State *L) {
  static const luaL_Reg meta[] = {
      {"__gc", desc_gc}, {"__close", desc_gc},    {"__tostring", desc_tostring},
      {"__eq", desc_eq}, {"__index", desc_index}, {"__newindex", desc_newindex},
      {NULL, NULL}};
  luaL_newmetatable(L, DESC);
  luaL_setfuncs(L, meta, 0);
  lua_pop(L, 1);
}

/* ---- scopes: names -> constructors ----------------------------------------------------------- */

void azl_push_constructor(lua_State *L, const az_module *m) {
  lua_pushlightuserdata(L, (void *)(uintptr_t)m);
  lua_pushcclosure(L, construct, 1);
}

static int scope_index(lua_State *L) {
  az_module_kind kind = (az_module_kind)lua_tointeger(L, lua_upvalueindex(1));
  bool all = lua_toboolean(L, lua_upvalueindex(2));
  const char *name = luaL_checkstring(L, 2);
  az_registry *r = azl_registry(L);
  if (all && !strcmp(name, "rows")) {
    lua_pushcfunction(L, azl_rows);
    return 1;
  }
  const az_module *m = az_registry_find(r, kind, name, NULL);
  for (az_module_kind k = 0; all && !m && k < AZ_MODULE_KINDS; k++)
    m = az_registry_find(r, k, name, NULL);
  if (!m) {
    az_error err = {.status = AZ_OK};
    /* The error message includes the reason why NAME.so could not be loaded. */
    az_registry_find(r, all ? AZ_MODULE_KINDS : kind, name, &err);
    return luaL_error(L, "%s", err.message);
  }
  azl_push_constructor(L, m);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_rawset(L, 1);
  return 1;
}

static int scope_newindex(lua_State *L) {
  return luaL_error(L, "'%s' cannot be set here: modules come from the registry",
                    luaL_tolstring(L, 2, NULL));
}

/* pairs(az.domains): names in order. */
static int scope_next(lua_State *L) {
  const az_module *const *modules;
  size_t n = az_registry_list(azl_registry(L), &modules),
         i = (size_t)lua_tointeger(L, lua_upvalueindex(1));
  az_module_kind kind = (az_module_kind)lua_tointeger(L, lua_upvalueindex(2));
  while (i < n && modules[i]->kind != kind) i++;
  if (i >= n) return 0;
  lua_pushinteger(L, (lua_Integer)i + 1);
  lua_replace(L, lua_upvalueindex(1));
  lua_pushstring(L, modules[i]->name);
  azl_push_constructor(L, modules[i]);
  return 2;
}

static int scope_pairs(lua_State *L) {
  lua_pushinteger(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushcclosure(L, scope_next, 2);
  return 1;
}

void azl_push_scope(lua_State *L, az_module_kind kind, bool all_kinds) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushinteger(L, kind);
  lua_pushboolean(L, all_kinds);
  lua_pushcclosure(L, scope_index, 2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, scope_newindex);
  lua_setfield(L, -2, "__newindex");
  lua_pushinteger(L, kind);
  lua_pushcclosure(L, scope_pairs, 1);
  lua_setfield(L, -2, "__pairs");
  lua_setmetatable(L, -2);
}
