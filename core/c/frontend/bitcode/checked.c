/* Compiles the program again with the checks of UndefinedBehaviorSanitizer, for replay
 * (docs/soundness.md 8). The sanitizer is part of clang's front end, and so needs the C files.
 * replay/undefined.c adds the checks for which LLVM's instructions suffice, also for bitcode
 * inputs. */
#include "frontend/bitcode/passes.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define CHECKS                                                                                     \
  "-fsanitize=array-bounds,null,alignment,bool,enum,vla-bound,pointer-overflow,builtin,"           \
  "nonnull-attribute,returns-nonnull-attribute"

/* Options for unoptimised code with the metadata that tells optimisers the types of accesses
 * (`tbaa`). Macros that the program can test have the values of unoptimised code. The last options
 * warn of code that is undefined whenever it is executed. */
#define ALL                                                                                        \
  CHECKS, "-O1", "-Xclang", "-disable-llvm-passes", "-fstrict-aliasing", "-U__OPTIMIZE__",         \
      "-D__NO_INLINE__=1", "-Wunsequenced", "-Wformat"

static const char *const always[] = {ALL, NULL};
static const char *const with_overflow[] = {ALL, "-fsanitize=shift-base,signed-integer-overflow",
                                            NULL};

typedef struct checked {
  az_checked_build build; /* first member */
  az_frontend_options options;
  az_arena *arena;
  const char *path;
  bool tried;
} checked;

/* Returns whether no type in the warning is a pointer: "format specifies type 'int' but the
 * argument has type 'long'" (clang), "format '%d' expects argument of type 'int', ..." (gcc). */
static bool is_about_value(const char *text) {
  bool types =
      strstr(text, "format specifies type '") || strstr(text, "expects argument of type '");
  return types && !strchr(text, '*');
}

/* Returns whether the warning is about a format that C defines nevertheless. */
static bool is_harmless(const char *text) {
  return strstr(text, "[-Wformat-extra-args") || strstr(text, "[-Wformat-zero-length") ||
         strstr(text, "[-Wformat-security");
}

/* Reads warnings of the form FILE:LINE:COLUMN: warning: text [-Wname]. */
static void read_suspects(az_checked_build *build, az_arena *arena, const char *warnings) {
  size_t lines = 1;
  for (const char *c = warnings; c && *c; c++) lines += *c == '\n';
  build->suspects = AZ_NEWN(arena, az_suspect, lines);
  for (const char *line = warnings; line && *line;
       line += strcspn(line, "\n"), line += *line == '\n') {
    char *copy = az_arena_printf(arena, "%.*s", (int)strcspn(line, "\n"), line);
    char *mark = strstr(copy, ": warning: ");
    /* Checks of accesses already find text that does not fit into its buffer. */
    if (!mark || strstr(mark, "[-Wformat-overflow") || strstr(mark, "[-Wformat-truncation") ||
        is_harmless(mark))
      continue;
    bool is_format = strstr(mark, "[-Wformat") != NULL;
    if (!is_format && !strstr(mark, "[-Wunsequenced") && !strstr(mark, "[-Wsequence-point"))
      continue;
    char *number = mark;
    for (unsigned i = 0; i < 2 && number; i++) {
      *number = 0;
      number = strrchr(copy, ':');
    }
    if (!number) continue;
    *number = 0;
    build->suspects[build->suspect_count++] =
        (az_suspect){.file = copy,
                     .kind = !is_format                 ? AZ_SUSPECT_UNSEQUENCED
                             : is_about_value(mark + 1) ? AZ_SUSPECT_VALUE
                                                        : AZ_SUSPECT_FORMAT,
                     .line = (uint32_t)strtoul(number + 1, NULL, 10)};
  }
}

static const char *compile(az_checked_build *checked_build, bool signed_overflow) {
  checked *c = (checked *)checked_build;
  if (c->tried) return c->path;
  c->tried = true;
  const char *folder = az_arena_printf(c->arena, "%s/checked", c->options.work_folder);
  mkdir(folder, 0777);
  c->options.work_folder = folder;
  az_error error = {0};
  fe_build again = fe_build_open(&c->options, c->arena, &error);
  again.sanitizers = signed_overflow ? with_overflow : always;
  if (fe_load(&again) == AZ_OK) c->path = again.bitcode;
  read_suspects(checked_build, c->arena, again.warnings);
  fe_build_close(&again);
  return c->path;
}

az_checked_build *fe_checked(const fe_build *build) {
  bool any = false;
  for (size_t i = 0; i < build->options->file_count; i++) {
    const char *file = build->options->files[i];
    size_t n = strlen(file);
    any |= n < 3 || strcmp(file + n - 3, ".bc") != 0;
  }
  if (!any) return NULL;
  checked *c = AZ_NEW(build->arena, checked);
  *c = (checked){.build.compile = compile, .options = *build->options, .arena = build->arena};
  return &c->build;
}
