/* The registry with which a state was opened, and errors: in Lua they are records with an exit
 * status, and they are converted to C. */
#include "host/internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

az_registry *azl_registry(lua_State *L) {
  az_registry *r;
  memcpy(&r, lua_getextraspace(L), sizeof r);
  return r;
}

void azl_set_registry(lua_State *L, az_registry *registry) {
  memcpy(lua_getextraspace(L), &registry, sizeof registry);
}

#define FAILURE "ansatz.failure"

static int failure_tostring(lua_State *L) {
  lua_getfield(L, 1, "message");
  return 1;
}

static void push_failure(lua_State *L, az_status status, const char *message) {
  lua_newtable(L);
  lua_pushinteger(L, status);
  lua_setfield(L, -2, "status");
  lua_pushstring(L, message);
  lua_setfield(L, -2, "message");
  if (luaL_newmetatable(L, FAILURE)) {
    lua_pushcfunction(L, failure_tostring);
    lua_setfield(L, -2, "__tostring");
  }
  lua_setmetatable(L, -2);
}

int azl_fail(lua_State *L, az_status status, const char *format, ...) {
  char message[1024];
  va_list args;
  va_start(args, format);
  vsnprintf(message, sizeof message, format, args);
  va_end(args);
  push_failure(L, status, message);
  return lua_error(L);
}

void azl_take_error(lua_State *L, az_error *err) {
  az_status status = AZ_ERR_INPUT;
  if (lua_istable(L, -1) && lua_getfield(L, -1, "status") != LUA_TNIL) {
    status = (az_status)lua_tointeger(L, -1);
    lua_pop(L, 1);
    lua_getfield(L, -1, "message");
    lua_remove(L, -2);
  }
  const char *message = lua_tostring(L, -1);
  az_fail(err, status, "%s", message ? message : "an error without a message");
  lua_pop(L, 1);
}
