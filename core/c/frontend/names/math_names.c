/* The functions of math.h by name: those with an exact term, and the others. */
#include "frontend/names/names.h"
#include <stddef.h>
#include <string.h>

static const char *const exact[] = {
    "fabs",      "sqrt",      "floor",    "ceil",     "trunc",    "round",      "rint",
    "nearbyint", "roundeven", "fmin",     "fmax",     "copysign", "fdim",       "isnan",
    "isinf",     "finite",    "isfinite", "isnormal", "signbit",  "fpclassify", "fma"};
static const char *const approximated[] = {
    "sin",     "cos",       "tan",        "asin",   "acos",    "atan",      "atan2",  "sinh",
    "cosh",    "tanh",      "asinh",      "acosh",  "atanh",   "exp",       "exp2",   "expm1",
    "log",     "log2",      "log10",      "log1p",  "logb",    "ilogb",     "pow",    "cbrt",
    "hypot",   "erf",       "erfc",       "tgamma", "fmod",    "remainder", "ldexp",  "scalbn",
    "scalbln", "nextafter", "nexttoward", "lround", "llround", "lrint",     "llrint", "nan"};

/* Returns the name in `list` that equals `name` except for a suffix f or l and leading underscores
 * (as in glibc's __isnanf), or NULL. */
static const char *find(const char *name, const char *const *list, size_t count) {
  while (*name == '_') name++;
  if (!strncmp(name, "builtin_", 8)) name += 8;
  size_t n = strlen(name);
  for (size_t i = 0; i < count; i++) {
    size_t m = strlen(list[i]);
    if (strncmp(name, list[i], m) == 0 &&
        (n == m || (n == m + 1 && (name[m] == 'f' || name[m] == 'l'))))
      return list[i];
  }
  return NULL;
}

const char *fe_exact_float_name(const char *name) {
  return find(name, exact, sizeof exact / sizeof *exact);
}

bool fx_float_name(const char *name) {
  return fe_exact_float_name(name) ||
         find(name, approximated, sizeof approximated / sizeof *approximated);
}

bool fx_float_sets_errno(const char *name) {
  static const char *const never[] = {"fabs",     "floor",     "ceil",      "trunc",  "round",
                                      "rint",     "nearbyint", "roundeven", "fmin",   "fmax",
                                      "copysign", "isnan",     "isinf",     "finite", "isfinite",
                                      "isnormal", "signbit",   "fpclassify"};
  return !find(name, never, sizeof never / sizeof *never);
}
