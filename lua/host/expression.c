/* Lua expressions and configuration files for the program itself. They have no library and no
 * files, only module names; configuration files also have Lua's own pure functions. */
#include "host/embedded.h"
#include "host/internal.h"
#include "ansatz/frontend.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Creates a small state. The function `open` defines what is in scope. */
static lua_State *new_state(az_registry *registry, az_error *err) {
  lua_State *L = luaL_newstate();
  if (!L) {
    az_fail(err, AZ_ERR_RESOURCE, "out of memory");
    return NULL;
  }
  azl_set_registry(L, registry);
  return L;
}

typedef struct request {
  az_module_kind kind;
  const char *text, *file;
  const az_embedded *shipped; /* the configuration of the program itself; NULL: `file` is read */
  const az_program_facts *facts;
  az_desc *desc;
  az_stage *stages;
  size_t count;
} request;

/* A bare `interval` means `interval()`. */
static void call_bare_constructor(lua_State *L) {
  if (azl_is_constructor(L, -1)) lua_call(L, 0, 1);
}

static int evaluate_expression(lua_State *L) {
  request *r = lua_touserdata(L, 1);
  char where[32];
  snprintf(where, sizeof where, "=--%s", az_module_kind_name(r->kind));
  azl_open_desc(L);
  lua_pushfstring(L, "return %s", r->text);
  size_t size;
  const char *source = lua_tolstring(L, -1, &size);
  if (luaL_loadbufferx(L, source, size, where, "t") != LUA_OK) return lua_error(L);
  azl_push_scope(L, r->kind, true);
  lua_setupvalue(L, -2, 1);
  const int below = lua_gettop(L) - 1;
  lua_call(L, 0, LUA_MULTRET);
  if (lua_gettop(L) - below != 1)
    return luaL_error(L,
                      lua_gettop(L) == below ? "%s: is empty: it expects a module"
                      : r->kind == AZ_MODULE_DOMAIN
                          ? "%s: expects one domain, got %d: product{ A, B } has the rows of all"
                          : "%s: expects one module, got %d",
                      where + 1, lua_gettop(L) - below);
  call_bare_constructor(L);
  az_desc *d = azl_to_desc(L, -1);
  if (!d)
    return luaL_error(L, "%s: expects a %s, got a %s", where + 1, az_module_kind_name(r->kind),
                      luaL_typename(L, -1));
  if (d->module->kind != r->kind)
    return luaL_error(L, "%s: expects a %s, but '%s' is %s %s", where + 1,
                      az_module_kind_name(r->kind), d->module->name,
                      az_article(az_module_kind_name(d->module->kind)),
                      az_module_kind_name(d->module->kind));
  r->desc = az_desc_copy(d);
  return 0;
}

static bool protected(az_registry *registry, lua_CFunction function, request *r, az_error *err) {
  lua_State *L = new_state(registry, err);
  if (!L) return false;
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, r);
  bool fine = lua_pcall(L, 1, 0, 0) == LUA_OK;
  if (!fine) azl_take_error(L, err);
  lua_close(L);
  return fine;
}

az_desc *az_lua_domain_expression(az_registry *registry, az_module_kind kind,
                                  const char *expression, az_error *err) {
  request r = {.kind = kind, .text = expression};
  protected(registry, evaluate_expression, &r, err);
  return r.desc;
}

/* ---- configuration files --------------------------------------------------------------------- */

static void push_facts(lua_State *L, const az_program_facts *f) {
  static const struct {
    const char *name;
    size_t at;
  } counts[] = {
#define COUNT(name) {#name, offsetof(az_program_facts, name)}
      COUNT(functions),    COUNT(loops),       COUNT(nested_loops), COUNT(arrays),
      COUNT(pointers),     COUNT(allocations), COUNT(frees),        COUNT(links),
      COUNT(inner_arrays), COUNT(floats),      COUNT(recursion),    COUNT(records),
      COUNT(statements),   COUNT(inputs),      COUNT(tags),         COUNT(relinks),
      COUNT(call_paths),   COUNT(resizes),     COUNT(picks),        COUNT(matrices),
      COUNT(core),         COUNT(cores),       COUNT(products),     COUNT(orders),
      COUNT(call_trees)};
  lua_newtable(L);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    uint32_t n;
    memcpy(&n, (const char *)f + counts[i].at, sizeof n);
    lua_pushinteger(L, n);
    lua_setfield(L, -2, counts[i].name);
  }
  lua_pushstring(L, f->property);
  lua_setfield(L, -2, "property");
  /* A misspelt fact is an error instead of nil. */
  if (luaL_dostring(L, "return { __index = function(_, k) error(\"program facts have no '\" .. "
                       "tostring(k) .. \"'\", 2) end }") != LUA_OK)
    lua_error(L);
  lua_setmetatable(L, -2);
}

static const char *const stage_keys[] = {"mode",       "domain", "strategy", "solver", "share",
                                         "max_unwind", "limits", "switches", "lemmas", NULL};
static const char *const modes[] = {"kiki",           "bmc", "kinduction", "ai", "termination",
                                    "nontermination", NULL};

static int bad_stage(lua_State *L, const request *r, size_t i, const char *key,
                     const char *message) {
  return luaL_error(L, "%s: stage %d%s%s: %s", r->file, (int)i + 1, key ? "." : "", key ? key : "",
                    message);
}

/* Reads limits = { instances = 200 } at the top. */
static void read_limits(lua_State *L, request *r, size_t i, az_stage *s) {
  int table = lua_gettop(L);
  if (!lua_istable(L, table)) bad_stage(L, r, i, "limits", "expects a table { name = number }");
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    az_error err = {.status = AZ_OK};
    if (lua_type(L, -2) != LUA_TSTRING || lua_type(L, -1) != LUA_TNUMBER)
      bad_stage(L, r, i, "limits", "expects a table { name = number }");
    if (az_limits_set(&s->limits, lua_tostring(L, -2), lua_tonumber(L, -1), &err) != AZ_OK)
      bad_stage(L, r, i, "limits", lua_pushstring(L, err.message));
  }
}

const char *azl_switch_value(lua_State *L, int index) {
  if (lua_isboolean(L, index)) return lua_toboolean(L, index) ? "on" : "off";
  return lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : luaL_typename(L, index);
}

/* Reads switches = { slicing = false } at the top. */
static void read_switches(lua_State *L, request *r, size_t i, az_stage *s) {
  int table = lua_gettop(L);
  if (!lua_istable(L, table)) bad_stage(L, r, i, "switches", "expects a table { name = false }");
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    az_error err = {.status = AZ_OK};
    if (lua_type(L, -2) != LUA_TSTRING)
      bad_stage(L, r, i, "switches", "expects a table { name = false }");
    if (az_switches_set(&s->switches, lua_tostring(L, -2), azl_switch_value(L, -1), &err) != AZ_OK)
      bad_stage(L, r, i, "switches", lua_pushstring(L, err.message));
  }
}

static void read_stage(lua_State *L, request *r, size_t i) {
  int table = lua_gettop(L);
  az_stage *s = &r->stages[i];
  s->share = 1;
  s->switches = az_switches_default();
  s->limits = az_limits_default();
  if (!lua_istable(L, table)) bad_stage(L, r, i, NULL, "expects a table { mode =, domain =, ... }");
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : NULL;
    size_t k = 0;
    while (key && stage_keys[k] && strcmp(stage_keys[k], key)) k++;
    if (!key) bad_stage(L, r, i, NULL, "has a list item: write name = value");
    if (!stage_keys[k]) {
      const char *near = az_suggest(key, stage_keys);
      bad_stage(L, r, i, key,
                lua_pushfstring(L, near ? "no such key: did you mean '%s'?" : "no such key", near));
    }
    az_desc *d = azl_to_desc(L, -1);
    bool text = lua_type(L, -1) == LUA_TSTRING, number = lua_type(L, -1) == LUA_TNUMBER;
    if (!strcmp(key, "lemmas")) {
      az_error err = {.status = AZ_OK};
      const char *name;
      if (!text) bad_stage(L, r, i, key, "expects the name of a property");
      if (az_property_parse(lua_tostring(L, -1), NULL, &name, &s->lemmas, &err) != AZ_OK)
        bad_stage(L, r, i, key, lua_pushstring(L, err.message));
    } else if (!strcmp(key, "mode") || !strcmp(key, "solver")) {
      if (!text) bad_stage(L, r, i, key, "expects a string");
      const char *value = lua_tostring(L, -1), *const *m = modes;
      while (*m && strcmp(*m, value)) m++;
      if (key[0] == 'm' && !*m) {
        const char *near = az_suggest(value, modes);
        bad_stage(L, r, i, key,
                  lua_pushfstring(L, near ? "no mode '%s': did you mean '%s'?" : "no mode '%s'",
                                  value, near));
      }
      char *copy = az_strdup(value);
      if (key[0] == 'm')
        s->mode = copy;
      else
        s->solver = copy;
    } else if (!strcmp(key, "domain") || !strcmp(key, "strategy")) {
      az_module_kind wanted = key[0] == 'd' ? AZ_MODULE_DOMAIN : AZ_MODULE_STRATEGY;
      if (!d || d->module->kind != wanted)
        bad_stage(L, r, i, key, lua_pushfstring(L, "expects a %s", key));
      *(key[0] == 'd' ? &s->domain : &s->strategy) = az_desc_copy(d);
    } else if (!strcmp(key, "share")) {
      s->share = lua_tonumber(L, -1);
      if (!number || !(s->share > 0 && s->share <= 1))
        bad_stage(L, r, i, key, "expects a number above 0, 1 at most");
    } else if (!strcmp(key, "limits")) {
      read_limits(L, r, i, s);
    } else if (!strcmp(key, "switches")) {
      read_switches(L, r, i, s);
    } else {
      lua_Integer n = lua_tointeger(L, -1);
      if (!number || n < 1 || n > 1000000) bad_stage(L, r, i, key, "expects a whole number from 1");
      s->max_unwind = (uint32_t)n;
    }
  }
  if (s->mode && !strcmp(s->mode, "ai") && s->max_unwind)
    bad_stage(L, r, i, "max_unwind", "has no effect in mode 'ai', which has one copy of each loop");
}

static const az_embedded *embedded(const char *name) {
  const az_embedded *e = az_embedded_lua;
  while (e->name && strcmp(e->name, name)) e++;
  return e->name ? e : NULL;
}

/* Implements require "ansatz.stages" in a configuration file: runs a file of the library in the
 * same scope. Upvalues: the scope, and the table of files that are loaded. */
static int require_embedded(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  if (lua_getfield(L, lua_upvalueindex(2), name) != LUA_TNIL) return 1;
  const az_embedded *e = strncmp(name, "ansatz.", 7) ? NULL : embedded(name + 7);
  if (!e) return luaL_error(L, "this program has no library file '%s'", name);
  const char *where = lua_pushfstring(L, "=(ansatz) %s.lua", e->name);
  if (luaL_loadbufferx(L, e->code, e->size, where, "b") != LUA_OK) return lua_error(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, lua_upvalueindex(2), name);
  return 1;
}

/* Pushes the names of a configuration file: modules of every kind, Lua's pure functions and
 * `require`. */
static void push_configuration_scope(lua_State *L) {
  azl_push_scope(L, AZ_MODULE_DOMAIN, true);
  static const char *const given[] = {"assert",   "error",    "ipairs", "pairs", "select",
                                      "tonumber", "tostring", "type",   "math",  "string",
                                      "table",    "next",     "print",  NULL};
  for (const char *const *name = given; *name; name++) {
    lua_pushstring(L, *name);
    lua_getglobal(L, *name);
    lua_rawset(L, -3);
  }
  lua_pushliteral(L, "require");
  lua_pushvalue(L, -2);
  lua_newtable(L);
  lua_pushcclosure(L, require_embedded, 2);
  lua_rawset(L, -3);
}

static int evaluate_auto(lua_State *L) {
  request *r = lua_touserdata(L, 1);
  static const luaL_Reg pure[] = {{LUA_GNAME, luaopen_base},
                                  {LUA_TABLIBNAME, luaopen_table},
                                  {LUA_STRLIBNAME, luaopen_string},
                                  {LUA_MATHLIBNAME, luaopen_math},
                                  {NULL, NULL}};
  for (const luaL_Reg *lib = pure; lib->func; lib++) {
    luaL_requiref(L, lib->name, lib->func, 1);
    lua_pop(L, 1);
  }
  azl_open_desc(L);
  int loaded = r->shipped
                   ? luaL_loadbufferx(L, r->shipped->code, r->shipped->size, "@auto.lua", "b")
                   : luaL_loadfilex(L, r->file, "t");
  if (loaded != LUA_OK) return lua_error(L);
  push_configuration_scope(L);
  lua_setupvalue(L, -2, 1);
  lua_call(L, 0, 1);
  if (lua_isfunction(L, -1) && !azl_is_constructor(L, -1)) {
    push_facts(L, r->facts);
    lua_call(L, 1, 1);
  }
  if (!lua_istable(L, -1))
    return luaL_error(L, "%s: returns a %s, not a stage or a list of stages", r->file,
                      luaL_typename(L, -1));
  if (!azl_push_list(L, -1))
    return luaL_error(L, "%s: the stages of a list are counted from 1", r->file);
  if (lua_rawlen(L, -1) == 0) { /* a single stage */
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, 1);
  }
  int list = lua_gettop(L);
  r->count = lua_rawlen(L, list);
  r->stages = az_calloc(r->count, sizeof *r->stages);
  for (size_t i = 0; i < r->count; i++) {
    lua_rawgeti(L, list, (lua_Integer)i + 1);
    read_stage(L, r, i);
    lua_pop(L, 1);
  }
  return 0;
}

az_stage *az_lua_auto(az_registry *registry, const char *file, const az_program_facts *facts,
                      size_t *count, az_error *err) {
  request r = {.file = file ? file : "auto.lua", .facts = facts};
  const az_embedded *shipped = embedded("auto");
  if (!file) r.shipped = shipped;
  *count = 0;
  if (!file && !shipped) {
    az_fail(err, AZ_ERR_INTERNAL, "auto.lua is not in this program");
    return NULL;
  }
  if (!protected(registry, evaluate_auto, &r, err)) {
    az_stages_free(r.stages, r.count);
    return NULL;
  }
  *count = r.count;
  return r.stages;
}
