/* Spots: the parts of an object that an access touches. */
#pragma once

#include "memory/linear.h"
#include "memory/memory_internal.h"

/* `bytes` bytes from byte `delta` (or the symbolic `shift`) of element `index` of a leaf. */
typedef struct spot {
  az_term condition;
  uint32_t slot;
  const az_leaf *leaf;
  az_term index;           /* 0: a scalar leaf */
  az_term instance_number; /* of sites, else 0 */
  uint32_t delta;
  az_term shift; /* 0, or the symbolic byte position within the element (then delta is 0) */
  uint32_t bytes;
} spot;

/* Appends to *out (stb_ds) the spots of an access at a constant offset: consecutive spots that
 * cover it. Returns false if part of the access lies outside the object. */
bool az_spots_constant(az_memory *m, const az_instance *i, uint64_t offset, uint32_t bytes,
                       spot **out);
/* Appends a run of smaller elements of one array leaf, as when a buffer of char is read as an int:
 * the spots cover the access together, under one condition. Returns false if there is none. */
bool az_spots_run(az_memory *m, const az_instance *i, const az_linear_form *form, uint32_t bytes,
                  spot **out);
/* Appends the alternatives of an access at a symbolic offset (`form` is its linear form), each of
 * which covers it. Returns true if their conditions cover every offset within the instance that the
 * access may have. */
bool az_spots_symbolic(az_memory *m, const az_instance *i, const az_linear_form *form,
                       az_term offset, uint32_t bytes, spot **out);
