/* Models of library functions: the bitcode of library/, which is data in the binary. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct az_library_unit {
  const char *name; /* of the file: "string" */
  unsigned bits;    /* of a pointer: 64 or 32 */
  const unsigned char *bitcode;
  size_t size;
  const char *names; /* of the functions that it defines: a NUL ends each, two end the list */
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

/* Returns the type of the function in the C library's headers; NULL: they do not declare it. */
const char *az_library_prototype_of(const char *function, unsigned bits);
/* Returns whether a function of this name is the C library's if the program declares it with `type`
 * (in LLVM's form); otherwise it is the program's own. A declaration without parameters matches any
 * type. */
bool az_library_owns(const char *function, const char *type, unsigned bits);
/* Returns whether the declaration differs from the C library's only in widths of integers, lists no
 * parameters, or drops the result. Such a declaration may well mean the C library's function. */
bool az_library_resembles(const char *function, const char *type, unsigned bits);
/* Returns whether the name is that of a compiler's builtin. If a call remains, clang has no other
 * code for it, and its result may differ between compilers. */
bool az_library_is_builtin(const char *function);
/* Returns whether another verifier, but not this one, gives the function a meaning by name. */
bool az_library_is_verifiers(const char *function);
/* Returns the unit that defines the function; NULL: none does. */
const az_library_unit *az_library_unit_of(const char *function, unsigned bits);
