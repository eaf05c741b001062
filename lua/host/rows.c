/* rows{ "x + 2*y - z", "* - *", loop = "main.*", related = true }: rows as text for domains
 * (core/templates/rows/row_text.c), as a list of strings. Named values are added to each row as
 * clauses. Lists within the list are joined to it, so that rows{ rows{ ... }, rows{ ... } }
 * composes. */
#include "host/internal.h"
#include <string.h>

static const char *const keys[] = {"loop", "type", "coefficients", "related", "guard", NULL};

static int bad(lua_State *L, const char *key, const char *message) {
  luaL_where(L, 1);
  return azl_fail(L, AZ_ERR_INPUT, "%srows%s%s: %s", lua_tostring(L, -1), key ? "." : "",
                  key ? key : "", message);
}

/* Pushes the clauses of the table's named values. */
static void push_clauses(lua_State *L) {
  for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TNUMBER) continue;
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2);
    const char *const *k = keys;
    while (*k && strcmp(*k, key)) k++;
    const char *near = *k ? NULL : az_suggest(key, keys);
    if (!*k)
      bad(L, key,
          near ? lua_pushfstring(L, "no such key: did you mean '%s'?", near) : "no such key");
  }
  lua_pushliteral(L, "");
  for (const char *const *k = keys; *k; k++) { /* in this order, whatever the order in the table */
    int type = lua_getfield(L, 1, *k);
    bool flag = !strcmp(*k, "related") || !strcmp(*k, "guard");
    if (type == LUA_TTABLE && !strcmp(*k, "coefficients")) {
      int fine[2];
      lua_rawgeti(L, -1, 1);
      lua_rawgeti(L, -2, 2);
      lua_Integer a = lua_tointegerx(L, -2, &fine[0]), b = lua_tointegerx(L, -1, &fine[1]);
      if (!fine[0] || !fine[1]) bad(L, *k, "expects \"A..B\" or { A, B }");
      lua_pop(L, 3);
      lua_pushfstring(L, "%I..%I", a, b);
      type = LUA_TSTRING;
    }
    if (type != LUA_TNIL && type != (flag ? LUA_TBOOLEAN : LUA_TSTRING))
      bad(L, *k, flag ? "expects a boolean" : "expects a string");
    if (type == LUA_TNIL || (flag && !lua_toboolean(L, -1)))
      lua_pop(L, 1);
    else if (flag)
      lua_pop(L, 1), lua_pushfstring(L, "%s; %s", lua_tostring(L, -1), *k), lua_remove(L, -2);
    else
      lua_pushfstring(L, "%s; %s %s", lua_tostring(L, -2), *k, lua_tostring(L, -1)),
          lua_replace(L, -3), lua_pop(L, 1);
  }
}

/* Appends the items of the list at the top, each with the clauses (stack 2), to the result (stack
 * 3). */
static void append(lua_State *L, int depth) {
  int list = lua_gettop(L);
  if (!azl_push_list(L, list)) bad(L, NULL, "the items of a list are counted from 1");
  lua_replace(L, list);
  luaL_checkstack(L, 8, NULL);
  if (depth > 50) bad(L, NULL, "lists nested without end");
  for (lua_Unsigned i = 1; i <= lua_rawlen(L, list); i++) {
    int type = lua_rawgeti(L, list, (lua_Integer)i);
    if (type == LUA_TTABLE) {
      append(L, depth + 1);
    } else if (type == LUA_TSTRING) {
      lua_pushvalue(L, 2);
      lua_concat(L, 2);
      lua_rawseti(L, 3, (lua_Integer)lua_rawlen(L, 3) + 1);
      continue;
    } else {
      bad(L, NULL,
          lua_pushfstring(L, "item %d is a %s, not a string or a list", (int)i,
                          lua_typename(L, type)));
    }
    lua_pop(L, 1);
  }
}

int azl_rows(lua_State *L) {
  if (lua_gettop(L) != 1 || !lua_istable(L, 1))
    return bad(L, NULL, "expects a list: rows{ \"x + 2*y\", ... }");
  push_clauses(L);
  lua_newtable(L);
  lua_pushvalue(L, 1);
  append(L, 0);
  lua_settop(L, 3);
  return 1;
}
