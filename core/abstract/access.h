/* Accesses: places, their cells, and writes. For locations.c, access.c, blocks.c, lifetime.c. */
#pragma once

#include "abstract/internal.h"

/* ---- locations.c ----------------------------------------------------------------------------- */

typedef struct place {
  uint32_t object;
  az_term offset;
} place;

typedef struct location_set {
  place *all; /* stb_ds */
  bool anything;
} location_set;

/* Returns the places of a pointer term; the caller frees `all`. */
location_set eq_locations_of(az_abstract *a, az_term pointer);

typedef enum landing_kind {
  IN_CELL,    /* within one cell, or one element of an array */
  IN_SEVERAL, /* at a constant offset, beyond one cell */
  ANYWHERE,
  NOWHERE
} landing_kind;

typedef struct landing {
  landing_kind kind;
  uint32_t leaf;
  az_term index;  /* index of an element; 0 if the leaf is not an array */
  uint32_t delta; /* first byte of the cell */
} landing;

landing eq_land(az_abstract *a, const place *at, uint32_t bytes);

/* ---- access.c -------------------------------------------------------------------------------- */

typedef struct stored {
  az_term value; /* AZ_NO_TERM: any */
  bool is_pointer;
  const pointees *to; /* targets of a pointer */
  uint32_t bytes;
  bool weak;
} stored;

/* Marks the objects as exposed: their addresses are written where no pointer is expected. */
void eq_expose(az_abstract *a, const pointees *set);
/* Makes the leaf, or every leaf of the object, arbitrary. A pointer among the leaves may then have
 * the new targets at any time, since sets of targets do not depend on the order of statements. */
void eq_blur_leaf(az_abstract *a, uint32_t object, uint32_t leaf, const stored *w);
void eq_blur(az_abstract *a, uint32_t object, const stored *w);
/* Makes all targets of a pointer to anything arbitrary, and notes a cause. */
void eq_write_anywhere(az_abstract *a, const stored *w);
