/* Compilation: clang-19 as a subprocess, one for each file, to unoptimised bitcode with debug
 * information (docs/frontend.md, "Flags that worked"). Preprocessed files keep their own lines: `#
 * n "file"` markers are blanked in a copy. */
#define _GNU_SOURCE /* pipe2 */
#include "frontend/bitcode/clang.h"
#include "frontend/bitcode/passes.h"
#include "frontend/dialects/dialect.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const flags[] = {"clang-19",
                                    "-x",
                                    "c",
                                    "-std=gnu17",
                                    "-Wno-everything",
                                    "-O0",
                                    "-g",
                                    "-gcolumn-info",
                                    "-fstandalone-debug",
                                    "-emit-llvm",
                                    "-c",
                                    "-fno-discard-value-names",
                                    "-Xclang",
                                    "-disable-O0-optnone",
                                    "-Xclang",
                                    "-fsanitize-address-use-after-scope",
                                    "-ffp-contract=off",
                                    "-fsigned-char",
                                    "-fno-strict-aliasing",
                                    "-fstrict-flex-arrays=2",
                                    "-fno-caret-diagnostics",
                                    "-fno-color-diagnostics",
                                    "-ferror-limit=20",
                                    "-fno-crash-diagnostics",
                                    "-Dinline=",
                                    "-D__inline=",
                                    "-D__inline__=",
                                    "-U_FORTIFY_SOURCE",
                                    "-D_FORTIFY_SOURCE=0",
                                    "-D__NO_CTYPE",
                                    "-D__malloc__(...)=__malloc__", /* as gcc 11 defines it */
                                    "-fdebug-compilation-dir=."};

/* Options to write the syntax tree instead of bitcode. */
static const char *const dump[] = {"-fsyntax-only", "-Xclang", "-ast-dump"};

bool fe_write_file(fe_build *build, const char *path, const char *text, size_t length) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  size_t done = 0;
  while (fd >= 0 && done < length) {
    ssize_t n = write(fd, text + done, length - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += (size_t)n;
  }
  bool ok = fd >= 0 && done == length;
  if (!ok) az_fail(build->err, AZ_ERR_FAULT, "%s: cannot be written: %s", path, strerror(errno));
  if (fd >= 0) close(fd);
  return ok;
}

/* Returns the content of a file, terminated by a NUL; the caller frees it. */
static char *read_file(fe_build *build, const char *path, size_t *length) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  char *text = NULL;
  if (fd < 0 || fstat(fd, &st) != 0) {
    az_fail(build->err, az_file_status(errno), "%s: %s", path, strerror(errno));
  } else if (!S_ISREG(st.st_mode)) {
    az_fail(build->err, AZ_ERR_INPUT, "%s: not a regular file", path);
  } else {
    size_t size = (size_t)st.st_size, done = 0;
    text = az_malloc(size + 1);
    while (done < size) {
      ssize_t n = read(fd, text + done, size - done);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) az_fail(build->err, az_file_status(errno), "%s: %s", path, strerror(errno));
      if (n <= 0) break;
      done += (size_t)n;
    }
    text[done] = 0;
    *length = done;
  }
  if (fd >= 0) close(fd);
  if (!build->err->status) return text;
  free(text);
  return NULL;
}

static bool is_preprocessed(const char *file) {
  size_t n = strlen(file);
  return n > 2 && strcmp(file + n - 2, ".i") == 0;
}

/* Returns whether clang reports a fault of the machine. Messages of the program (#error) begin with
 * a file name. */
static bool is_fault(const char *line, size_t length) {
  static const char *const own[] = {"error: ", "fatal error: ", "LLVM ERROR", "clang"};
  bool is_own = false;
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    is_own |= strncmp(line, own[i], strlen(own[i])) == 0;
  return is_own && az_says_fault(line, length);
}

enum { NOT_STARTED = 125 }; /* the status of a child that cannot become the compiler */

/* Reports that clang ended without an error message. A driver reports the crash of its compiler by
 * a status above 128, or by asking for a bug report. */
static void report_end(fe_build *build, const char *file, const char *output, int status) {
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  int number = WIFSIGNALED(status) ? WTERMSIG(status) : code > 128 ? code - 128 : 0;
  int length = (int)strcspn(output, "\n");
  if (number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP)
    az_fail(build->err, AZ_ERR_FAULT, "%s: clang-19 was killed from outside by signal %d", file,
            number);
  else if (number == SIGXFSZ)
    az_fail(build->err, AZ_ERR_FAULT, "%s: clang-19 exceeded the file size limit", file);
  else if (number == SIGXCPU)
    az_fail(build->err, AZ_ERR_RESOURCE, "%s: clang-19 took too long", file);
  else if (number || strstr(output, "PLEASE submit a bug report"))
    az_fail(build->err, AZ_ERR_INPUT, "%s: clang-19 crashes on this file", file);
  else if (code == NOT_STARTED || code == 126 || code == 127)
    az_fail(build->err, AZ_ERR_FAULT, "clang-19 cannot be run: %.*s (see ansatz doctor)", length,
            output);
  else /* clang names no error, so the program is not at fault */
    az_fail(build->err, AZ_ERR_FAULT,
            "%s: clang-19 ended with status %d and %s%.*s (see ansatz doctor)", file, code,
            length ? "said: " : "said nothing", length, output);
}

/* Copies the next line with an error to *error; returns the line after it, or NULL. */
static const char *next_error(fe_build *build, const char *line, char **error) {
  while (line && *line) {
    char *copy = az_arena_printf(build->arena, "%.*s", (int)strcspn(line, "\n"), line);
    line = strchr(line, '\n');
    if (line) line++;
    if (!strstr(copy, "error: ")) continue;
    *error = copy;
    return line ? line : "";
  }
  return NULL;
}

/* Reports, as one line, with paths as the user wrote them, the first error that no remedy has
 * mended: the first one of the first run that the last run has as well, else the last run's. Adds
 * the number of further errors. */
static void report(fe_build *build, const char *file, const char *before, const char *output,
                   int status) {
  for (const char *line = output; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    size_t length = strcspn(line, "\n");
    if (!is_fault(line, length)) continue;
    az_fail(build->err, AZ_ERR_FAULT, "clang-19: %.*s", (int)length, line);
    return;
  }
  char *first = NULL, *other;
  unsigned more = 0;
  for (const char *at = output; (at = next_error(build, at, &other));)
    more += strstr(other, "too many errors emitted") == NULL;
  for (const char *at = before; (at = next_error(build, at, &other)) && !first;)
    if (strstr(output, other)) first = other;
  if (!first) next_error(build, output, &first);
  if (!first) {
    report_end(build, file, output, status);
    return;
  }
  const char *mark = strstr(first, "error: ");
  bool placed = mark != first && strncmp(first, "clang", 5) != 0;
  const char *count = more > 1 ? az_arena_printf(build->arena, " (and %u more)", more - 1) : "";
  az_fail(build->err, AZ_ERR_INPUT, "%s%s%s%s", placed ? "" : file, placed ? "" : ": ",
          placed ? first : mark, count);
}

/* Returns the path of a file in the folder that -iquote names, and in *name its name. clang quotes
 * the name of -include without escapes. The work folder's name may contain quotes, so its last part
 * alone, which is unique, begins the file's name. */
static const char *included_path(fe_build *build, const char *rest, const char **name) {
  const char *work = build->options->work_folder, *slash = strrchr(work, '/');
  *name = az_arena_printf(build->arena, "%s%s.h", slash ? slash + 1 : work, rest);
  return az_arena_printf(build->arena, "%s/prelude/%s", work, *name);
}

/* Returns the option that declares the function before the program. gcc reads a function that is
 * called before its definition, and defined with the result void, as one that was declared so. */
static const char *declared_void(fe_build *build, const char *function) {
  const char *rest = az_arena_printf(build->arena, "-%s", function), *name;
  const char *path = included_path(build, rest, &name);
  const char *text = az_arena_printf(build->arena, "void %s();\n", function);
  if (!fe_write_file(build, path, text, strlen(text))) return NULL;
  return az_arena_printf(build->arena, "-include%s", name);
}

/* Returns the option with which clang accepts the program in spite of the error, which the note may
 * follow; NULL: none. Such errors are about names that the library, the compiler or a verifier also
 * has, about functions without a declaration, or about an unusual type of main. */
static const char *remedy_of(fe_build *build, const char *line, const char *note) {
  const char *name = strchr(line, '\'');
  if (strstr(line, "of 'main'") || strstr(line, "'main' must")) return "-ffreestanding";
  if (!name) return NULL;
  name = az_arena_printf(build->arena, "%.*s", (int)strcspn(name + 1, "'"), name + 1);
  if (strstr(line, "definition of builtin function"))
    return az_arena_printf(build->arena, "-D%s=ansatz_own%s", name, name);
  bool redeclares = strstr(line, "redefinition of") || strstr(line, "conflicting types for") ||
                    strstr(line, "incompatible redeclaration of");
  if (!redeclares) return NULL;
  const char *own = fe_dialects_without(build->arena, name);
  const char *implicit = strstr(note, "previous implicit declaration");
  if (!own && implicit && implicit < note + strcspn(note, "\n")) return declared_void(build, name);
  return own ? own : az_arena_printf(build->arena, "-fno-builtin-%s", name);
}

static bool has_argument(const char *const *arguments, const char *option) {
  for (size_t i = 0; i < arrlenu(arguments); i++)
    if (arguments[i] && !strcmp(arguments[i], option)) return true;
  return false;
}

/* Adds options that may avoid the errors; if there is none, selects C of 1989 with GNU extensions.
 * Returns whether an option is new. `arguments`: stb_ds. */
static bool add_remedies(fe_build *build, const char *output, const char ***arguments) {
  static const char older[] = "-std=gnu89";
  size_t before = arrlenu(*arguments);
  char *error;
  for (const char *at = output; (at = next_error(build, at, &error));) {
    const char *option = remedy_of(build, error, at);
    if (option && !has_argument(*arguments, option)) arrput(*arguments, option);
  }
  bool may_be_older = strstr(output, "error: ") && !has_argument(*arguments, older);
  if (arrlenu(*arguments) == before && may_be_older) arrput(*arguments, older);
  return arrlenu(*arguments) > before;
}

/* Replaces the process by the compiler: the one that ANSATZ_CLANG names, else ansatz-clang beside
 * this program or where it is installed, else clang-19. Returns only if none can be started. */
static void start_compiler(const char *const *arguments) {
  static const char *const places[] = {"", "/..", "/../lib/ansatz"};
  char *const *argv = (char *const *)(uintptr_t)arguments;
  const char *chosen = getenv("ANSATZ_CLANG");
  char self[PATH_MAX], path[PATH_MAX + 32];
  bool is_clang = !strcmp(arguments[0], flags[0]);
  ssize_t n = is_clang && !chosen ? readlink("/proc/self/exe", self, sizeof self - 1) : 0;
  if (n > 0) {
    self[n] = 0;
    *strrchr(self, '/') = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
      snprintf(path, sizeof path, "%s%s/ansatz-clang", self, places[i]);
      execv(path, argv);
    }
  }
  execvp(is_clang && chosen ? chosen : arguments[0], argv);
}

/* Runs the compiler in this child process, which ends with its parent. The compiler's errors go to
 * `out`, its standard output to the file `text`. The parent waits, and shares its memory. */
static void become(const char *const *arguments, const char *input, const char *text, int out,
                   pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(NOT_STARTED);
  int in = open(input ? input : "/dev/null", O_RDONLY | O_CLOEXEC),
      null = open(text ? text : "/dev/null", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (in >= 0 && null >= 0 && dup2(in, 0) >= 0 && dup2(null, 1) >= 0 && dup2(out, 2) >= 0)
    start_compiler(arguments);
  const char *why = strerror(errno);
  if (write(out, why, strlen(why)) < 0) {}
  _exit(NOT_STARTED);
}

/* Runs a compiler. `input` (may be NULL) becomes its standard input, through a file; `text` (may be
 * NULL) is the file for its standard output. The compiler's messages, as far as there is room, are
 * in `output`, terminated by a NUL. */
static bool ask(fe_build *build, const char *const *arguments, const char *input, const char *text,
                char *output, size_t size, int *status) {
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) {
    az_fail(build->err, AZ_ERR_FAULT, "no pipe: %s", strerror(errno));
    return false;
  }
  pid_t self = getpid(), pid = vfork(); /* a copy of the memory would take as long as a query */
  if (pid == 0) become(arguments, input, text, out[1], self);
  close(out[1]);
  if (pid < 0) {
    az_fail(build->err, AZ_ERR_FAULT, "no process: %s", strerror(errno));
    close(out[0]);
    return false;
  }
  size_t length = 0;
  for (;;) { /* drops output beyond the buffer: the first error counts */
    char rest[4096];
    bool room = length + 1 < size;
    ssize_t n =
        room ? read(out[0], output + length, size - 1 - length) : read(out[0], rest, sizeof rest);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (room) length += (size_t)n;
  }
  output[length] = 0;
  close(out[0]);
  while (waitpid(pid, status, 0) < 0 && errno == EINTR) {}
  return true;
}

static void note_warnings(fe_build *build, const char *output) {
  if (*output)
    build->warnings =
        az_arena_printf(build->arena, "%s%s", build->warnings ? build->warnings : "", output);
}

enum { ROOM = 1 << 22 }; /* for a compiler's messages */

/* Finds comparisons of records, which a dialect allows, in the file itself. Returns whether they
 * are the only errors. */
static bool find_compared(fe_build *build, const char *file, const char *output) {
  size_t n = strlen(file);
  char *error;
  bool only = true;
  arrsetlen(build->compared, 0);
  for (const char *at = output; (at = next_error(build, at, &error));) {
    unsigned line, column;
    bool is_one = strstr(error, "invalid operands to binary expression ('struct ") &&
                  !strncmp(error, file, n) &&
                  sscanf(error + n, ":%u:%u: error:", &line, &column) == 2;
    bool known = false; /* a macro may expand its argument twice */
    for (size_t i = 0; i < arrlenu(build->compared) && is_one; i++)
      known |= build->compared[i] == fe_place(line, column);
    if (is_one && !known) arrput(build->compared, fe_place(line, column));
    only &= is_one;
  }
  return only && arrlenu(build->compared);
}

/* Adds an overlay that replaces included files in a dialect by C. Returns whether a file is new. */
static bool add_overlay(fe_build *build, const char ***arguments, const char *input, char *output) {
  const char *list = az_arena_printf(build->arena, "%s/included", build->options->work_folder);
  static const char *const asks[] = {"-E", "-MD", "-MF"};
  const char **asking = NULL;
  int status = 0;
  size_t length = 0;
  for (size_t i = 0; i < arrlenu(*arguments); i++) arrput(asking, (*arguments)[i]);
  for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) arrput(asking, asks[i]);
  arrput(asking, list);
  arrput(asking, NULL);
  bool ran = ask(build, asking, input, NULL, output, ROOM, &status);
  arrfree(asking);
  if (!ran || access(list, R_OK)) return false;
  char *text = read_file(build, list, &length);
  bool is_other = text && fe_overlay(build, text);
  free(text);
  unlink(list);
  if (!is_other) return false;
  arrput(*arguments, "-ivfsoverlay");
  arrput(*arguments, build->overlay);
  return true;
}

/* Runs clang. If clang rejects the program, runs clang again with more options while these may
 * help. `arguments`: stb_ds. If constants are kept (kept_constants.c), drops those to which the
 * errors point. */
static bool run_compiler(fe_build *build, const char *file, const char ***arguments,
                         const char *input, const char *text) {
  enum { ROUNDS = 9 };
  char *output = az_malloc(ROOM), *first = NULL;
  bool fine = false, keeps = build->constants, again = true, overlaid = false,
       only_used = build->only_used;
  for (unsigned round = 0; again; round++) {
    int status = 0;
    arrput(*arguments, NULL);
    bool ran = ask(build, *arguments, input, text, output, ROOM, &status);
    (void)arrpop(*arguments);
    fine = ran && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    build->only_used |= ran && !fine && strstr(output, "error: always_inline function");
    if (!fine && !only_used && build->only_used) break; /* fe_compile retries with only_used */
    if (ran && !keeps) fe_read_constants(build, output);
    again = ran && !fine && round < ROUNDS && add_remedies(build, output, arguments);
    if (ran && !fine && !first) first = az_arena_strdup(build->arena, output);
    bool rejected = ran && !fine,
         other = rejected && !overlaid && add_overlay(build, arguments, input, output);
    overlaid |= rejected;
    if (rejected && !other && round < ROUNDS && build->options->is_harness && first &&
        fe_overlay_conflicts(build, first)) {
      arrput(*arguments, "-ivfsoverlay");
      arrput(*arguments, build->overlay);
      other = true;
    }
    if (other) first = NULL, again = true;
    if (fine) note_warnings(build, output);
    if (again || fine || !ran) continue;
    if (keeps)
      fe_drop_constants(build, output);
    else if (!find_compared(build, file, first ? first : output))
      report(build, file, first ? first : output, output, status);
  }
  if (!fine && !keeps) arrfree(build->constants);
  free(output);
  return fine;
}

/* Adds gcc's warnings of unsequenced side effects, since gcc examines all operands, but clang only
 * variables. Adds none if gcc is missing or rejects the program. */
static bool ask_gcc(fe_build *build, const char *const *included, const char *source,
                    const char *input) {
  static const char *const first[] = {"gcc",
                                      "-x",
                                      "c",
                                      "-std=gnu17",
                                      "-fsyntax-only",
                                      "-Wsequence-point",
                                      "-fno-diagnostics-show-caret",
                                      "-fdiagnostics-color=never"};
  const char **arguments = NULL;
  for (size_t i = 0; i < sizeof first / sizeof *first; i++) arrput(arguments, first[i]);
  for (size_t i = 0; i < arrlenu(included); i++) arrput(arguments, included[i]);
  arrput(arguments, source);
  arrput(arguments, NULL);
  char *output = az_malloc(ROOM);
  int status = 0;
  bool ok = ask(build, arguments, input, NULL, output, ROOM, &status);
  if (ok) note_warnings(build, output);
  free(output);
  arrfree(arguments);
  return ok;
}

/* Sanitizers for checks that the flags of the bitcode, such as nsw, do not show. Their traps are
 * calls of llvm.ubsantrap(kind). */
static const struct {
  az_class cls;
  const char *name;
} sanitizers[] = {
    {AZ_C_BOUNDS, "-fsanitize=array-bounds"},
    {AZ_C_OVERFLOW,
     "-fsanitize=shift-base,signed-integer-overflow"}, /* nsw misses operations that clang folds */
    {AZ_C_UNSIGNED_OVERFLOW, "-fsanitize=unsigned-integer-overflow"},
    {AZ_C_CONVERSION, "-fsanitize=implicit-integer-conversion,implicit-bitfield-conversion,"
                      "float-cast-overflow"}, /* constants: computed.c */
    {AZ_C_DIV_BY_ZERO, "-fsanitize=integer-divide-by-zero"},
    {AZ_C_SHIFT, "-fsanitize=shift-exponent"}};

/* Adds the options that include the prelude. */
static bool include_prelude(fe_build *build, const char ***arguments) {
  const char *name, *path = included_path(build, "", &name);
  const char *folder = az_arena_printf(build->arena, "%s/prelude", build->options->work_folder);
  if (access(path, R_OK) != 0) {
    const char *prelude = fe_dialects_prelude(build->arena);
    mkdir(folder, 0777);
    if (!fe_write_file(build, path, prelude, strlen(prelude))) return false;
  }
  arrput(*arguments, "-iquote");
  arrput(*arguments, folder);
  arrput(*arguments, "-include");
  arrput(*arguments, name);
  return true;
}

/* Returns a line marker that says that the next line is the first one of `name`. */
static char *first_line_marker(fe_build *build, const char *name) {
  char *text = az_arena_alloc(build->arena, 2 * strlen(name) + 8), *end = text;
  end += sprintf(end, "# 1 \"");
  for (; *name; name++) {
    if (*name == '"' || *name == '\\') *end++ = '\\';
    *end++ = *name;
  }
  *end++ = '"';
  *end = 0;
  return text;
}

/* Adds the user's options for include paths and macros. */
static void add_user_options(const fe_build *build, const char *file, const char ***arguments) {
  const az_frontend_options *o = build->options;
  for (size_t i = 0; i < o->compiler_count; i++) {
    if (o->compiler[i].file && strcmp(o->compiler[i].file, file) != 0) continue;
    arrput(*arguments, o->compiler[i].option);
    arrput(*arguments, o->compiler[i].value);
  }
}

/* Compiles `source`: `file` itself, or "-" to pass its copy `input` as standard input. */
static const char *compile(fe_build *build, const char *file, const char *source, const char *input,
                           const char *quoted_folder, const char *output) {
  const char *folder = build->options->work_folder;
  const char **arguments = NULL, **included = NULL; /* options that gcc also needs */
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) arrput(arguments, flags[i]);
  bool ok = include_prelude(build, &included);
  static const char *const inlines[] = {"-Dinline=" FE_INLINE_MARK, "-D__inline=" FE_INLINE_MARK,
                                        "-D__inline__=" FE_INLINE_MARK};
  static const char *const own_inlines[] = {"-Uinline", "-U__inline", "-U__inline__"};
  for (size_t i = 0; build->options->file_count > 1 && i < 3; i++) arrput(arguments, inlines[i]);
  for (size_t i = 0; build->keeps_inline && i < 3; i++) arrput(arguments, own_inlines[i]);
  if (build->options->data_model == AZ_ILP32) {
    /* ILP32 also uses the 64-bit headers, except one that lists what the C library lacks. */
    char *include = az_arena_printf(build->arena, "%s/include32", folder);
    char *gnu = az_arena_printf(build->arena, "%s/gnu", include),
         *stubs = az_arena_printf(build->arena, "%s/stubs-32.h", gnu);
    if (access(stubs, R_OK) != 0) {
      mkdir(include, 0777);
      mkdir(gnu, 0777);
      ok = ok && fe_write_file(build, stubs, "", 0);
    }
    arrput(included, "-m32");
    arrput(included, "-msse2"); /* floats are computed in their declared type: FLT_EVAL_METHOD 0 */
    arrput(included, "-mfpmath=sse");
    arrput(included, "-isystem");
    arrput(included, include);
    arrput(included, "-idirafter");
    arrput(included, "/usr/include/x86_64-linux-gnu");
  }
  for (size_t i = 0; i < sizeof sanitizers / sizeof *sanitizers; i++)
    if (build->options->classes >> sanitizers[i].cls & 1u) arrput(arguments, sanitizers[i].name);
  if (build->options->classes >> AZ_C_CONVERSION & 1u) arrput(arguments, FE_CUT_CONSTANTS);
  for (const char *const *s = build->sanitizers; s && *s; s++) arrput(arguments, *s);
  for (size_t i = 0; i < arrlenu(build->more_options); i++)
    arrput(arguments, build->more_options[i]);
  if (!build->dumps_syntax) fe_ask_for_constants(build, &arguments);
  if (!build->only_used) arrput(arguments, "-femit-all-decls");
  arrput(arguments, "-fsanitize-trap=all");
  if (quoted_folder) {
    arrput(included, "-iquote");
    arrput(included, quoted_folder);
  }
  add_user_options(build, file, &included); /* last, as they may define names of the prelude */
  for (size_t i = 0; i < arrlenu(included); i++) arrput(arguments, included[i]);
  for (size_t i = 0; build->dumps_syntax && i < sizeof dump / sizeof *dump; i++)
    arrput(arguments, dump[i]);
  if (!build->dumps_syntax) {
    arrput(arguments, "-o");
    arrput(arguments, output);
  }
  if (build->overlay) {
    arrput(arguments, "-ivfsoverlay");
    arrput(arguments, build->overlay);
  }
  arrput(arguments, source);
  ok = ok && run_compiler(build, file, &arguments, input, build->dumps_syntax ? output : NULL);
  if (ok && build->sanitizers) ok = ask_gcc(build, included, source, input);
  arrfree(arguments);
  arrfree(included);
  return ok ? output : NULL;
}

char *fe_source_text(fe_build *build, const char *file) {
  size_t length = 0;
  char *text = read_file(build, file, &length);
  if (text && !memchr(text, 0, length)) {
    fe_blank_markers(text);
    return text;
  }
  free(text);
  return NULL;
}

/* Compiles `text`, a copy of the file, followed by the contract (NULL: none). */
static const char *compile_copy(fe_build *build, const char *file, uint32_t index, const char *text,
                                const char *contract, const char *output) {
  const char *slash = strrchr(file, '/');
  char *quoted =
      slash ? az_arena_printf(build->arena, "%.*s", slash == file ? 1 : (int)(slash - file), file)
            : NULL;
  char *copy = az_arena_printf(build->arena, "%s/%u.c", build->options->work_folder, index);
  char *kept = build->constants ? fe_keep_constants(build, file, text) : NULL;
  char *whole = az_arena_printf(build->arena, "%s\n%s%s%s", first_line_marker(build, file),
                                kept ? kept : text, contract ? "\n# 1 \"<entry contract>\"\n" : "",
                                contract ? contract : "");
  free(kept);
  if (!fe_write_file(build, copy, whole, strlen(whole))) return NULL;
  return compile(build, file, "-", copy, quoted ? quoted : ".", output);
}

/* Returns the text with comparisons of records rewritten as C. The last one is rewritten first, so
 * that the places of the others stay valid. */
static const char *compare_records(fe_build *build, const char *file, const char *text) {
  while (arrlenu(build->compared)) {
    size_t last = 0;
    for (size_t i = 1; i < arrlenu(build->compared); i++)
      if (build->compared[i] > build->compared[last]) last = i;
    uint64_t place = build->compared[last];
    arrdel(build->compared, last);
    const char *other = fe_compare_records(build->arena, text, (unsigned)(place >> 32),
                                           (unsigned)(place & UINT32_MAX));
    if (!other) {
      az_fail(build->err, AZ_ERR_INPUT, "%s:%u:%u: error: a comparison of records", file,
              (unsigned)(place >> 32), (unsigned)(place & UINT32_MAX));
      return text;
    }
    text = other;
  }
  return text;
}

const char *fe_compile(fe_build *build, const char *file, uint32_t index, const char *contract) {
  size_t length = 0;
  char *text = read_file(build, file, &length);
  if (!text) return NULL;
  const char *result = NULL;
  size_t blank = strspn(text, " \t\r\n\f\v");
  if (blank == length) {
    az_fail(build->err, AZ_ERR_INPUT, "%s: empty file", file);
  } else if (memcmp(text, "BC\xc0\xde", length < 4 ? length : 4) == 0 ||
             memcmp(text, "\xde\xc0\x17\x0b", length < 4 ? length : 4) == 0) {
    result = az_arena_strdup(build->arena, file); /* bitcode */
    if (contract)
      az_fail(build->err, AZ_ERR_INPUT, "%s: an entry contract needs the function's C source",
              file);
  } else if (strlen(file) > 3 && strcmp(file + strlen(file) - 3, ".bc") == 0) {
    az_fail(build->err, AZ_ERR_INPUT, "%s: not LLVM bitcode", file);
  } else if (memchr(text, 0, length)) {
    az_fail(build->err, AZ_ERR_INPUT, "%s: not C source (it has NUL bytes)", file);
  } else {
    char *output = az_arena_printf(build->arena, "%s/%u.%s", build->options->work_folder, index,
                                   build->dumps_syntax ? "tree" : "bc");
    fe_look_at_source(build, file, text);
    bool markers = !build->keeps_markers && fe_blank_markers(text);
    const char *plain = fe_dialects_rewrite(build->arena, text);
    bool is_copy = markers || is_preprocessed(file) || *file == '-' || contract || plain;
    arrsetlen(build->compared, 0);
    for (bool keeps = true; keeps && !result && !build->err->status;) {
      if (arrlenu(build->compared)) {
        plain = compare_records(build, file, plain ? plain : text);
        is_copy = true;
      }
      if (build->err->status) break;
      bool whole = !build->only_used;
      if (!whole && !contract) contract = fe_use_function(build, text);
      keeps = build->constants != NULL;
      result = is_copy || keeps || contract
                   ? compile_copy(build, file, index, plain ? plain : text, contract, output)
                   : compile(build, file, file, NULL, NULL, output);
      keeps = keeps || arrlenu(build->compared) || (whole && build->only_used);
    }
  }
  free(text);
  return result;
}
