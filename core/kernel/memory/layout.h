/* Leaves of a type: the parts of an object that are variables of the formula. Records split into
 * their fields; an array becomes one leaf with dimensions (an array of records: one array leaf for
 * each field). Every byte of the type belongs to at most one leaf element. */
#pragma once

#include "ansatz/program.h"

typedef struct az_dimension {
  uint64_t count;  /* 0: not known at compile time (outermost only) */
  uint64_t stride; /* bytes between neighbours */
} az_dimension;

typedef struct az_leaf {
  uint64_t offset;     /* bytes, of the first element */
  uint32_t bytes;      /* of one element; 0: a ghost cell, no part of the program's memory */
  uint32_t ghost_bits; /* width of a ghost cell, or 1 for the bit "live"; else 0 */
  az_type type; /* scalar C type of an element; void: raw bytes (padding of unions, bit-fields) */
  bool is_pointer;
  uint32_t dimension_count; /* 0: a scalar leaf. Contiguous dimensions are merged into one */
  az_dimension *dimensions; /* outermost first */
  /* For the objects of an allocation site: an array over their instance numbers; with dimensions,
   * over instance number and index concatenated. */
  bool of_site;
  uint64_t elements; /* product of the counts; 0: unknown; 1: scalar */
  uint64_t padding;  /* bits of an element that belong to no member; the low byte is first */
} az_leaf;

typedef struct az_layout {
  uint64_t bytes; /* 0: unknown (dynamic size) */
  uint64_t tail;  /* if the size is not constant: offset of the array that takes the rest */
  az_leaf *leaves;
  uint32_t leaf_count;
} az_layout;

/* Returns the layout of one object of type `type` and `bytes` bytes (0: the type's size) or, if
 * `count` is not 1, of an array of that many (0: unknown) objects. */
az_layout *az_layout_of(const az_program *p, az_arena *arena, az_type type, uint64_t bytes,
                        uint64_t count);
/* Returns the layout of an allocation of `size` bytes of the type that the program allocates. If
 * that type is unknown, *type becomes a type of one byte; returns NULL if the program has none. If
 * the sizes of objects differ (`sized`), the layout is an array of the type, or one record with a
 * tail, as `size` suggests. */
az_layout *az_layout_of_allocation(const az_program *p, az_arena *arena, az_type *type,
                                   az_term size, bool sized);
/* The location of a byte in an object. */
typedef struct az_layout_location {
  uint32_t leaf;  /* index into the leaves */
  uint64_t index; /* of the element, if the leaf is an array */
  uint32_t delta; /* which byte of the element */
} az_layout_location;
/* Locates a byte. Returns false if it is in no leaf. */
bool az_layout_locate(const az_layout *layout, uint64_t offset, az_layout_location *out);
/* Return the sort of an element (a bv; pointers: az_pointer_width) and of the leaf's term, which
 * may be an array with indices of pointer_bits. */
az_sort az_leaf_element_sort(const az_program *p, const az_leaf *leaf);
az_sort az_leaf_sort(const az_program *p, const az_leaf *leaf);
static inline bool az_leaf_is_array(const az_leaf *leaf) {
  return leaf->dimension_count || leaf->of_site;
}
/* Returns the same leaves, over all objects of an allocation site. */
az_layout *az_layout_of_site(az_arena *arena, const az_layout *layout);
