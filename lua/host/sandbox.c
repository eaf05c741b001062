/* Lua files that modules run: policies and templates. Lua's pure functions are in scope, and
 * `print` for the authors of these files (a worker's output is standard error); the time of a run
 * is limited. The document of a run has the file's path and hash: with other content it is a
 * different run, and an error in a worker. */
#include "host/internal.h"
#include "module/builtin.h"
#include <ctype.h>
#include <limits.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static void too_long(lua_State *L, lua_Debug *at) {
  (void)at;
  luaL_error(L, "it takes too long");
}

void azl_push_pure_function(lua_State *L, const char *file) {
  static const luaL_Reg pure[] = {{"_G", luaopen_base},
                                  {"math", luaopen_math},
                                  {"string", luaopen_string},
                                  {"table", luaopen_table},
                                  {NULL, NULL}};
  static const char *const impure[] = {"dofile", "loadfile", "load", "require", NULL};
  for (const luaL_Reg *l = pure; l->name; l++) {
    luaL_requiref(L, l->name, l->func, 1);
    lua_pop(L, 1);
  }
  for (const char *const *name = impure; *name; name++) {
    lua_pushnil(L);
    lua_setglobal(L, *name);
  }
  lua_sethook(L, too_long, LUA_MASKCOUNT, 50000000);
  if (luaL_loadfilex(L, file, "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 1);
  if (!lua_isfunction(L, -1)) luaL_error(L, "it returns no function");
}

/* Returns the part after PATH in Lua's message "PATH:12: message", in which a long PATH is
 * shortened to "...its end"; NULL if the message has no path. */
static const char *behind_file(const char *text, const char *file) {
  const char *slash = strrchr(file, '/'), *base = slash ? slash + 1 : file;
  const char *at =
      strncmp(text, "...", 3) && strncmp(text, file, strlen(file)) ? NULL : strstr(text, base);
  const char *colon = at ? at + strlen(base) : NULL;
  return colon && *colon == ':' && isdigit((unsigned char)colon[1]) ? colon + 1 : NULL;
}

az_status azl_run_pure(const az_desc *options, const char *module, lua_CFunction body, void *ctx,
                       az_error *err) {
  const char *file = az_desc_string(options, "file"), *hash = az_desc_string(options, "hash");
  char digest[SHA256_DIGEST_STRING_LENGTH];
  if (hash && *hash && SHA256File(file, digest) && strcmp(digest, hash))
    return az_fail(err, AZ_ERR_INPUT, "%s: %s has changed since this run was described", module,
                   file);
  lua_State *L = luaL_newstate();
  if (!L) return az_fail(err, AZ_ERR_RESOURCE, "out of memory");
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, ctx);
  az_status status = AZ_OK;
  if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
    const char *text = luaL_tolstring(L, -1, NULL), *behind = behind_file(text, file);
    status = az_fail(err, AZ_ERR_INPUT, "%s %s:%s%s", module, file, behind ? "" : " ",
                     behind ? behind : text);
  }
  lua_close(L);
  return status;
}

static int load_only(lua_State *L) {
  azl_push_pure_function(L, lua_touserdata(L, 1));
  return 0;
}

static bool found(const char *folder, int length, const char *file, char path[PATH_MAX]) {
  char joined[PATH_MAX];
  int n = snprintf(joined, sizeof joined, "%.*s%s", length, folder, file);
  return n > 0 && n < (int)sizeof joined && realpath(joined, path);
}

/* Sets an absolute path and the hash of the content. Checks immediately that the file returns a
 * function, since not every program has an array or a loop for which the module would call it. */
bool azl_fix_file(az_desc *d, const char *beside, az_error *err) {
  const char *file = az_desc_string(d, "file"), *hash = az_desc_string(d, "hash");
  if (!file || (hash && *hash)) return true;
  char path[PATH_MAX], digest[SHA256_DIGEST_STRING_LENGTH];
  const char *slash = beside && *file != '/' ? strrchr(beside, '/') : NULL;
  bool there = slash && found(beside, (int)(slash - beside) + 1, file, path);
  if ((!there && !found("", 0, file, path)) || !SHA256File(path, digest)) {
    az_fail(err, AZ_ERR_INPUT, "cannot read '%s'", file);
    return false;
  }
  az_desc_set(d, &(az_value_desc){.option = "file", .type = AZ_OPT_STRING, .as.string = path});
  az_desc_set(d, &(az_value_desc){.option = "hash", .type = AZ_OPT_STRING, .as.string = digest});
  return azl_run_pure(d, "the file", load_only, path, err) == AZ_OK;
}
