/* The scalars in a range of bytes of an object, with their C names. */
#pragma once

#include "ansatz/program.h"

typedef struct az_trace_leaf {
  char *path; /* "s.in.f", "a[3]" */
  az_type type;
  uint64_t bit, width;
  bool is_bit_field;
} az_trace_leaf;

enum { AZ_TRACE_MOST_LEAVES = 64 };

/* Appends (stb_ds) the named scalars of an object of this type that overlap with `bytes` bytes at
 * `offset`, up to AZ_TRACE_MOST_LEAVES. Of the members of a union, only those with a scalar of
 * `kind` at `offset`, or else the first one, are considered. */
void az_trace_leaves(const az_program *p, const char *name, az_type type, uint64_t offset,
                     uint64_t bytes, az_type_kind kind, az_trace_leaf **leaves);
void az_trace_leaves_free(az_trace_leaf *leaves);
