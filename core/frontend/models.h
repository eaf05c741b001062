/* Models of library functions: bitcode of core/library, embedded at build. */
#ifndef ANSATZ_FRONTEND_MODELS_H
#define ANSATZ_FRONTEND_MODELS_H

#include <stddef.h>

typedef struct fe_unit {
  const char *name; /* of the file: "string" */
  unsigned bits;    /* of a pointer: 64 or 32 */
  const unsigned char *bitcode;
  size_t size;
  const char *names; /* of the functions that it defines, each ends with a NUL, the list with two */
} fe_unit;

extern const fe_unit fe_units[];
extern const size_t fe_unit_count;

typedef struct fe_prototype {
  const char *name;
  unsigned bits;
  const char *type; /* as LLVM writes it: "i64 (i32, ptr, i64)" */
} fe_prototype;

extern const fe_prototype fe_prototypes[];
extern const size_t fe_prototype_count;

/* The type that the C library's headers give the function; NULL: they declare none. */
const char *fe_prototype_of(const char *function, unsigned bits);
/* The unit that defines the function; NULL: none does. */
const fe_unit *fe_unit_of(const char *function, unsigned bits);

#endif
