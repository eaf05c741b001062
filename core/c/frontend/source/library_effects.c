/* What functions without a body read and write. What is not known by name does what a function of
 * the C library can do at worst, or what soundness.md 9 says of functions without a body. */
#include "frontend/source/library_effects.h"
#include "frontend/names/library_names.h"
#include <string.h>

/* Those that change nothing, nor errno. */
static const char *const pure[] = {"strlen",
                                   "strnlen",
                                   "strcmp",
                                   "strncmp",
                                   "strchr",
                                   "strrchr",
                                   "strstr",
                                   "strspn",
                                   "strcspn",
                                   "strpbrk",
                                   "memcmp",
                                   "memchr",
                                   "index",
                                   "rindex",
                                   "strcasecmp",
                                   "strncasecmp",
                                   "isalnum",
                                   "isalpha",
                                   "isblank",
                                   "iscntrl",
                                   "isdigit",
                                   "isgraph",
                                   "islower",
                                   "isprint",
                                   "ispunct",
                                   "isspace",
                                   "isupper",
                                   "isxdigit",
                                   "tolower",
                                   "toupper",
                                   "abs",
                                   "labs",
                                   "llabs",
                                   "ffs",
                                   "ffsl",
                                   "popcount",
                                   "popcountl",
                                   "popcountll",
                                   "clz",
                                   "clzl",
                                   "clzll",
                                   "ctz",
                                   "ctzl",
                                   "ctzll",
                                   "expect",
                                   "constant_p",
                                   "object_size",
                                   "huge_val",
                                   "inf",
                                   "nan",
                                   "nanf",
                                   "nanl",
                                   "bswap16",
                                   "bswap32",
                                   "bswap64",
                                   "parity",
                                   "offsetof",
                                   "alloca",
                                   "unreachable",
                                   "fabs",
                                   "fabsf",
                                   "fabsl",
                                   "isnan",
                                   "isinf",
                                   "isfinite",
                                   "signbit",
                                   "fpclassify",
                                   "isnormal",
                                   "isgreater",
                                   "isless",
                                   "prefetch",
                                   "rand",
                                   "random",
                                   "__errno_location",
                                   "__ctype_b_loc",
                                   "__ctype_tolower_loc",
                                   "__ctype_toupper_loc",
                                   "wcslen",
                                   "wcsnlen",
                                   "wcscmp",
                                   "wcsncmp",
                                   "wcscasecmp",
                                   "wcsncasecmp",
                                   "wcschr",
                                   "wcschrnul",
                                   "wcsrchr",
                                   "wcsspn",
                                   "wcscspn",
                                   "wcspbrk",
                                   "wcsstr",
                                   "wcswcs",
                                   "wmemchr",
                                   "wmemcmp",
                                   "iswupper",
                                   "iswlower",
                                   "iswdigit",
                                   "iswalpha",
                                   "iswalnum",
                                   "iswxdigit",
                                   "iswspace",
                                   "iswblank",
                                   "iswcntrl",
                                   "iswprint",
                                   "iswgraph",
                                   "iswpunct",
                                   "towlower",
                                   "towupper",
                                   "btowc",
                                   "wctob",
                                   "getpid",
                                   "getppid",
                                   "getuid",
                                   "geteuid",
                                   "getgid",
                                   "getegid"};

/* Those that write what they are given, and errno at most. */
static const char *const writing[] = {
    "memcpy",  "memmove", "memset",  "mempcpy", "bzero",    "strcpy",   "strncpy", "strcat",
    "strncat", "stpcpy",  "stpncpy", "free",    "cfree",    "realloc",  "sprintf", "snprintf",
    "sscanf",  "strtol",  "strtoul", "strtoll", "strtoull", "wcscpy",   "wcpcpy",  "wcsncpy",
    "wcpncpy", "wcscat",  "wcsncat", "wmemcpy", "wmempcpy", "wmemmove", "wmemset"};
/* Those that change errno at most. */
static const char *const allocating[] = {"malloc", "calloc", "aligned_alloc", "memalign",
                                         "valloc", "strdup", "strndup",       "atoi",
                                         "atol",   "atoll",  "wcsdup"};
static const char *const printing[] = {"printf", "fprintf", "puts",   "putchar", "fputs",
                                       "putc",   "fputc",   "fflush", "perror"};

static bool is_among(const char *name, const char *const *names, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}
#define IS_AMONG(name, names) is_among(name, names, sizeof(names) / sizeof *(names))

/* May a conversion %n be in it? */
static bool may_count(const char *format) {
  for (const char *at = format ? strchr(format, '%') : NULL; at; at = strchr(at, '%')) {
    at++;
    at += strspn(at, "0123456789$*.-+ #'hlqjztL");
    if (*at == 'n') return true;
    if (*at) at++;
  }
  return !format;
}

static void access_pointed(fe_effects *e, bool writes) {
  fe_effects_read(e, FE_SLOT_POINTED);
  if (writes) fe_effects_write(e, FE_SLOT_POINTED);
}

/* Those that end the execution, or violate the property. */
static bool ends(fx_action a, bool unreach, fe_effects *e) {
  switch (a) {
  case A_ERROR:
  case A_ASSERT:
  case A_ASSERT_TEXT:
  case A_ASSERT_FAIL: e->flags |= unreach ? FE_CHECKS : FE_CHECKS | FE_ENDS; return true;
  case A_ASSUME:
  case A_STOP: e->flags |= FE_ENDS; return true;
  default: return false;
  }
}

static const char *without_builtin(const char *name) {
  if (!strncmp(name, "__builtin___", 12)) return name + 12;
  return !strncmp(name, "__builtin_", 10) ? name + 10 : name;
}

fe_effects fe_library_effects(const fe_library_call *c, bool unreach, bool errno_used,
                              bool *calls_back) {
  fe_effects e = {0};
  const char *name = without_builtin(c->name);
  fx_action a = fx_library_action(c->name);
  *calls_back = false;
  if (!strncmp(c->name, "__builtin_", 10) && !strcmp(name, "unreachable")) return e;
  if (ends(a == A_NONE ? fx_library_action(name) : a, unreach, &e)) return e;
  bool is_input = fx_is_nondet(c->name), is_builtin = name != c->name;
  if ((is_input || is_builtin) && !c->has_pointer) return e;
  if (IS_AMONG(name, pure)) {
    if (c->has_pointer) access_pointed(&e, false);
    return e;
  }
  bool in_library = is_builtin || a != A_NONE || fx_in_c_library(name);
  if (IS_AMONG(name, writing) || IS_AMONG(name, allocating) || IS_AMONG(name, printing)) {
    bool counts = strstr(name, "printf") && may_count(c->literal);
    access_pointed(&e, IS_AMONG(name, writing) || counts);
    if (IS_AMONG(name, printing)) fe_effects_read(&e, FE_SLOT_LIBRARY);
    if (errno_used) fe_effects_write(&e, FE_SLOT_ERRNO);
    /* What ends is what pointers led to, and what begins may lie there: of no other's concern. */
    return e;
  }
  if (a == A_FLOAT) {
    if (c->has_pointer) access_pointed(&e, true);
    if (errno_used) fe_effects_write(&e, FE_SLOT_ERRNO);
    return e;
  }
  if (c->has_pointer || in_library) access_pointed(&e, true);
  if (in_library) {
    fe_effects_read(&e, FE_SLOT_LIBRARY);
    fe_effects_write(&e, FE_SLOT_LIBRARY);
    if (errno_used) fe_effects_write(&e, FE_SLOT_ERRNO);
    *calls_back = true;
  }
  return e;
}
