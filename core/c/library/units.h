/* Models of library functions: the bitcode of library/, which is data in the binary. */
#pragma once

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

/* Returns the type that the C library's headers give the function; NULL: they declare none. */
const char *az_library_prototype_of(const char *function, unsigned bits);
/* Returns whether a function of this name is the C library's if the program declares it with `type`
 * (as LLVM writes it); otherwise it is the program's own. A declaration without parameters fits
 * all. */
bool az_library_owns(const char *function, const char *type, unsigned bits);
/* Returns whether the declaration differs from the C library's in widths of integers only, lists no
 * parameters, or drops the result: it may well mean the C library's function. */
bool az_library_resembles(const char *function, const char *type, unsigned bits);
/* Returns whether the function is a compiler's own function by its name: where a call of it is
 * left, clang has no other code for it. What it computes may differ from compiler to compiler. */
bool az_library_is_builtin(const char *function);
/* Returns whether another verifier gives the function a meaning by name, and this one does not. */
bool az_library_is_verifiers(const char *function);
/* Returns the unit that defines the function; NULL: none does. */
const az_library_unit *az_library_unit_of(const char *function, unsigned bits);
