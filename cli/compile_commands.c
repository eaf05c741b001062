/* Compilation databases (compile_commands.json, clang.llvm.org/docs/JSONCompilationDatabase.html).
 * Only the include paths and macros are taken from a file's command, since the front end compiles
 * in its own way (docs/frontend.md). */
#include "cli/compile_commands.h"
#include <jansson.h>
#include <limits.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* The options that are taken from a command, and whether their value is a path. */
static const struct {
  const char *name;
  bool is_path;
} taken[] = {{"-include", true},   {"-imacros", true}, {"-isystem", true}, {"-iquote", true},
             {"-idirafter", true}, {"-I", true},       {"-D", false},      {"-U", false}};

static const char *in_folder(az_arena *arena, const char *folder, const char *path) {
  return *path == '/' ? az_arena_strdup(arena, path)
                      : az_arena_printf(arena, "%s/%s", folder, path);
}

/* Splits a shell command into words, with quotes and backslashes only. stb_ds. */
static const char **split(az_arena *arena, const char *command) {
  const char **words = NULL;
  while (*command) {
    command += strspn(command, " \t\n");
    if (!*command) break;
    char *word = az_arena_alloc(arena, strlen(command) + 1), *to = word, quote = 0;
    for (; *command && (quote || !strchr(" \t\n", *command)); command++) {
      if (quote ? *command == quote : *command == '"' || *command == '\'')
        quote = quote ? 0 : *command;
      else if (*command == '\\' && quote != '\'' && command[1])
        *to++ = *++command;
      else
        *to++ = *command;
    }
    *to = 0;
    arrput(words, word);
  }
  return words;
}

static const char **words_of(az_arena *arena, const json_t *entry) {
  const json_t *list = json_object_get(entry, "arguments"), *word;
  const char *command = json_string_value(json_object_get(entry, "command"));
  const char **words = NULL;
  size_t i;
  if (!list) return command ? split(arena, command) : NULL;
  json_array_foreach(list, i, word) if (json_is_string(word))
      arrput(words, az_arena_strdup(arena, json_string_value(word)));
  return words;
}

static void take(az_arena *arena, const json_t *entry, const char *folder, const char *file,
                 az_compiler_option **out) {
  const char **words = words_of(arena, entry);
  for (size_t i = 1; i < arrlenu(words); i++) {
    for (size_t k = 0; k < sizeof taken / sizeof *taken; k++) {
      size_t n = strlen(taken[k].name);
      if (strncmp(words[i], taken[k].name, n) != 0) continue;
      const char *value = words[i][n] ? words[i] + n : i + 1 < arrlenu(words) ? words[++i] : "";
      if (taken[k].is_path) value = in_folder(arena, folder, value);
      az_compiler_option one = {.option = taken[k].name, .value = value, .file = file};
      arrput(*out, one);
      break;
    }
  }
  arrfree(words);
}

static bool same_file(const char *a, const char *b) {
  char x[PATH_MAX], y[PATH_MAX];
  return realpath(a, x) && realpath(b, y) && !strcmp(x, y);
}

az_status az_compile_commands_read(const char *path, const char *const *files, size_t count,
                                   az_arena *arena, az_compiler_option **out, az_error *err) {
  json_error_t why;
  json_t *database = json_load_file(path, 0, &why), *entry;
  if (!json_is_array(database)) {
    if (database)
      az_fail(err, AZ_ERR_INPUT, "%s: not a compilation database", path);
    else if (why.line > 0)
      az_fail(err, AZ_ERR_INPUT, "%s:%d: %s", path, why.line, why.text);
    else
      az_fail(err, AZ_ERR_INPUT, "%s: cannot be read", path);
    json_decref(database);
    return AZ_ERR_INPUT;
  }
  for (size_t f = 0; f < count; f++) {
    bool found = false;
    size_t i;
    json_array_foreach(database, i, entry) {
      const char *folder = json_string_value(json_object_get(entry, "directory")),
                 *file = json_string_value(json_object_get(entry, "file"));
      if (found || !folder || !file || !same_file(in_folder(arena, folder, file), files[f]))
        continue;
      found = true;
      take(arena, entry, folder, files[f], out);
    }
    if (found) continue;
    json_decref(database);
    return az_fail(err, AZ_ERR_INPUT, "%s: has no entry for %s", path, files[f]);
  }
  json_decref(database);
  return AZ_OK;
}
