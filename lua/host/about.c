/* Tables about the program: modules with their options, limits, switches, versions of libraries,
 * and the sandboxes. `ansatz modules`, `ansatz limits` and `ansatz doctor` print them. */
#include "ansatz/limits.h"
#include "ansatz/sandbox.h"
#include "ansatz/switches.h"
#include "host/internal.h"
#include "module/builtin.h"
#include <jansson.h>
#include <sqlite3.h>

/* Set a field of the table at the top; a NULL text sets none. */
static void set_text(lua_State *L, const char *key, const char *value) {
  lua_pushstring(L, value);
  lua_setfield(L, -2, key);
}
static void set_flag(lua_State *L, const char *key, bool value) {
  lua_pushboolean(L, value);
  lua_setfield(L, -2, key);
}
static void set_number(lua_State *L, const char *key, double value) {
  lua_pushnumber(L, value);
  lua_setfield(L, -2, key);
}
static void push_texts(lua_State *L, const char *const *texts) {
  lua_newtable(L);
  for (lua_Integer i = 0; texts && texts[i]; i++) {
    lua_pushstring(L, texts[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

/* Appends an option to the list at the top. */
static void add_option(lua_State *L, const az_option *o) {
  static const char *const types[] = {[AZ_OPT_BOOL] = "boolean",
                                      [AZ_OPT_INT] = "integer",
                                      [AZ_OPT_STRING] = "string",
                                      [AZ_OPT_STRINGS] = "string[]",
                                      [AZ_OPT_ENUM] = "enumeration",
                                      [AZ_OPT_DOMAIN] = "ansatz.domain",
                                      [AZ_OPT_DOMAINS] = "ansatz.domain[]",
                                      [AZ_OPT_STRATEGY] = "ansatz.strategy",
                                      [AZ_OPT_POLICY] = "ansatz.segmentation",
                                      [AZ_OPT_OBSERVATIONS] = "ansatz.observation[]"};
  char wants[512];
  az_option_wants(o, wants, sizeof wants);
  lua_newtable(L);
  set_text(L, "name", o->name);
  set_text(L, "summary", o->summary);
  set_text(L, "wants", wants);
  set_text(L, "type", types[o->type]);
  set_text(L, "initial", o->initial);
  set_flag(L, "required", o->required);
  push_texts(L, o->choices);
  lua_setfield(L, -2, "choices");
  lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

/* modules(): all modules, in order of kind and name: { kind, name, version, summary, origin =
 * "built in" or a file, options }. */
static int modules(lua_State *L) {
  const az_module *const *list;
  size_t n = az_registry_list(azl_registry(L), &list);
  lua_createtable(L, (int)n, 0);
  for (size_t i = 0; i < n; i++) {
    const az_option *implicit;
    lua_newtable(L);
    set_text(L, "kind", az_module_kind_name(list[i]->kind));
    set_text(L, "name", list[i]->name);
    set_text(L, "version", list[i]->version);
    set_text(L, "summary", list[i]->summary);
    set_text(L, "origin", az_registry_origin(azl_registry(L), list[i]));
    lua_newtable(L);
    for (const az_option *o = list[i]->options; o && o->name; o++) add_option(L, o);
    for (size_t k = 0; (implicit = az_module_implicit_option(list[i], k)); k++)
      add_option(L, implicit);
    lua_setfield(L, -2, "options");
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* module_folders(): the folders that are searched; the reason why Ansatz's own folders do not
 * exist, or nil; modules that could not be loaded. */
static int module_folders(lua_State *L) {
  push_texts(L, az_registry_path(azl_registry(L)));
  lua_pushstring(L, az_registry_lost(azl_registry(L)));
  push_texts(L, az_registry_problems(azl_registry(L)));
  return 3;
}

/* limits(): { { name, text, source, initial, least, greatest, is_share }, ... } */
static int limits(lua_State *L) {
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_newtable(L);
    set_text(L, "name", table[i].name);
    set_text(L, "text", table[i].text);
    set_text(L, "source", table[i].source);
    set_number(L, "initial", table[i].initial);
    set_number(L, "least", table[i].least);
    set_number(L, "greatest", table[i].greatest);
    set_flag(L, "is_share", table[i].is_share);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* switches(): { { name, text, words }, ... } */
static int switches(lua_State *L) {
  size_t count;
  const az_switch_entry *table = az_switches_table(&count);
  lua_createtable(L, (int)count, 0);
  for (size_t i = 0; i < count; i++) {
    lua_newtable(L);
    set_text(L, "name", table[i].name);
    set_text(L, "text", table[i].text);
    set_text(L, "words", table[i].words);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  return 1;
}

/* libraries(): versions, and whether the line editor is compiled in. */
static int libraries(lua_State *L) {
  lua_newtable(L);
  set_text(L, "lua", LUA_RELEASE);
  set_text(L, "sqlite", sqlite3_libversion());
  set_text(L, "jansson", JANSSON_VERSION);
#ifdef ANSATZ_EDIT
  set_flag(L, "libedit", true);
#endif
  return 1;
}

/* sandboxes(): the names of the sandboxes for runs of programs under verification, and for the
 * worker; "none" if there is no sandbox. */
static int sandboxes(lua_State *L) {
  lua_pushstring(L, az_sandbox_name(AZ_SANDBOX_AUTO));
  lua_pushstring(L, az_sandbox_worker_name(AZ_SANDBOX_AUTO));
  return 2;
}

int azl_open_about(lua_State *L) {
  static const luaL_Reg functions[] = {{"modules", modules},
                                       {"module_folders", module_folders},
                                       {"limits", limits},
                                       {"switches", switches},
                                       {"libraries", libraries},
                                       {"sandboxes", sandboxes},
                                       {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
