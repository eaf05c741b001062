/* SQLite for the coordinator: opens databases with a schema of one version; statements have
 * parameters, and rows are tables. */
#include "host/internal.h"
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#define STORE "ansatz.store"

static sqlite3 *database(lua_State *L) {
  sqlite3 **box = luaL_checkudata(L, 1, STORE);
  if (!*box) luaL_error(L, "the results database is closed");
  return *box;
}

/* Returns whether the machine is the cause of the error, rather than a file that is not a usable
 * database. */
static bool is_resource(const char *path, int code) {
  switch (code) {
  case SQLITE_FULL:
  case SQLITE_NOMEM:
  case SQLITE_IOERR:
  case SQLITE_BUSY:
  case SQLITE_CORRUPT: return true;
  case SQLITE_CANTOPEN: return !access(path, R_OK | W_OK);
  default: return false;
  }
}

static int failure(lua_State *L, sqlite3 *db, int code) {
  const char *path = db ? sqlite3_db_filename(db, "main") : NULL;
  if (!path || !*path) path = "results database";
  if (code == SQLITE_BUSY)
    return azl_fail(L, AZ_ERR_RESOURCE, "%s: another process is writing to this results database",
                    path);
  const char *why = db ? sqlite3_errmsg(db) : sqlite3_errstr(code);
  if (code == SQLITE_FULL || code == SQLITE_IOERR)
    return azl_fail(L, AZ_ERR_RESOURCE,
                    "%s: cannot be written: %s: free space and run again, finished runs are kept",
                    path, why);
  return azl_fail(L, is_resource(path, code) ? AZ_ERR_RESOURCE : AZ_ERR_INPUT, "%s: %s", path, why);
}

/* store:query(sql, ...) -> list of rows (tables by column name) */
static int query(lua_State *L) {
  sqlite3 *db = database(L);
  sqlite3_stmt *statement = NULL;
  int parameters = lua_gettop(L) - 2;
  int code = sqlite3_prepare_v2(db, luaL_checkstring(L, 2), -1, &statement, NULL);
  if (code != SQLITE_OK) return failure(L, db, code & 0xff);
  for (int i = 1; i <= parameters; i++) {
    size_t n;
    const char *text;
    switch (lua_type(L, i + 2)) {
    case LUA_TNIL: sqlite3_bind_null(statement, i); break;
    case LUA_TBOOLEAN: sqlite3_bind_int(statement, i, lua_toboolean(L, i + 2)); break;
    case LUA_TNUMBER:
      if (lua_isinteger(L, i + 2))
        sqlite3_bind_int64(statement, i, lua_tointeger(L, i + 2));
      else
        sqlite3_bind_double(statement, i, lua_tonumber(L, i + 2));
      break;
    default:
      text = luaL_tolstring(L, i + 2, &n);
      sqlite3_bind_text(statement, i, text, (int)n, SQLITE_TRANSIENT);
      lua_pop(L, 1);
    }
  }
  lua_newtable(L);
  lua_Integer rows = 0;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    lua_newtable(L);
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
      switch (sqlite3_column_type(statement, i)) {
      case SQLITE_NULL: lua_pushnil(L); break;
      case SQLITE_INTEGER: lua_pushinteger(L, sqlite3_column_int64(statement, i)); break;
      case SQLITE_FLOAT: lua_pushnumber(L, sqlite3_column_double(statement, i)); break;
      default:
        lua_pushlstring(L, (const char *)sqlite3_column_text(statement, i),
                        (size_t)sqlite3_column_bytes(statement, i));
      }
      lua_setfield(L, -2, sqlite3_column_name(statement, i));
    }
    lua_rawseti(L, -2, ++rows);
  }
  sqlite3_finalize(statement);
  if (code != SQLITE_DONE) return failure(L, db, code & 0xff);
  return 1;
}

static int close_store(lua_State *L) {
  sqlite3 **box = luaL_checkudata(L, 1, STORE);
  sqlite3_close_v2(*box);
  *box = NULL;
  return 0;
}

/* open(path, writable) */
static int open_store(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  bool writable = lua_toboolean(L, 2);
  sqlite3 **box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = NULL;
  luaL_setmetatable(L, STORE);
  int code = sqlite3_open_v2(
      path, box, writable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY,
      NULL);
  if (code == SQLITE_OK && writable && sqlite3_db_readonly(*box, "main") == 1)
    return azl_fail(L, access(path, W_OK) ? AZ_ERR_INPUT : AZ_ERR_RESOURCE,
                    "%s: cannot be opened for writing", path);
  if (code == SQLITE_OK) {
    sqlite3_busy_timeout(*box, 10000);
    return 1;
  }
  const char *why = *box ? sqlite3_errmsg(*box) : sqlite3_errstr(code);
  return azl_fail(L, is_resource(path, code & 0xff) ? AZ_ERR_RESOURCE : AZ_ERR_INPUT,
                  "%s: cannot be opened: %s", path, why);
}

int azl_open_store(lua_State *L) {
  static const luaL_Reg methods[] = {{"query", query}, {"close", close_store}, {NULL, NULL}};
  luaL_newmetatable(L, STORE);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, close_store);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, close_store);
  lua_setfield(L, -2, "__close");
  lua_pop(L, 1);
  static const luaL_Reg functions[] = {{"open", open_store}, {NULL, NULL}};
  luaL_newlib(L, functions);
  return 1;
}
