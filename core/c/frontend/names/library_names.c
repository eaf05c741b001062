/* The functions whose meaning is known by name, without a body. */
#include "frontend/names/names.h"
#include <dlfcn.h>
#include <string.h>

static const struct {
  const char *name;
  fx_action action;
} library[] = {
    {"__assert_fail", A_ASSERT_FAIL},
    {"__assert", A_ASSERT_FAIL},
    {"__assert_rtn", A_ASSERT_FAIL},
    {"__assert_perror_fail", A_ASSERT_FAIL},
    {"assert", A_ASSERT},
    {"__VERIFIER_assert", A_ASSERT},
    {"__CPROVER_assert", A_ASSERT_TEXT},
    {"fesetmode", A_UNSUPPORTED},
    {"fesetenv", A_UNSUPPORTED},
    {"feupdateenv", A_UNSUPPORTED},
    {"reach_error", A_ERROR},
    {"__VERIFIER_error", A_ERROR},
    {"__VERIFIER_assume", A_ASSUME},
    {"__CPROVER_assume", A_ASSUME},
    {"assume", A_ASSUME},
    {"abort", A_STOP},
    {"exit", A_STOP},
    {"_exit", A_STOP},
    {"_Exit", A_STOP},
    {"quick_exit", A_STOP},
    {"__builtin_unreachable", A_STOP},
    {"err", A_STOP},
    {"errx", A_STOP},
    {"__stack_chk_fail", A_STOP},
    {"__VERIFIER_silent_exit", A_STOP},
    {"verr", A_STOP},
    {"verrx", A_STOP},
    {"longjmp", A_LONGJMP},
    {"_longjmp", A_LONGJMP},
    {"siglongjmp", A_UNSUPPORTED},
    {"__longjmp_chk", A_UNSUPPORTED},
    {"pthread_create", A_THREAD},
    {"pthread_join", A_THREAD},
    {"pthread_exit", A_UNSUPPORTED},
    {"thrd_create", A_UNSUPPORTED},
    {"fork", A_UNSUPPORTED},
    {"vfork", A_UNSUPPORTED},
    {"on_exit", A_UNSUPPORTED},
    {"at_quick_exit", A_UNSUPPORTED},
    {"malloc", A_MALLOC},
    {"calloc", A_CALLOC},
    {"realloc", A_REALLOC},
    {"aligned_alloc", A_ALIGNED},
    {"memalign", A_ALIGNED},
    {"valloc", A_MALLOC},
    {"free", A_FREE},
    {"cfree", A_FREE},
    {"memcpy", A_COPY},
    {"memmove", A_COPY},
    {"__builtin_memcpy", A_COPY},
    {"__builtin_memmove", A_COPY},
    {"mempcpy", A_COPY_END},
    {"memset", A_SET},
    {"__builtin_memset", A_SET},
    {"bzero", A_ZERO},
    {"setvbuf", A_KEEPS},
    {"setbuf", A_KEEPS},
    {"close", A_NOTHING},
    {"vsyslog", A_NOTHING},
    {"vwarn", A_NOTHING},
    {"vwarnx", A_NOTHING},
    {"printf", A_NOTHING},
    {"fprintf", A_NOTHING},
    {"wprintf", A_NOTHING},
    {"fwprintf", A_NOTHING},
    {"vprintf", A_NOTHING},
    {"vfprintf", A_NOTHING},
    {"syslog", A_NOTHING},
    {"warn", A_NOTHING},
    {"warnx", A_NOTHING},
    {"write", A_NOTHING},
    {"system", A_NOTHING},
    {"remove", A_NOTHING},
    {"unlink", A_NOTHING},
    {"getenv", A_NOTHING},
    {"strerror", A_NOTHING},
    {"access", A_NOTHING},
    {"chdir", A_NOTHING},
    {"chmod", A_NOTHING},
    {"fsync", A_NOTHING},
    {"getegid", A_NOTHING},
    {"geteuid", A_NOTHING},
    {"getgid", A_NOTHING},
    {"getpid", A_NOTHING},
    {"getppid", A_NOTHING},
    {"getuid", A_NOTHING},
    {"isatty", A_NOTHING},
    {"mkdir", A_NOTHING},
    {"rename", A_NOTHING},
    {"rmdir", A_NOTHING},
    {"sched_yield", A_NOTHING},
    {"strsignal", A_NOTHING},
    {"umask", A_NOTHING},
    {"atof", A_NOTHING},
    {"open", A_NOTHING},
    {"sleep", A_NOTHING},
    {"usleep", A_NOTHING},
    {"alarm", A_NOTHING},
    {"srand", A_NOTHING},
    {"srandom", A_NOTHING},
    {"__VERIFIER_atomic_begin", A_DONE},
    {"__VERIFIER_atomic_end", A_DONE},
    {"setjmp", A_SETJMP},
    {"_setjmp", A_SETJMP},
    {"sigsetjmp", A_DONE},
    {"__sigsetjmp", A_DONE},
    {"sync", A_DONE},
    {"rand", A_NATURAL},
    {"random", A_NATURAL},
    {"scanf", A_READ},
    {"fscanf", A_READ},
    {"sscanf", A_READ},
    {"__isoc99_scanf", A_READ},
    {"__isoc99_fscanf", A_READ},
    {"__isoc99_sscanf", A_READ},
    {"__isoc23_scanf", A_READ},
    {"__isoc23_fscanf", A_READ},
    {"__isoc23_sscanf", A_READ},
    {"read", A_READ},
    {"sprintf", A_READ},
    {"snprintf", A_READ},
    {"vsprintf", A_READ},
    {"vsnprintf", A_READ},
    {"strtod", A_READ},
    {"gettimeofday", A_READ},
    {"time", A_TIME},
};

fx_action fx_library_action(const char *name) {
  for (size_t i = 0; i < sizeof library / sizeof *library; i++)
    if (strcmp(library[i].name, name) == 0) return library[i].action;
  return fx_float_name(name) ? A_FLOAT : A_NONE;
}

bool fx_runs_destructors(const char *name) {
  static const char *const at_once[] = {"abort",
                                        "_exit",
                                        "_Exit",
                                        "quick_exit",
                                        "__builtin_unreachable",
                                        "__stack_chk_fail",
                                        "__VERIFIER_silent_exit"};
  if (fx_library_action(name) != A_STOP) return false;
  for (size_t i = 0; i < sizeof at_once / sizeof *at_once; i++)
    if (!strcmp(name, at_once[i])) return false;
  return true;
}

bool fx_is_error(const char *name) {
  return fx_library_action(name) == A_ERROR;
}

static void *address_of(const char *name) {
  static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
  void *found = NULL;
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !found; i++) {
    void *handle = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
    if (!handle) continue;
    found = dlsym(handle, name);
    dlclose(handle);
  }
  return found;
}

bool fx_in_c_library(const char *name) {
  return address_of(name) != NULL;
}

bool fx_is_one_function(const char *name, const char *other) {
  const void *address = address_of(name);
  return address && address == address_of(other);
}

/* Returns the text after "nondet" and underscores; NULL if the name is not that of an input. */
static const char *nondet_suffix(const char *name) {
  if (!strncmp(name, "__VERIFIER_", 11))
    name += 11;
  else if (strncmp(name, "nondet_", 7) != 0 && strcmp(name, "nondet") != 0)
    return NULL;
  if (strncmp(name, "nondet", 6) != 0) return NULL;
  return name + 6 + strspn(name + 6, "_");
}

bool fx_is_nondet(const char *name) {
  return nondet_suffix(name) != NULL;
}

fx_nondet_kind fx_nondet_kind_of(const char *name) {
  static const struct {
    const char *suffix;
    fx_nondet_kind kind;
  } kinds[] = {{"bool", FX_NONDET_BOOL},
               {"_Bool", FX_NONDET_BOOL},
               {"Bool", FX_NONDET_BOOL},
               {"CPROVER_bool", FX_NONDET_BOOL},
               {"uchar", FX_NONDET_UNSIGNED},
               {"ushort", FX_NONDET_UNSIGNED},
               {"uint", FX_NONDET_UNSIGNED},
               {"ulong", FX_NONDET_UNSIGNED},
               {"ulonglong", FX_NONDET_UNSIGNED},
               {"uint128", FX_NONDET_UNSIGNED},
               {"unsigned", FX_NONDET_UNSIGNED},
               {"unsigned_char", FX_NONDET_UNSIGNED},
               {"unsigned_int", FX_NONDET_UNSIGNED},
               {"unsigned_long", FX_NONDET_UNSIGNED},
               {"size_t", FX_NONDET_UNSIGNED},
               {"sector_t", FX_NONDET_UNSIGNED},
               {"u8", FX_NONDET_UNSIGNED},
               {"u16", FX_NONDET_UNSIGNED},
               {"u32", FX_NONDET_UNSIGNED},
               {"u64", FX_NONDET_UNSIGNED},
               {"U8", FX_NONDET_UNSIGNED},
               {"U16", FX_NONDET_UNSIGNED},
               {"U32", FX_NONDET_UNSIGNED},
               {"U64", FX_NONDET_UNSIGNED}};
  const char *suffix = nondet_suffix(name);
  for (size_t i = 0; suffix && i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(suffix, kinds[i].suffix + strspn(kinds[i].suffix, "_"))) return kinds[i].kind;
  return FX_NONDET_DECLARED;
}
