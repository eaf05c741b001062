/* The Lua state: library, strict globals, scripts. */
#include "host/embedded.h"
#include "ansatz/frontend.h"
#include "host/internal.h"
#include "module/builtin.h"
#include "synth/invariants.h"
#include "commit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- strict globals -------------------------------------------------------------------------- */

/* An unknown global may be a module: `interval()` means az.domains.interval(). */
static int strict_read(lua_State *L) {
  const char *name = luaL_tolstring(L, 2, NULL);
  const az_module *const *modules;
  for (az_module_kind kind = 0; kind < AZ_MODULE_KINDS; kind++) {
    const az_module *m = az_registry_find(azl_registry(L), kind, name, NULL);
    if (m) return azl_push_constructor(L, m), 1;
  }
  enum { MANY = 256 };
  const char *names[MANY + 1];
  size_t n = 0, count = az_registry_list(azl_registry(L), &modules);
  for (; n < count && n < MANY / 2; n++) names[n] = modules[n]->name;
  for (lua_pushnil(L); n < MANY && lua_next(L, 1); lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) names[n++] = lua_tostring(L, -2);
  names[n] = NULL;
  const char *near = az_suggest(name, names);
  luaL_where(L, 1);
  const char *where = lua_tostring(L, -1);
  /* An unknown function may belong to a module of the user's. */
  const char *outside = getenv("ANSATZ_PATH")
                            ? ""
                            : " (modules from outside are found in the folders of ANSATZ_PATH)";
  if (near)
    return azl_fail(L, AZ_ERR_INPUT, "%sundefined variable '%s': did you mean '%s'?%s", where, name,
                    near, outside);
  return azl_fail(L, AZ_ERR_INPUT, "%sundefined variable '%s'%s", where, name, outside);
}

static int strict_write(lua_State *L) {
  const char *name = luaL_tolstring(L, 2, NULL);
  return luaL_error(L, "assignment to undefined variable '%s': write 'local %s = ...'", name, name);
}

static void make_strict(lua_State *L, bool writable) {
  lua_pushglobaltable(L);
  lua_newtable(L);
  lua_pushcfunction(L, strict_read);
  lua_setfield(L, -2, "__index");
  if (!writable) {
    lua_pushcfunction(L, strict_write);
    lua_setfield(L, -2, "__newindex");
  }
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

/* ---- the library ----------------------------------------------------------------------------- */

/* fail(message [, "resource" | "internal" | "fault"]): raises an error with its own exit status. */
static int host_fail(lua_State *L) {
  static const char *const kinds[] = {"input", "resource", "internal", "fault", NULL};
  static const az_status statuses[] = {AZ_ERR_INPUT, AZ_ERR_RESOURCE, AZ_ERR_INTERNAL,
                                       AZ_ERR_FAULT};
  int kind = luaL_checkoption(L, 2, "input", kinds);
  return azl_fail(L, statuses[kind], "%s", luaL_checkstring(L, 1));
}

/* suggest(word, list) */
static int host_suggest(lua_State *L) {
  size_t n = lua_rawlen(L, 2);
  const char **words = lua_newuserdatauv(L, (n + 1) * sizeof *words, 0);
  for (size_t i = 0; i < n; i++) {
    lua_rawgeti(L, 2, (lua_Integer)i + 1);
    words[i] = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    lua_pop(L, 1);
  }
  words[n] = NULL;
  const char *near = az_suggest(luaL_checkstring(L, 1), words);
  if (!near) return 0;
  lua_pushstring(L, near);
  return 1;
}

/* Pushes true, or nil and the message. */
static int answer(lua_State *L, const az_error *err) {
  if (err->status == AZ_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, err->message);
  return 2;
}

/* describe(json): a description, as in Lua; nil and the reason if a module does not exist. */
static int host_describe(lua_State *L) {
  az_error err = {.status = AZ_OK};
  az_desc *d = az_desc_from_json(azl_registry(L), luaL_checkstring(L, 1), &err);
  if (!d) return answer(L, &err);
  char *text = az_desc_print(d);
  lua_pushstring(L, text);
  free(text);
  az_desc_free(d);
  return 1;
}

/* scope(kind): the constructors of the kind, by name. */
static int host_scope(lua_State *L) {
  const char *const kinds[] = {"domain", "strategy", "segmentation", "solver", "observation", NULL};
  azl_push_scope(L, (az_module_kind)luaL_checkoption(L, 1, NULL, kinds), false);
  return 1;
}

/* description(x): the kind and name of the description; nil if x is none. */
static int host_kind(lua_State *L) {
  az_desc *d = azl_to_desc(L, 1);
  if (!d) return 0;
  lua_pushstring(L, az_module_kind_name(d->module->kind));
  lua_pushstring(L, d->module->name);
  return 2;
}

static int host_is_constructor(lua_State *L) {
  lua_pushboolean(L, azl_is_constructor(L, 1));
  return 1;
}

/* has(kind, name): true, or nil and the reason why not. */
static int host_has(lua_State *L) {
  const char *const kinds[] = {"domain", "strategy", "segmentation", "solver", "observation",
                               "module", NULL}; /* a module of any kind */
  az_error err = {.status = AZ_OK};
  az_registry_find(azl_registry(L), (az_module_kind)luaL_checkoption(L, 1, NULL, kinds),
                   luaL_checkstring(L, 2), &err);
  return answer(L, &err);
}

/* is_limit(name): whether the name is in the table of limits and shares of time. */
static int host_is_limit(lua_State *L) {
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  bool found = false;
  for (size_t i = 0; i < count && lua_type(L, 1) == LUA_TSTRING; i++)
    found |= !strcmp(table[i].name, lua_tostring(L, 1));
  lua_pushboolean(L, found);
  return 1;
}

/* check_limit(name, value): true, or nil and the reason why not. */
static int host_check_limit(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  bool of_experiment = !strcmp(name, "cpu") || !strcmp(name, "wall") || !strcmp(name, "memory");
  az_limits limits = az_limits_default();
  az_error err = {.status = AZ_OK};
  if (of_experiment)
    az_fail(&err, AZ_ERR_INPUT,
            "'%s' is a limit of the experiment: az.experiment{ limits = { %s = ... } }", name,
            name);
  else if (lua_type(L, 2) != LUA_TNUMBER)
    az_fail(&err, AZ_ERR_INPUT, "the limit '%s' takes a number, got a %s", name,
            luaL_typename(L, 2));
  else
    az_limits_set(&limits, name, lua_tonumber(L, 2), &err);
  return answer(L, &err);
}

/* check_strategies(domain, strategy or nil): the same, for the strategies that the domain would
 * get. */
static int host_check_strategies(lua_State *L) {
  const az_form form = {.domain = azl_to_desc(L, 1),
                        .strategy = azl_to_desc(L, 2),
                        .is_default = lua_isnoneornil(L, 2)};
  const az_program nothing = {.store = az_store_new(), .pointer_bits = 64};
  az_error err = {.status = AZ_OK};
  az_form_check(azl_registry(L), &form, &nothing, &err);
  az_store_free(nothing.store);
  return answer(L, &err);
}

/* check_switch(name, value): the same. */
static int host_check_switch(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  az_switches switches = az_switches_default();
  az_error err = {.status = AZ_OK};
  az_switches_set(&switches, name, azl_switch_value(L, 2), &err);
  return answer(L, &err);
}

/* load_module(path): loads a module's .so file. */
static int host_load_module(lua_State *L) {
  az_error err = {.status = AZ_OK};
  if (az_registry_load(azl_registry(L), luaL_checkstring(L, 1), &err) != AZ_OK)
    return luaL_error(L, "%s", err.message);
  return 0;
}

/* property(name or file): the name of the property, or nil and the part that is wrong. */
static int host_property(lua_State *L) {
  const char *name = NULL;
  uint32_t classes = 0;
  az_error err = {.status = AZ_OK};
  if (az_property_parse(luaL_checkstring(L, 1), NULL, &name, &classes, &err) != AZ_OK)
    return answer(L, &err);
  lua_pushstring(L, name);
  return 1;
}

static int open_host(lua_State *L) {
  static const luaL_Reg functions[] = {{"fail", host_fail},
                                       {"suggest", host_suggest},
                                       {"scope", host_scope},
                                       {"describe", host_describe},
                                       {"kind", host_kind},
                                       {"is_constructor", host_is_constructor},
                                       {"has", host_has},
                                       {"is_limit", host_is_limit},
                                       {"check_limit", host_check_limit},
                                       {"check_strategies", host_check_strategies},
                                       {"check_switch", host_check_switch},
                                       {"load_module", host_load_module},
                                       {"rows", azl_rows},
                                       {"property", host_property},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  static const struct {
    const char *name;
    lua_CFunction open;
  } parts[] = {{"json", azl_open_json},   {"system", azl_open_system},
               {"yaml", azl_open_yaml},   {"pool", azl_open_pool},
               {"store", azl_open_store}, {"compress", azl_open_compress},
               {"about", azl_open_about}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    lua_pushcfunction(L, parts[i].open);
    lua_call(L, 0, 1);
    lua_setfield(L, -2, parts[i].name);
  }
  lua_pushliteral(L, ANSATZ_VERSION);
  lua_setfield(L, -2, "version");
  lua_pushliteral(L, ANSATZ_COMMIT);
  lua_setfield(L, -2, "commit");
  lua_newtable(L); /* the command line (lua/ansatz/experiments.lua) */
  lua_setfield(L, -2, "options");
  return 1;
}

/* Implements require "ansatz", "ansatz.suite": files come from the program itself. ANSATZ_LUA names
 * a folder to use instead, for work on the library. */
static int find_embedded(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  if (!strncmp(name, "ansatz.", 7))
    name += 7;
  else if (!strcmp(name, "ansatz"))
    name = "init";
  else
    return 0;
  const char *folder = getenv("ANSATZ_LUA");
  if (folder && *folder) {
    const char *file = lua_pushfstring(L, "%s/%s.lua", folder, name);
    if (luaL_loadfilex(L, file, "t") != LUA_OK) return lua_error(L);
    return 1;
  }
  for (const az_embedded *e = az_embedded_lua; e->name; e++)
    if (!strcmp(e->name, name)) {
      lua_pushfstring(L, "=(ansatz) %s.lua", name);
      if (luaL_loadbufferx(L, e->code, e->size, lua_tostring(L, -1), "b") != LUA_OK)
        return lua_error(L);
      return 1;
    }
  lua_pushfstring(L, "no module '%s' in this program", name);
  return 1;
}

typedef struct start {
  const char *const *args;
  bool is_console;
} start;

static int prepare(lua_State *L) {
  const start *o = lua_touserdata(L, 1);
  luaL_openlibs(L);
  azl_open_desc(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, open_host);
  lua_setfield(L, -2, "ansatz.host");
  lua_pop(L, 1);
  lua_getfield(L, -1, "searchers");
  lua_pushcfunction(L, find_embedded);
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
  /* This searcher is placed before those for files, so that a file ansatz.lua in the current folder
   * is not taken for the library. */
  for (lua_Integer i = (lua_Integer)lua_rawlen(L, -1); i > 2; i--) {
    lua_rawgeti(L, -1, i - 1);
    lua_rawgeti(L, -2, i);
    lua_rawseti(L, -3, i - 1);
    lua_rawseti(L, -2, i);
  }
  lua_newtable(L);
  for (int i = 0; o->args && o->args[i]; i++) {
    lua_pushstring(L, o->args[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setglobal(L, "arg");
  make_strict(L, o->is_console);
  return 0;
}

static lua_State *new_state(az_registry *registry, start o) {
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  azl_set_registry(L, registry);
  lua_pushcfunction(L, prepare);
  lua_pushlightuserdata(L, &o);
  if (lua_pcall(L, 1, 0, 0) == LUA_OK) return L;
  lua_close(L);
  return NULL;
}

lua_State *az_lua_console(az_registry *registry) {
  return new_state(registry, (start){.is_console = true});
}

/* Adds a traceback if ANSATZ_DEBUG is set, for work on the library. */
static int handler(lua_State *L) {
  const char *debug = getenv("ANSATZ_DEBUG");
  if (debug && *debug && lua_type(L, 1) == LUA_TSTRING) luaL_traceback(L, L, lua_tostring(L, 1), 1);
  return 1;
}

int az_lua_command(az_registry *registry, const char *const *argv, az_error *err) {
  lua_State *L = new_state(registry, (start){.args = argv});
  if (!L) return az_exit_status(az_fail(err, AZ_ERR_RESOURCE, "out of memory"));
  lua_pushcfunction(L, handler);
  lua_getglobal(L, "require");
  lua_pushliteral(L, "ansatz.command");
  int status = lua_pcall(L, 1, 1, 1), code = 0;
  if (status == LUA_OK) status = lua_pcall(L, 0, 1, 1);
  if (status == LUA_OK) {
    code = (int)lua_tointeger(L, -1);
  } else {
    azl_take_error(L, err);
    code = az_exit_status(err->status);
  }
  lua_close(L);
  return code;
}
