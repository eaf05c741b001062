/* Finds the unit of library/ that defines a function, and types of the C library's functions. */
#include "library/units.h"
#include <string.h>

const az_library_unit *az_library_unit_of(const char *function, unsigned bits) {
  for (size_t i = 0; i < az_library_unit_count; i++)
    for (const char *name = az_library_units[i].names; az_library_units[i].bits == bits && *name;
         name += strlen(name) + 1)
      if (!strcmp(name, function)) return &az_library_units[i];
  return NULL;
}

const char *az_library_prototype_of(const char *function, unsigned bits) {
  for (size_t i = 0; i < az_library_prototype_count; i++)
    if (az_library_prototypes[i].bits == bits && !strcmp(az_library_prototypes[i].name, function))
      return az_library_prototypes[i].type;
  return NULL;
}

bool az_library_owns(const char *function, const char *type, unsigned bits) {
  /* A declaration of one of these means the C library's function, whatever its type. */
  static const char *const certain[] = {"malloc",        "calloc", "realloc", "free",
                                        "aligned_alloc", "memcpy", "memmove", "memset",
                                        "abort",         "exit",   "_exit",   "_Exit"};
  for (size_t i = 0; i < sizeof certain / sizeof *certain; i++)
    if (!strcmp(certain[i], function)) return true;
  const char *own = az_library_prototype_of(function, bits);
  if (!own || !strcmp(type, own)) return true;
  size_t result = strcspn(type, "(");
  return !strcmp(type + result, "(...)") && result == strcspn(own, "(") &&
         !strncmp(type, own, result);
}

/* Returns the next character of a type; integers of all widths are the same. */
static char class_at(const char **type) {
  char c = *(*type)++;
  if (c == 'i' && **type >= '1' && **type <= '9') *type += strspn(*type, "0123456789");
  return c;
}

bool az_library_resembles(const char *function, const char *type, unsigned bits) {
  const char *own = az_library_prototype_of(function, bits);
  if (!own) return false;
  if (!strncmp(type, "void ", 5)) {
    type += 5;
    own += strcspn(own, "(");
  }
  if (!strcmp(type + strcspn(type, "("), "(...)")) return true;
  while (*type && *own)
    if (class_at(&type) != class_at(&own)) return false;
  return *type == *own;
}

/* Multiplication and division of complex numbers (C17 G.5.1): __muldc3, __divsc3, and so on. */
static bool is_complex_operation(const char *function) {
  return (!strncmp(function, "__mul", 5) || !strncmp(function, "__div", 5)) &&
         strlen(function) == 8 && strchr("hsdxt", function[5]) && !strcmp(function + 6, "c3");
}

bool az_library_is_verifiers(const char *function) {
  static const char *const prefixes[] = {"__CPROVER_", "__ESBMC_", "__VERIFIER_"};
  static const char *const known[] = {"assert", "assume",     "error",      "atomic_begin",
                                      "nondet", "atomic_end", "silent_exit"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    size_t n = strlen(prefixes[i]);
    if (strncmp(function, prefixes[i], n) != 0) continue;
    for (size_t k = 0; i != 1 && k < sizeof known / sizeof *known; k++)
      if (!strcmp(function + n, known[k])) return false;
    return strncmp(function + n, "nondet", 6) != 0;
  }
  return false;
}

bool az_library_is_builtin(const char *function) {
  return !strncmp(function, "__builtin_", 10) || !strncmp(function, "__sync_", 7) ||
         !strncmp(function, "__atomic_", 9) || is_complex_operation(function);
}
