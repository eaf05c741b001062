/* Relations between functions of the C library that its models lack (docs/soundness.md 9, "How the
 * library uses the program's functions"): most of the library allocates with an allocator that the
 * program defines, and two names may be the same function. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/names/names.h"
#include "library/units.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool is_among(const char *const *names, const char *name) {
  for (; *names; names++)
    if (!strcmp(*names, name)) return true;
  return false;
}

/* Returns the name that the linker sees, or NULL. */
static const char *symbol_of(LLVMValueRef global) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(global, &length);
  LLVMLinkage linkage = LLVMGetLinkage(global);
  if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) return NULL;
  return name + (*name == 1);
}

static const char *const allocators[] = {
    "malloc",        "calloc",         "realloc", "free",    "memalign",
    "aligned_alloc", "posix_memalign", "valloc",  "pvalloc", NULL};

/* Returns the name of a function of the allocator that the program defines, or NULL. */
static const char *own_allocator(const fe_build *build) {
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f)) {
    const char *name = symbol_of(f);
    if (name && !LLVMIsDeclaration(f) && is_among(allocators, name)) return name;
  }
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(build->module); a; a = LLVMGetNextGlobalAlias(a)) {
    const char *name = symbol_of(a);
    if (name && is_among(allocators, name)) return name;
  }
  return NULL;
}

/* Returns whether the library's function of this name allocates only what its model allocates. */
static bool allocates_openly(const char *name) {
  static const char *const prefixes[] = {"mem",      "wmem",           "str", "is", "to",
                                         "__ctype_", "__isoc23_strto", NULL};
  static const char *const hidden[] = {"strerror", "strsignal", "strftime", "strcoll",
                                       "strxfrm",  "strfmon",   "strptime", NULL};
  static const char *const names[] = {"abs",     "labs",          "llabs",
                                      "div",     "ldiv",          "lldiv",
                                      "atoi",    "atol",          "atoll",
                                      "atof",    "rand",          "srand",
                                      "rand_r",  "random",        "srandom",
                                      "bcopy",   "bzero",         "bcmp",
                                      "index",   "rindex",        "ffs",
                                      "bsearch", "stpcpy",        "stpncpy",
                                      "setjmp",  "_setjmp",       "longjmp",
                                      "abort",   "_exit",         "_Exit",
                                      "exit",    "read",          "write",
                                      "open",    "close",         "time",
                                      "clock",   "sleep",         "usleep",
                                      "getpid",  "getppid",       "getuid",
                                      "geteuid", "isatty",        "getenv",
                                      "signal",  "raise",         "wcslen",
                                      "wcscmp",  "__assert_fail", "__errno_location",
                                      "mempcpy", "sched_yield",   NULL};
  if (is_among(hidden, name)) return false;
  for (const char *const *p = prefixes; *p; p++)
    if (!strncmp(name, *p, strlen(*p))) return true;
  return is_among(names, name) || is_among(allocators, name) || fx_float_name(name);
}

static bool is_librarys(const fe_build *build, LLVMValueRef f) {
  size_t length = 0;
  return LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !LLVMGetIntrinsicID(f) &&
         az_library_prototype_of(LLVMGetValueName2(f, &length), build->pointer_bits);
}

static void note_allocating(fe_build *build) {
  const char *own = own_allocator(build);
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); own && f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    if (!is_librarys(build, f) || allocates_openly(name)) continue;
    fe_note_unread(build,
                   az_arena_printf(build->arena, "calls by %s of the program's %s", name, own));
    return;
  }
}

static void note_one_function(fe_build *build) {
  const char **names = NULL;
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f))
    if (is_librarys(build, f) && fe_is_passed_on(f)) arrput(names, LLVMGetValueName2(f, &length));
  for (size_t i = 0; i < arrlenu(names); i++)
    for (size_t k = 0; k < i; k++)
      if (fx_is_one_function(names[i], names[k]))
        fe_note_unread(build, az_arena_printf(build->arena, "whether %s and %s are one function",
                                              names[k], names[i]));
  arrfree(names);
}

void fe_note_library_ties(fe_build *build) {
  note_allocating(build);
  note_one_function(build);
}
