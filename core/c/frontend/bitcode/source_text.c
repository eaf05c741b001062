/* Reads C files as text, before they are compiled: blanks line markers, and notes properties that
 * the bitcode does not show (docs/soundness.md 9, "Changes of the text"). */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/names/names.h"
#include <ctype.h>
#include <string.h>

/* ---- line markers ---------------------------------------------------------------------------- */

/* Returns the position after white space and comments on this line and its continuations. */
static const char *behind_blanks(const char *at) {
  for (const char *next = at; next;) {
    at = next;
    next = fe_behind_splice(at);
    if (!next) next = fe_behind_comment(at);
    if (!next && *at && strchr(" \t\r\v\f", *at)) next = at + 1;
  }
  return at;
}

/* Returns the end of the line, including its continuations. */
static const char *behind_line(const char *at) {
  while (*at && *at != '\n') {
    const char *next = fe_behind_splice(at);
    if (!next) next = fe_behind_comment(at);
    if (!next) next = fe_behind_literal(at);
    at = next ? next : at + 1;
  }
  return at;
}

/* Returns whether the text after the sign # is a line marker. */
static bool is_marker(const char *at) {
  static const char name[] = "line";
  for (const char *c = name; *c; at++) {
    for (const char *next = fe_behind_splice(at); next; next = fe_behind_splice(at)) at = next;
    if (c == name && isdigit((unsigned char)*at)) return true;
    if (*at != *c++) return false;
  }
  for (const char *next = fe_behind_splice(at); next; next = fe_behind_splice(at)) at = next;
  return !fe_in_word(*at);
}

bool fe_blank_markers(char *text) {
  bool any = false;
  for (const char *at = text; *at; at += *at == '\n') {
    const char *start = behind_blanks(at);
    size_t sign = *start == '#' ? 1 : !strncmp(start, "%:", 2) ? 2 : 0;
    at = behind_line(start);
    if (!sign || !is_marker(behind_blanks(start + sign))) continue;
    any = true;
    for (char *c = text + (start - text); c < at; c++)
      if (*c != '\n') *c = ' ';
  }
  return any;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Words that are noted wherever they occur. */
static const struct {
  const char *word, *what;
} words[] = {{"__DATE__", "__DATE__, the time of compilation"},
             {"__TIME__", "__TIME__, the time of compilation"},
             {"__OPTIMIZE__", "__OPTIMIZE__, how much the compiler optimises"},
             {"__TIMESTAMP__", "__TIMESTAMP__, the time of the file"},
             {"scalar_storage_order", "scalar_storage_order, which clang does not know"}};

static void note_words(fe_build *build, const char *text) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (fe_find_word(text, text, words[i].word)) fe_note_unread(build, words[i].what);
}

/* Notes pragmas that change the program's meaning for clang only. */
static void note_pragmas(fe_build *build, const char *text) {
  static const char *const pragmas[][2] = {
      {"clang", "section"}, {"clang", "attribute"}, {"ms_struct", "on"}, {"options", "align"}};
  for (size_t i = 0; i < sizeof pragmas / sizeof *pragmas; i++) {
    const char *first = pragmas[i][0], *second = pragmas[i][1];
    for (const char *at = fe_find_word(text, text, first); at;
         at = fe_find_word(text, at + 1, first)) {
      const char *next = at + strlen(first);
      size_t blanks = strspn(next, " \t");
      if (blanks && fe_starts(next + blanks, second))
        fe_note_unread(build, az_arena_printf(build->arena, "#pragma %s %s, which only clang has",
                                              first, second));
    }
  }
}

/* Notes where a file uses line numbers or file names that its markers change. */
static void note_places(fe_build *build, const char *text) {
  static const char *const places[] = {"__LINE__",          "__FILE__",       "__FILE_NAME__",
                                       "__INCLUDE_LEVEL__", "__builtin_LINE", "__builtin_FILE"};
  const char *found = NULL;
  for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++)
    if (fe_find_word(text, text, places[i])) found = places[i];
  if (!found) return;
  char *copy = az_arena_strdup(build->arena, text);
  build->keeps_markers = fe_blank_markers(copy);
  if (build->keeps_markers)
    fe_note_unread(build, az_arena_printf(build->arena, "%s where line markers are", found));
}

/* Returns whether the word is in an #ifndef followed by its #define; such a use is harmless. */
static bool is_default(const char *text, const char *word, size_t length) {
  const char *line = word;
  while (line > text && line[-1] != '\n') line--;
  line += strspn(line, " \t#");
  const char *next = word + length + strspn(word + length, " \t\r");
  if (strncmp(line, "ifndef", 6) != 0 || *next != '\n') return false;
  next += 1 + strspn(next + 1, " \t");
  if (*next++ != '#') return false;
  next += strspn(next, " \t");
  return !strncmp(next, "define", 6) && !strncmp(next + 6 + strspn(next + 6, " \t"), word, length);
}

/* Notes where a program can observe that `inline` is a macro here: it tests whether `inline` is
 * defined, or makes a string or a name of it. */
static void note_inline(fe_build *build, const char *text) {
  static const char *const names[] = {"inline", "__inline", "__inline__"};
  static const char *const questions[] = {"ifdef", "ifndef", "defined"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n = strlen(names[i]);
    for (const char *at = fe_find_word(text, text, names[i]); at;
         at = fe_find_word(text, at + 1, names[i])) {
      const char *before = at, *after = at + n + strspn(at + n, " \t\r\n\\");
      while (before > text && strchr(" \t\r\n\\", before[-1])) before--;
      bool open = before > text && strchr("(,", before[-1]) && *after && strchr(",)", *after);
      bool asked = false;
      while (before > text && strchr("( \t", before[-1])) before--;
      for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        size_t m = strlen(questions[q]);
        asked |= (size_t)(before - text) >= m && !strncmp(before - m, questions[q], m);
      }
      if (!open && (!asked || is_default(text, at, n))) continue;
      build->keeps_inline = true;
      fe_note_unread(build,
                     az_arena_printf(build->arena, "%s in a macro or a condition", names[i]));
    }
  }
}

/* ---- symbols --------------------------------------------------------------------------------- */

/* Looks for an error function's name among the identifiers of the text. */
static void find_error(fe_build *build, const char *at, const char *end) {
  while (at < end) {
    size_t n = 0;
    while (at + n < end && fe_in_word(at[n])) n++;
    const char *name = n ? az_arena_printf(build->arena, "%.*s", (int)n, at) : "";
    if (fx_is_error(name)) build->renamed = name;
    at += n ? n : 1;
  }
}

/* Returns whether the assembly names a symbol that LLVM regards as its own. */
static bool names_own(const char *asm_word) {
  const char *at = asm_word + strspn(asm_word, "asm_");
  at += strspn(at, " \t\r\n");
  if (*at++ != '(') return false;
  at += strspn(at, " \t\r\n");
  return fe_starts(at, "\"llvm.");
}

/* Notes other symbols for error functions, given by __asm__("other") or a pragma. */
static void note_symbols(fe_build *build, const char *file, const char *text) {
  for (const char *at = strstr(text, "asm"); at; at = strstr(at + 3, "asm")) {
    const char *start = at;
    while (start > text && !strchr(";{}", start[-1])) start--;
    find_error(build, start, at);
    if (names_own(at))
      az_fail(build->err, AZ_ERR_INPUT, "%s: a symbol whose name is one of LLVM's own (llvm.)",
              file);
  }
  const char *extname = strstr(text, "redefine_extname");
  if (extname) find_error(build, extname, extname + strcspn(extname, "\n"));
}

const char *fe_use_function(fe_build *build, const char *text) {
  const char *function = build->options->function;
  if (!function || !fe_find_word(text, text, function)) return NULL;
  static const char text_of_use[] =
      "__attribute__((used)) static void __ansatz_use(void) { (void)%s; }\n";
  return az_arena_printf(build->arena, text_of_use, function);
}

void fe_look_at_source(fe_build *build, const char *file, const char *text) {
  build->keeps_markers = build->keeps_inline = false;
  note_symbols(build, file, text);
  note_words(build, text);
  note_pragmas(build, text);
  note_places(build, text);
  note_inline(build, text);
}
