/* Fault injection: this file is linked into a second build of the program, in which the linker
 * sends calls of the allocation and of the input and output functions here (--wrap). The n-th of a
 * kind fails. Counters are in a file that all processes of a run map (tests/faults/run makes it),
 * named by ANSATZ_FAULTS; without it nothing fails. The usual program has nothing of this. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <jansson.h>
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { MEMORY, INPUT_OUTPUT, KINDS, PATHS = 1 << 16, DEPTH = 8 };

/* What tests/faults/run reads and writes; keep both in step. */
typedef struct counters {
  uint64_t failing[KINDS]; /* the number of the call that fails; 0: none */
  _Atomic uint64_t calls[KINDS];
  _Atomic uint64_t failed; /* how often one did */
  uint64_t survey;         /* note the first call by each path of callers */
  char name[64];           /* the function that failed */
  struct {
    _Atomic uint64_t path, number;
  } seen[KINDS][PATHS];
} counters;

static counters *shared;

__attribute__((constructor)) static void map_counters(void) {
  const char *file = getenv("ANSATZ_FAULTS");
  int fd = file ? open(file, O_RDWR | O_CLOEXEC) : -1;
  if (fd < 0) return;
  void *at = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (at != MAP_FAILED) shared = at;
}

extern char __executable_start[];

/* The callers above the function that is replaced, wherever the program was loaded. */
static void survey(int kind, uint64_t number) {
  void *frames[DEPTH];
  int count = backtrace(frames, DEPTH);
  uint64_t path = 14695981039346656037u;
  for (int i = 2; i < count; i++)
    path = (path ^ (uint64_t)((char *)frames[i] - __executable_start)) * 1099511628211u;
  path |= 1;
  for (uint64_t i = path % PATHS;; i = (i + 1) % PATHS) {
    uint64_t none = 0;
    if (atomic_load(&shared->seen[kind][i].path) == path) return;
    if (!atomic_compare_exchange_strong(&shared->seen[kind][i].path, &none, path)) continue;
    shared->seen[kind][i].number = number;
    return;
  }
}

static bool fails(int kind, const char *name) {
  if (!shared) return false;
  uint64_t number = atomic_fetch_add(&shared->calls[kind], 1) + 1;
  if (shared->survey) survey(kind, number);
  if (number != shared->failing[kind]) return false;
  strncpy(shared->name, name, sizeof shared->name - 1);
  atomic_fetch_add(&shared->failed, 1);
  return true;
}

/* RESULT NAME(PARAMETERS): calls the function with ARGUMENTS, or fails with VALUE and errno CODE.
 */
#define WRAP(kind, result, name, parameters, arguments, value, code)                               \
  result __real_##name parameters;                                                                 \
  result __wrap_##name parameters;                                                                 \
  result __wrap_##name parameters {                                                                \
    if (!fails(kind, #name)) return __real_##name arguments;                                       \
    errno = code;                                                                                  \
    return value;                                                                                  \
  }

/* ---- allocation ------------------------------------------------------------------------------ */

WRAP(MEMORY, void *, malloc, (size_t n), (n), NULL, ENOMEM)
WRAP(MEMORY, void *, calloc, (size_t n, size_t size), (n, size), NULL, ENOMEM)
WRAP(MEMORY, void *, realloc, (void *p, size_t n), (p, n), NULL, ENOMEM)
WRAP(MEMORY, char *, strdup, (const char *text), (text), NULL, ENOMEM)
WRAP(MEMORY, int, vasprintf, (char **text, const char *format, va_list args), (text, format, args),
     -1, ENOMEM)
WRAP(MEMORY, FILE *, open_memstream, (char **text, size_t *size), (text, size), NULL, ENOMEM)

/* ---- input and output ------------------------------------------------------------------------ */

WRAP(INPUT_OUTPUT, int, open, (const char *path, int flags, mode_t mode), (path, flags, mode), -1,
     EIO)
WRAP(INPUT_OUTPUT, ssize_t, read, (int fd, void *data, size_t n), (fd, data, n), -1, EIO)
WRAP(INPUT_OUTPUT, ssize_t, write, (int fd, const void *data, size_t n), (fd, data, n), -1, ENOSPC)
WRAP(INPUT_OUTPUT, int, rename, (const char *from, const char *to), (from, to), -1, EIO)
WRAP(INPUT_OUTPUT, int, fsync, (int fd), (fd), -1, EIO)
WRAP(INPUT_OUTPUT, int, ftruncate, (int fd, off_t size), (fd, size), -1, EIO)
WRAP(INPUT_OUTPUT, int, mkdir, (const char *path, mode_t mode), (path, mode), -1, ENOSPC)
WRAP(INPUT_OUTPUT, char *, mkdtemp, (char *path), (path), NULL, ENOSPC)
WRAP(INPUT_OUTPUT, int, pipe, (int *ends), (ends), -1, EMFILE)
WRAP(INPUT_OUTPUT, int, pipe2, (int *ends, int flags), (ends, flags), -1, EMFILE)
WRAP(INPUT_OUTPUT, int, dup2, (int from, int to), (from, to), -1, EMFILE)
WRAP(INPUT_OUTPUT, int, memfd_create, (const char *name, unsigned flags), (name, flags), -1, ENFILE)
WRAP(INPUT_OUTPUT, int, pidfd_open, (pid_t pid, unsigned flags), (pid, flags), -1, EMFILE)
WRAP(INPUT_OUTPUT, pid_t, fork, (void), (), -1, EAGAIN)
/* A function that returns in the child of vfork would take its frame from the parent: fork does the
 * same without shared memory. */
pid_t __wrap_vfork(void);
pid_t __wrap_vfork(void) {
  return __wrap_fork();
}
WRAP(INPUT_OUTPUT, int, execv, (const char *path, char *const *argv), (path, argv), -1, ENOMEM)
WRAP(INPUT_OUTPUT, int, execvp, (const char *file, char *const *argv), (file, argv), -1, ENOMEM)
WRAP(INPUT_OUTPUT, int, execve, (const char *path, char *const *argv, char *const *environment),
     (path, argv, environment), -1, ENOMEM)
WRAP(INPUT_OUTPUT, int, chdir, (const char *path), (path), -1, EIO)
WRAP(INPUT_OUTPUT, char *, realpath, (const char *path, char *full), (path, full), NULL, EIO)
WRAP(INPUT_OUTPUT, DIR *, opendir, (const char *path), (path), NULL, EMFILE)
WRAP(INPUT_OUTPUT, FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL, EIO)

/* Streams remember that something failed. */
static void note_error(FILE *stream) {
  stream->_flags |= 0x20; /* glibc's _IO_ERR_SEEN */
}

#define WRAP_STREAM(result, name, parameters, arguments, value)                                    \
  result __real_##name parameters;                                                                 \
  result __wrap_##name parameters;                                                                 \
  result __wrap_##name parameters {                                                                \
    if (!fails(INPUT_OUTPUT, #name)) return __real_##name arguments;                               \
    if (stream) note_error(stream);                                                                \
    errno = ENOSPC;                                                                                \
    return value;                                                                                  \
  }
WRAP_STREAM(size_t, fread, (void *data, size_t size, size_t n, FILE *stream),
            (data, size, n, stream), 0)
WRAP_STREAM(int, fflush, (FILE * stream), (stream), EOF)

int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream) {
  bool failing = fails(INPUT_OUTPUT, "fclose");
  int result = __real_fclose(stream);
  if (!failing) return result;
  errno = EIO;
  return EOF;
}

int __real_json_dumpf(const json_t *json, FILE *stream, size_t flags);
int __wrap_json_dumpf(const json_t *json, FILE *stream, size_t flags);
int __wrap_json_dumpf(const json_t *json, FILE *stream, size_t flags) {
  if (!fails(INPUT_OUTPUT, "json_dumpf")) return __real_json_dumpf(json, stream, flags);
  note_error(stream);
  errno = ENOSPC;
  return -1;
}
WRAP(INPUT_OUTPUT, int, json_dump_file, (const json_t *json, const char *path, size_t flags),
     (json, path, flags), -1, ENOSPC)

json_t *__real_json_load_file(const char *path, size_t flags, json_error_t *error);
json_t *__wrap_json_load_file(const char *path, size_t flags, json_error_t *error);
json_t *__wrap_json_load_file(const char *path, size_t flags, json_error_t *error) {
  if (!fails(INPUT_OUTPUT, "json_load_file")) return __real_json_load_file(path, flags, error);
  if (error) {
    memset(error, 0, sizeof *error);
    error->line = -1;
    strcpy(error->text, "unable to open it: Input/output error");
    error->text[JSON_ERROR_TEXT_LENGTH - 1] = json_error_cannot_open_file;
  }
  errno = EIO;
  return NULL;
}

LLVMBool __real_LLVMCreateMemoryBufferWithContentsOfFile(const char *path, LLVMMemoryBufferRef *out,
                                                         char **message);
LLVMBool __wrap_LLVMCreateMemoryBufferWithContentsOfFile(const char *path, LLVMMemoryBufferRef *out,
                                                         char **message);
LLVMBool __wrap_LLVMCreateMemoryBufferWithContentsOfFile(const char *path, LLVMMemoryBufferRef *out,
                                                         char **message) {
  if (!fails(INPUT_OUTPUT, "LLVMCreateMemoryBufferWithContentsOfFile"))
    return __real_LLVMCreateMemoryBufferWithContentsOfFile(path, out, message);
  *message = LLVMCreateMessage("Input/output error");
  return 1;
}

LLVMBool __real_LLVMTargetMachineEmitToFile(LLVMTargetMachineRef machine, LLVMModuleRef module,
                                            const char *path, LLVMCodeGenFileType kind,
                                            char **message);
LLVMBool __wrap_LLVMTargetMachineEmitToFile(LLVMTargetMachineRef machine, LLVMModuleRef module,
                                            const char *path, LLVMCodeGenFileType kind,
                                            char **message);
LLVMBool __wrap_LLVMTargetMachineEmitToFile(LLVMTargetMachineRef machine, LLVMModuleRef module,
                                            const char *path, LLVMCodeGenFileType kind,
                                            char **message) {
  if (!fails(INPUT_OUTPUT, "LLVMTargetMachineEmitToFile"))
    return __real_LLVMTargetMachineEmitToFile(machine, module, path, kind, message);
  *message = LLVMCreateMessage("No space left on device");
  return 1;
}

/* ---- SQLite's own calls ---------------------------------------------------------------------- */

static int sqlite_open(const char *path, int flags, int mode) {
  return fails(INPUT_OUTPUT, "SQLite's open") ? (errno = EIO, -1)
                                              : __real_open(path, flags, (mode_t)mode);
}

static ssize_t sqlite_pread(int fd, void *data, size_t n, off_t at) {
  return fails(INPUT_OUTPUT, "SQLite's pread") ? (errno = EIO, -1) : pread(fd, data, n, at);
}

static ssize_t sqlite_pwrite(int fd, const void *data, size_t n, off_t at) {
  return fails(INPUT_OUTPUT, "SQLite's pwrite") ? (errno = ENOSPC, -1) : pwrite(fd, data, n, at);
}

static int sqlite_truncate(int fd, off_t size) {
  return fails(INPUT_OUTPUT, "SQLite's ftruncate") ? (errno = EIO, -1) : __real_ftruncate(fd, size);
}

static int sqlite_unlink(const char *path) {
  return fails(INPUT_OUTPUT, "SQLite's unlink") ? (errno = EIO, -1) : unlink(path);
}

int __real_sqlite3_open_v2(const char *path, sqlite3 **db, int flags, const char *vfs);
int __wrap_sqlite3_open_v2(const char *path, sqlite3 **db, int flags, const char *vfs);
int __wrap_sqlite3_open_v2(const char *path, sqlite3 **db, int flags, const char *name) {
  static const struct {
    const char *name;
    sqlite3_syscall_ptr call;
  } calls[] = {{"open", (sqlite3_syscall_ptr)sqlite_open},
               {"pread", (sqlite3_syscall_ptr)sqlite_pread},
               {"pread64", (sqlite3_syscall_ptr)sqlite_pread},
               {"pwrite", (sqlite3_syscall_ptr)sqlite_pwrite},
               {"pwrite64", (sqlite3_syscall_ptr)sqlite_pwrite},
               {"ftruncate", (sqlite3_syscall_ptr)sqlite_truncate},
               {"unlink", (sqlite3_syscall_ptr)sqlite_unlink}};
  sqlite3_initialize();
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  for (size_t i = 0; shared && i < sizeof calls / sizeof *calls; i++)
    if (vfs->xGetSystemCall(vfs, calls[i].name))
      vfs->xSetSystemCall(vfs, calls[i].name, calls[i].call);
  return __real_sqlite3_open_v2(path, db, flags, name);
}
