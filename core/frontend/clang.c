/* Compilation: clang-19 as a subprocess, one a file, to unoptimised bitcode with debug information
 * (docs/frontend.md, "Flags that worked"). Preprocessed files keep their own lines: `# n "file"`
 * markers are blanked in a copy. */
#define _GNU_SOURCE /* pipe2 */
#include "frontend/clang.h"
#include "frontend/library_names.h"
#include "frontend/report.h"
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stb/stb_ds.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char prelude[] = "typedef _Bool __CPROVER_bool;\n"
                              "void __CPROVER_assume(_Bool);\n"
                              "void __CPROVER_assert(_Bool, const char *);\n";

static const char *const flags[] = {"clang-19",
                                    "-x",
                                    "c",
                                    "-std=gnu11",
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
                                    "-femit-all-decls",
                                    "-fstrict-flex-arrays=2",
                                    "-fno-caret-diagnostics",
                                    "-fno-color-diagnostics",
                                    "-ferror-limit=1",
                                    "-Dinline=",
                                    "-D__inline=",
                                    "-D__inline__=",
                                    "-U_FORTIFY_SOURCE",
                                    "-D_FORTIFY_SOURCE=0",
                                    "-D__NO_CTYPE",
                                    "-fdebug-compilation-dir=."};

static bool write_file(fe *f, const char *path, const char *text, size_t length) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  size_t done = 0;
  while (fd >= 0 && done < length) {
    ssize_t n = write(fd, text + done, length - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += (size_t)n;
  }
  bool ok = fd >= 0 && done == length;
  if (!ok) az_fail(f->err, AZ_ERR_RESOURCE, "%s: cannot write: %s", path, strerror(errno));
  if (fd >= 0) close(fd);
  return ok;
}

/* The content of a file, terminated by a NUL; the caller frees it. */
static char *read_file(fe *f, const char *path, size_t *length) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat st;
  char *text = NULL;
  if (fd < 0 || fstat(fd, &st) != 0) {
    az_fail(f->err, AZ_ERR_INPUT, "%s: %s", path, strerror(errno));
  } else if (!S_ISREG(st.st_mode)) {
    az_fail(f->err, AZ_ERR_INPUT, "%s: not a regular file", path);
  } else {
    size_t size = (size_t)st.st_size, done = 0;
    text = malloc(size + 1);
    while (text && done < size) {
      ssize_t n = read(fd, text + done, size - done);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) break;
      done += (size_t)n;
    }
    if (text) text[done] = 0;
    *length = done;
  }
  if (fd >= 0) close(fd);
  return text;
}

/* Blanks line markers and #line directives; true if there were any. */
static bool blank_markers(char *text) {
  bool any = false;
  for (char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
    char *c = line + strspn(line, " \t");
    if (*c != '#') continue;
    c++;
    c += strspn(c, " \t");
    if (strncmp(c, "line", 4) == 0 && strspn(c + 4, " \t")) c += 4 + strspn(c + 4, " \t");
    if (*c < '0' || *c > '9') continue;
    any = true;
    memset(line, ' ', strcspn(line, "\n"));
  }
  return any;
}

/* Looks for an error function's name among the identifiers of the text. */
static void find_error(fe *f, const char *at, const char *end) {
  while (at < end) {
    size_t n = 0;
    while (at + n < end && (isalnum((unsigned char)at[n]) || at[n] == '_')) n++;
    const char *name = n ? az_arena_printf(f->arena, "%.*s", (int)n, at) : "";
    if (fx_is_error(name)) f->renamed = name;
    at += n ? n : 1;
  }
}

/* What the source says and the bitcode does not: another symbol for an error function (void
 * reach_error(void) __asm__("other"), or by a pragma), and sections by a pragma. */
static void look_at_source(fe *f, const char *text) {
  for (const char *at = strstr(text, "asm"); at; at = strstr(at + 3, "asm")) {
    const char *start = at;
    while (start > text && !strchr(";{}", start[-1])) start--;
    find_error(f, start, at);
  }
  const char *extname = strstr(text, "redefine_extname");
  if (extname) find_error(f, extname, extname + strcspn(extname, "\n"));
  for (const char *at = strstr(text, "clang"); at; at = strstr(at + 5, "clang"))
    if (!strncmp(at + 5 + strspn(at + 5, " \t"), "section", 7))
      fe_unread(f, "sections by #pragma clang section");
}

static bool is_preprocessed(const char *file) {
  size_t n = strlen(file);
  return n > 2 && strcmp(file + n - 2, ".i") == 0;
}

/* The first error in clang's output as one line, paths as the user wrote them. */
static void report(fe *f, const char *file, const char *output, int status) {
  for (const char *line = output; line && *line;
       line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
    int length = (int)strcspn(line, "\n");
    const char *mark = strstr(line, "error: ");
    if (!mark || mark >= line + length) continue;
    if (mark == line || strncmp(line, "clang", 5) == 0) { /* the message names no place in a file */
      az_fail(f->err, AZ_ERR_INPUT, "%s: %.*s", file, (int)(line + length - mark), mark);
    } else {
      az_fail(f->err, AZ_ERR_INPUT, "%.*s", length, line);
    }
    return;
  }
  if (WIFSIGNALED(status)) {
    az_fail(f->err, AZ_ERR_INTERNAL, "%s: clang-19 died of signal %d", file, WTERMSIG(status));
  } else {
    az_fail(f->err, AZ_ERR_INTERNAL, "%s: clang-19 ended with status %d: %.*s", file,
            WIFEXITED(status) ? WEXITSTATUS(status) : status, (int)strcspn(output, "\n"), output);
  }
}

/* The option to try next when clang rejects the program because a name of it is also one of the
 * library's, or because main has an unusual type; NULL: there is none. */
static const char *remedy(fe *f, const char *output) {
  const char *first = strstr(output, "error: ");
  if (!first) return NULL;
  int length = (int)strcspn(first, "\n");
  char *line = az_arena_printf(f->arena, "%.*s", length, first);
  const char *name = strchr(line, '\'');
  if (strstr(line, "of 'main'") || strstr(line, "'main' must")) return "-ffreestanding";
  if (!name || !(strstr(line, "redefinition of") || strstr(line, "incompatible redeclaration of") ||
                 strstr(line, "conflicting types for")))
    return NULL;
  return az_arena_printf(f->arena, "-fno-builtin-%.*s", (int)strcspn(name + 1, "'"), name + 1);
}

/* Runs the compiler; `input` (may be NULL) is fed to its standard input by way of a file. */
static bool run(fe *f, const char *file, const char *const *arguments, const char *input,
                const char **retry) {
  extern char **environ;
  int out[2];
  if (pipe2(out, O_CLOEXEC) != 0) {
    az_fail(f->err, AZ_ERR_RESOURCE, "no pipe: %s", strerror(errno));
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input ? input : "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 2);
  pid_t pid;
  int failed = posix_spawnp(&pid, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments,
                            environ);
  posix_spawn_file_actions_destroy(&actions);
  close(out[1]);
  if (failed) {
    close(out[0]);
    az_fail(f->err, AZ_ERR_RESOURCE,
            "clang-19 cannot be run: %s (package clang-19; see ansatz doctor)", strerror(failed));
    return false;
  }
  char output[4096];
  size_t length = 0;
  for (;;) { /* what does not fit is read and dropped: the first error is what counts */
    char rest[4096];
    bool room = length + 1 < sizeof output;
    ssize_t n = room ? read(out[0], output + length, sizeof output - 1 - length)
                     : read(out[0], rest, sizeof rest);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    if (room) length += (size_t)n;
  }
  output[length] = 0;
  close(out[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  *retry = remedy(f, output);
  if (!*retry) report(f, file, output, status);
  return false;
}

/* What the classes asked for need beyond what the bitcode's own flags tell. Traps come as
 * llvm.ubsantrap(kind). */
static const struct {
  az_class cls;
  const char *name;
} sanitizers[] = {
    {AZ_C_BOUNDS, "-fsanitize=array-bounds"},
    {AZ_C_OVERFLOW,
     "-fsanitize=shift-base,signed-integer-overflow"}, /* nsw misses what clang folds */
    {AZ_C_UNSIGNED_OVERFLOW, "-fsanitize=unsigned-integer-overflow"},
    {AZ_C_CONVERSION, "-fsanitize=implicit-integer-conversion"}};

/* Compiles `source` (a path) that stands for `file`; `input` is fed to standard input when source
 * is "-". */
static const char *compile(fe *f, const char *file, const char *source, const char *input,
                           const char *quoted_folder, const char *output, bool checks) {
  const char *folder = f->options->work_folder;
  char *header = az_arena_printf(f->arena, "%s/prelude.h", folder);
  bool ok = access(header, R_OK) == 0 || write_file(f, header, prelude, sizeof prelude - 1);
  const char **arguments = NULL;
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) arrput(arguments, flags[i]);
  arrput(arguments, "-include");
  arrput(arguments, header);
  if (f->options->data_model == AZ_ILP32) {
    /* The 64-bit headers serve for both but for one file, which lists what the C library lacks. */
    char *include = az_arena_printf(f->arena, "%s/include32", folder);
    char *gnu = az_arena_printf(f->arena, "%s/gnu", include),
         *stubs = az_arena_printf(f->arena, "%s/stubs-32.h", gnu);
    if (access(stubs, R_OK) != 0) {
      mkdir(include, 0777);
      mkdir(gnu, 0777);
      ok = ok && write_file(f, stubs, "", 0);
    }
    arrput(arguments, "-m32");
    arrput(arguments, "-msse2"); /* floats in their declared type: FLT_EVAL_METHOD 0 */
    arrput(arguments, "-mfpmath=sse");
    arrput(arguments, "-isystem");
    arrput(arguments, include);
    arrput(arguments, "-idirafter");
    arrput(arguments, "/usr/include/x86_64-linux-gnu");
  }
  for (size_t i = 0; checks && i < sizeof sanitizers / sizeof *sanitizers; i++)
    if (f->options->classes >> sanitizers[i].cls & 1u) arrput(arguments, sanitizers[i].name);
  arrput(arguments, "-fsanitize-trap=all");
  if (quoted_folder) {
    arrput(arguments, "-iquote");
    arrput(arguments, quoted_folder);
  }
  arrput(arguments, "-o");
  arrput(arguments, output);
  arrput(arguments, source);
  arrput(arguments, NULL);
  for (int round = 0; ok; round++) {
    const char *retry = NULL;
    if (run(f, file, arguments, input, &retry)) break;
    for (size_t i = 0; retry && i + 1 < arrlenu(arguments); i++)
      if (!strcmp(arguments[i], retry)) round = 8; /* it was tried before and did not help */
    if (retry && round >= 8)
      az_fail(f->err, AZ_ERR_INPUT, "%s: clang-19 takes it for something else even with %s", file,
              retry);
    if (!retry || round >= 8) {
      ok = false;
    } else {
      arrlast(arguments) = retry;
      arrput(arguments, NULL);
    }
  }
  arrfree(arguments);
  return ok ? output : NULL;
}

const char *fe_compile(fe *f, const char *file, uint32_t index) {
  size_t length = 0;
  char *text = read_file(f, file, &length);
  if (!text) return NULL;
  const char *result = NULL;
  size_t blank = strspn(text, " \t\r\n\f\v");
  if (blank == length) {
    az_fail(f->err, AZ_ERR_INPUT, "%s: empty file", file);
  } else if (memcmp(text, "BC\xc0\xde", length < 4 ? length : 4) == 0 ||
             memcmp(text, "\xde\xc0\x17\x0b", length < 4 ? length : 4) == 0) {
    result = az_arena_strdup(f->arena, file); /* bitcode */
  } else if (strlen(file) > 3 && strcmp(file + strlen(file) - 3, ".bc") == 0) {
    az_fail(f->err, AZ_ERR_INPUT, "%s: not LLVM bitcode", file);
  } else if (memchr(text, 0, length)) {
    az_fail(f->err, AZ_ERR_INPUT, "%s: not C source (it has NUL bytes)", file);
  } else {
    char *output = az_arena_printf(f->arena, "%s/%u.bc", f->options->work_folder, index);
    look_at_source(f, text);
    bool markers = blank_markers(text);
    if (markers || is_preprocessed(file) || *file == '-') {
      const char *slash = strrchr(file, '/');
      char *quoted =
          slash ? az_arena_printf(f->arena, "%.*s", slash == file ? 1 : (int)(slash - file), file)
                : NULL;
      char *copy = az_arena_printf(f->arena, "%s/%u.c", f->options->work_folder, index);
      char *whole = az_arena_printf(f->arena, "# 1 \"%s\"\n%s", file, text);
      if (write_file(f, copy, whole, strlen(whole)))
        result = compile(f, file, "-", copy, quoted ? quoted : ".", output, true);
    } else {
      result = compile(f, file, file, NULL, NULL, output, true);
    }
  }
  free(text);
  return result;
}

const char *fe_compile_text(fe *f, const char *text, const char *name) {
  char *copy = az_arena_printf(f->arena, "%s/%s.c", f->options->work_folder, name);
  char *output = az_arena_printf(f->arena, "%s/%s.bc", f->options->work_folder, name);
  char *whole = az_arena_printf(f->arena, "# 1 \"<%s>\"\n%s", name, text);
  if (!write_file(f, copy, whole, strlen(whole))) return NULL;
  return compile(f, name, "-", copy, NULL, output, false);
}
