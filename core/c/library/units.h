/* Models of library functions: bitcode of core/c/library, embedded at build. */
#ifndef ANSATZ_LIBRARY_UNITS_H
#define ANSATZ_LIBRARY_UNITS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct az_library_unit {
  const char *name; /* of the file: "string" */
  unsigned bits;    /* of a pointer: 64 or 32 */
  const unsigned char *bitcode;
  size_t size;
  const char *names; /* of the functions that it defines, each ends with a NUL, the list with two */
} az_library_unit;

extern const az_library_unit az_library_units[];
extern const size_t az_library_unit_count;

typedef struct az_library_prototype {
  const char *name;
  unsigned bits;
  const char *type; /* as LLVM writes it: "i64 (i32, ptr, i64)" */
} az_library_prototype;

extern const az_library_prototype az_library_prototypes[];
extern const size_t az_library_prototype_count;

/* The type that the C library's headers give the function; NULL: they declare none. */
const char *az_library_prototype_of(const char *function, unsigned bits);
/* Is a function of this name the C library's, where the program declares it with `type` (as LLVM
 * writes it)? What is declared otherwise is a function of the program's own. A declaration without
 * parameters fits all. */
bool az_library_owns(const char *function, const char *type, unsigned bits);
/* The declaration differs from the C library's in widths of integers only, lists no parameters, or
 * drops the result: it may well mean the C library's function. */
bool az_library_resembles(const char *function, const char *type, unsigned bits);
/* A compiler's own function by its name: where a call of it is left, clang has no other code for
 * it. What it computes may differ from compiler to compiler. */
bool az_library_is_builtin(const char *function);
/* A function that another verifier gives a meaning, by its name, and this one does not. */
bool az_library_is_verifiers(const char *function);
/* The unit that defines the function; NULL: none does. */
const az_library_unit *az_library_unit_of(const char *function, unsigned bits);

#endif
