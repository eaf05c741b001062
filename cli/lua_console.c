/* ansatz lua: a console with history and completion; also the commands that are written in Lua. */
#include "ansatz/allocate.h"
#include "cli/cli.h"
#include "host/host.h"
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef ANSATZ_EDIT
#include <editline/readline.h>
#endif

#ifdef ANSATZ_EDIT
/* The state for completion, since the line editor's callback has no context. */
static lua_State *completes;

/* Returns the next name that may follow `text`, allocated; NULL after the last one. */
static char *next_completion(const char *text, int number) {
  lua_State *L = completes;
  int top = lua_gettop(L);
  char *name = NULL;
  lua_getglobal(L, "require");
  lua_pushliteral(L, "ansatz.complete");
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) {
    lua_pushstring(L, text);
    if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_rawgeti(L, -1, number + 1) == LUA_TSTRING)
      name = az_strdup(lua_tostring(L, -1));
  }
  lua_settop(L, top);
  return name;
}

static char **complete(const char *text, int start, int end) {
  (void)start, (void)end;
  return rl_completion_matches(text, next_completion);
}
#endif

static char *read_line(const char *prompt) {
#ifdef ANSATZ_EDIT
  if (isatty(0)) return readline(prompt);
#endif
  char *line = NULL;
  size_t size = 0;
  if (isatty(0)) fputs(prompt, stdout), fflush(stdout);
  ssize_t n = getline(&line, &size, stdin);
  if (n < 0) {
    free(line);
    return NULL;
  }
  if (n && line[n - 1] == '\n') line[n - 1] = 0;
  return line;
}

/* Compiles a line, first as an expression, and reads more lines while it is incomplete. Leaves the
 * chunk, or an error, at the top of the stack. */
static int compile(lua_State *L, const char *line) {
  const char *expression = lua_pushfstring(L, "return %s", line);
  if (luaL_loadbuffer(L, expression, strlen(expression), "=console") == LUA_OK)
    return lua_remove(L, -2), LUA_OK;
  lua_settop(L, 0);
  lua_pushstring(L, line);
  for (;;) {
    const char *text = lua_tostring(L, 1);
    int status = luaL_loadbuffer(L, text, strlen(text), "=console");
    const char *message = status == LUA_OK ? "" : lua_tostring(L, -1);
    size_t n = strlen(message);
    if (status != LUA_ERRSYNTAX || n < 5 || strcmp(message + n - 5, "<eof>"))
      return lua_remove(L, 1), status;
    lua_settop(L, 1);
    char *more = read_line(">> ");
    if (!more) return lua_pushliteral(L, "unfinished"), LUA_ERRSYNTAX;
    lua_pushfstring(L, "%s\n%s", lua_tostring(L, 1), more);
    lua_remove(L, 1);
    free(more);
  }
}

static int console(az_registry *registry) {
  lua_State *L = az_lua_console(registry);
  if (!L) return 3;
  if (luaL_dostring(L, "az = require 'ansatz'") != LUA_OK) {
    fprintf(stderr, "ansatz: %s\n", lua_tostring(L, -1));
    lua_close(L);
    return 3;
  }
  bool terminal = isatty(0);
  char history[4096] = "";
  const char *home = getenv("HOME");
  if (home) snprintf(history, sizeof history, "%s/.ansatz_history", home);
  if (terminal)
    puts("ansatz " ANSATZ_VERSION ", " LUA_VERSION ". 'az' is the library; end with Ctrl-D.");
#ifdef ANSATZ_EDIT
  if (terminal) using_history(), stifle_history(1000);
  completes = L;
  rl_attempted_completion_function = complete;
  if (terminal && history[0]) read_history(history);
#endif
  for (char *line; (line = read_line("> "));) {
#ifdef ANSATZ_EDIT
    if (terminal && *line) add_history(line);
#endif
    lua_settop(L, 0);
    int status = compile(L, line);
    free(line);
    if (status == LUA_OK) status = lua_pcall(L, 0, LUA_MULTRET, 0);
    if (status != LUA_OK) {
      fprintf(stderr, "%s\n", luaL_tolstring(L, -1, NULL));
    } else if (lua_gettop(L) > 0) {
      luaL_checkstack(L, LUA_MINSTACK, NULL);
      lua_getglobal(L, "print");
      lua_insert(L, 1);
      if (lua_pcall(L, lua_gettop(L) - 1, 0, 0) != LUA_OK)
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
    }
  }
#ifdef ANSATZ_EDIT
  if (terminal && history[0]) write_history(history);
#endif
  if (terminal) putchar('\n');
  lua_close(L);
  return 0;
}

int az_cli_in_lua(int argc, char **argv) {
  (void)argc;
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  int code = az_lua_command(registry, (const char *const *)argv, &err);
  if (err.status != AZ_OK) code = az_cli_error(&err);
  az_registry_free(registry);
  return code;
}

int az_cli_lua(int argc, char **argv) {
  if (argc > 1) return az_cli_in_lua(argc, argv);
  az_error err = {.status = AZ_OK};
  az_registry *registry = az_registry_new(&err);
  if (!registry) return az_cli_error(&err);
  int code = console(registry);
  az_registry_free(registry);
  return code;
}
