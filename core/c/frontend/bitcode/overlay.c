/* Included files in a dialect: they are rewritten, and clang reads the copies, through an overlay
 * of its virtual file system (-ivfsoverlay), so that names and lines stay those of the files. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/clang.h"
#include "frontend/dialects/dialect.h"
#include <stb/stb_ds.h>
#include <string.h>
#include <unistd.h>

/* Returns the next file of a list of dependencies, where backslashes precede blanks in names; NULL
 * at the end. */
static const char *next_file(fe_build *build, const char **at) {
  const char *from = *at;
  while (strchr(" \t\r\n", *from) || (from[0] == '\\' && strchr("\r\n", from[1]))) {
    if (!*from) return NULL;
    from++;
  }
  char *name = az_arena_alloc(build->arena, strlen(from) + 1), *end = name;
  for (; *from && !strchr(" \t\r\n", *from); from++) {
    if (*from == '\\' && strchr(" #\\", from[1])) from++;
    if (from[0] == '$' && from[1] == '$') from++;
    *end++ = *from;
  }
  *end = 0;
  *at = from;
  return name;
}

static const char *quoted(fe_build *build, const char *text) {
  char *copy = az_arena_alloc(build->arena, 2 * strlen(text) + 1), *end = copy;
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') *end++ = '\\';
    *end++ = *text;
  }
  *end = 0;
  return copy;
}

/* Writes the copy, with the text `plain`. Returns its overlay entry; NULL if that fails. */
static const char *entry_of(fe_build *build, const char *file, const char *plain, size_t number) {
  char folder[4096];
  bool is_whole = *file == '/';
  if (!plain || (!is_whole && !getcwd(folder, sizeof folder))) return NULL;
  const char *copy =
      az_arena_printf(build->arena, "%s/included-%zu.h", build->options->work_folder, number);
  const char *path = is_whole ? file : az_arena_printf(build->arena, "%s/%s", folder, file);
  if (!fe_write_file(build, copy, plain, strlen(plain))) return NULL;
  return az_arena_printf(build->arena,
                         "{\"type\": \"file\", \"name\": \"%s\", \"external-contents\": \"%s\"}",
                         quoted(build, path), quoted(build, copy));
}

static const char *rewritten(fe_build *build, const char *file) {
  char *text = fe_source_text(build, file);
  const char *plain = text ? fe_dialects_rewrite(build->arena, text) : NULL;
  free(text);
  return plain;
}

/* Returns the text, rewritten as C if it is in a dialect. */
static const char *rewritten_or(fe_build *build, const char *text) {
  const char *plain = fe_dialects_rewrite(build->arena, text);
  return plain ? plain : text;
}

static bool is_rewritten(const fe_build *build, const char *file) {
  for (size_t i = 0; i < arrlenu(build->rewritten); i++)
    if (!strcmp(build->rewritten[i], file)) return true;
  return false;
}

/* Writes the overlay if a file was added to it. Returns whether the overlay was written. */
static bool write_overlay(fe_build *build, size_t before, const char *entries) {
  size_t now = arrlenu(build->rewritten);
  if (now == before || build->err->status) return false;
  const char *path =
      az_arena_printf(build->arena, "%s/overlay-%zu.yaml", build->options->work_folder, now);
  const char *text = az_arena_printf(
      build->arena, "{\"version\": 0, \"use-external-names\": false, \"roots\": [\n%s]}\n",
      entries);
  build->overlay_entries = entries;
  build->overlay = path;
  return fe_write_file(build, path, text, strlen(text));
}

/* Returns the entries plus a new entry for the file with the text `plain`; only the old entries if
 * `plain` is NULL or cannot be written. */
static const char *with_entry(fe_build *build, const char *entries, const char *file,
                              const char *plain) {
  const char *entry = entry_of(build, file, plain, arrlenu(build->rewritten));
  if (!entry) return entries;
  arrput(build->rewritten, file);
  return az_arena_printf(build->arena, "%s%s%s", entries ? entries : "", entries ? ",\n" : "",
                         entry);
}

bool fe_overlay(fe_build *build, const char *included) {
  const char *entries = build->overlay_entries, *at = strchr(included, ':');
  size_t before = arrlenu(build->rewritten);
  for (const char *file; at && (file = next_file(build, &at));) {
    if (!strcmp(file, ":") || !strcmp(file, "-") || !strncmp(file, "/usr/", 5)) continue;
    const char *plain = is_rewritten(build, file) ? NULL : rewritten(build, file);
    entries = with_entry(build, entries, file, plain);
  }
  return write_overlay(build, before, entries);
}

/* Returns the next note about a const member of a record that is assigned as a whole, with its file
 * and line; NULL: none. */
static const char *next_constant(fe_build *build, const char *from, const char **file,
                                 unsigned *line) {
  for (const char *end = from; (end = strstr(end, " declared const here\n")); end++) {
    const char *start = end;
    while (start > from && start[-1] != '\n') start--;
    size_t name = strcspn(start, ":");
    *file = az_arena_printf(build->arena, "%.*s", (int)name, start);
    if (sscanf(start + name, ":%u:", line) == 1) return end + 1;
  }
  return NULL;
}

/* Overwrites the word const in a line of the text. */
static void drop_const(char *text, unsigned line) {
  for (; line > 1 && text; line--)
    if ((text = strchr(text, '\n'))) text++;
  char *end = text ? text + strcspn(text, "\n") : NULL;
  for (char *at = text; at && (at = strstr(at, "const")) && at < end; at++)
    if (at == text || strchr(" \t*(", at[-1])) memset(at, ' ', strchr(" \t*", at[5]) ? 5 : 0);
}

/* Adds the files that declare const members of records that are assigned. */
static const char *with_assigned(fe_build *build, const char *entries, const char *output) {
  const char *file, *other;
  unsigned line;
  if (!strstr(output, "error: cannot assign to ")) return entries;
  for (const char *at = output; (at = next_constant(build, at, &file, &line));) {
    char *text = is_rewritten(build, file) ? NULL : fe_source_text(build, file);
    for (const char *note = output; text && (note = next_constant(build, note, &other, &line));)
      if (!strcmp(other, file)) drop_const(text, line);
    entries = with_entry(build, entries, file, text ? rewritten_or(build, text) : NULL);
    free(text);
  }
  return entries;
}

/* Returns the next note about the declaration to which another one does not fit, with the name that
 * is declared and its file and line; NULL: none. */
static const char *next_conflict(fe_build *build, const char *from, const char **name,
                                 const char **file, unsigned *line) {
  static const char conflict[] = "error: conflicting types for '";
  for (const char *at = from; (at = strstr(at, conflict));) {
    at += sizeof conflict - 1;
    *name = az_arena_printf(build->arena, "%.*s", (int)strcspn(at, "'"), at);
    at += strcspn(at, "\n");
    const char *colon = *at ? strchr(at + 1, ':') : NULL;
    if (!colon || strncmp(at + 1 + strcspn(at + 1, " "), " note: previous declaration", 27) ||
        sscanf(colon, ":%u:", line) != 1)
      continue;
    *file = az_arena_printf(build->arena, "%.*s", (int)(colon - at - 1), at + 1);
    return at;
  }
  return NULL;
}

bool fe_overlay_conflicts(fe_build *build, const char *output) {
  const char *entries = build->overlay_entries, *name, *file, *other;
  size_t before = arrlenu(build->rewritten);
  unsigned line;
  for (const char *at = output; (at = next_conflict(build, at, &name, &file, &line));) {
    char *text = is_rewritten(build, file) ? NULL : fe_source_text(build, file);
    const char *plain = text ? rewritten_or(build, text) : NULL, *without = NULL;
    for (const char *to = output; plain && (to = next_conflict(build, to, &name, &other, &line));) {
      bool is_here = !strcmp(other, file);
      const char *next = is_here ? fe_without_parameters(build->arena, plain, name, line) : NULL;
      if (next) plain = without = next;
    }
    free(text);
    entries = with_entry(build, entries, file, without);
  }
  return write_overlay(build, before, with_assigned(build, entries, output));
}
