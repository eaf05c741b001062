/* Shared definitions for the files of the binding. */
#ifndef ANSATZ_LUA_INTERNAL_H
#define ANSATZ_LUA_INTERNAL_H

#include "host/host.h"
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/* failure.c: returns the registry of this state. */
az_registry *azl_registry(lua_State *L);
void azl_set_registry(lua_State *L, az_registry *registry);

/* description.c: userdata "ansatz.description". */
az_desc *azl_to_desc(lua_State *L, int index); /* or NULL */
/* Returns the value of a switch as a text: "on", "off", or a word. */
const char *azl_switch_value(lua_State *L, int index);
bool azl_is_constructor(lua_State *L, int index);
void azl_push_constructor(lua_State *L, const az_module *m);
void azl_open_desc(lua_State *L);
/* Pushes a table of constructors by name: of one kind, or of all (`kind` first) for expressions. */
void azl_push_scope(lua_State *L, az_module_kind kind, bool all_kinds);

/* failure.c: raises an error with an exit status. The error is a table { status, message } with
 * __tostring. */
int azl_fail(lua_State *L, az_status status, const char *format, ...) AZ_PRINTF(3, 4);
/* Pops the error value at the top, and converts it to a record. */
void azl_take_error(lua_State *L, az_error *err);

/* list.c: pushes the items of the list at `index` in order, without the holes that `flag and B or
 * nil` leaves. Returns false if a key is a number but no index of a list. */
bool azl_push_list(lua_State *L, int index);
int azl_rows(lua_State *L); /* rows.c: rows of template polyhedra */
/* sandbox.c: for modules whose options `file` and `hash` name a Lua file that returns a function.
 * `azl_fix_file` completes a description: the file is searched for in the folder of the Lua file
 * `beside` (or NULL), then in the current folder. Returns false, and sets err, if it cannot be
 * read. `azl_run_pure` calls `body` with `ctx` in a new state and converts its errors to a record;
 * the body gets the file's function by `azl_push_pure_function`. */
bool azl_fix_file(az_desc *d, const char *beside, az_error *err);
az_status azl_run_pure(const az_desc *options, const char *module, lua_CFunction body, void *ctx,
                       az_error *err);
void azl_push_pure_function(lua_State *L, const char *file);
int azl_open_json(lua_State *L);     /* json.c: encode, decode */
int azl_open_system(lua_State *L);   /* system.c: files, hashes, machine */
int azl_open_yaml(lua_State *L);     /* yaml.c */
int azl_open_pool(lua_State *L);     /* pool.c: limited processes */
int azl_open_store(lua_State *L);    /* store.c: SQLite */
int azl_open_compress(lua_State *L); /* compress.c: zlib, Base64 */
int azl_open_about(lua_State *L);    /* about.c: tables of the program */

#endif
