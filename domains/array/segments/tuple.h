/* The tuples that a segment of the functor describes (tuple.c). */
#ifndef SEGMENTS_TUPLE_H
#define SEGMENTS_TUPLE_H

#include "segments.h"

/* A tuple, with the terms that represent variables and cells in it. */
typedef struct tuple {
  const segments *d;
  const state *s;
  const cell_domain *cells;
  uint32_t array;      /* the array of the cell; AZ_NONE: unknown */
  const az_sum *index; /* index of the cell; NULL: unknown */
  uint32_t own;        /* the cell as a variable: CELL_VALUE, or CELL_READ before it is
                          overwritten */
  az_term
      read; /* the cell of another index or array that CELL_READ represents; AZ_NO_TERM: none yet */
} tuple;

#define CELLS(c, operation, ...) ((c)->domain.ops->operation((c)->domain.self, __VA_ARGS__))

/* Returns the array that is read, or AZ_NONE. */
uint32_t tuple_array(const segments *d, const state *s, az_term select);
/* Returns whether the index is known to equal the sum; false if the sum is unknown, NULL. */
bool tuple_is_at(const segments *d, const state *s, az_term index, const az_sum *sum);
/* Translates a term to a term over the tuple. CELL_READ becomes the first other cell that terms
 * read. */
az_term tuple_term(tuple *t, az_term term);
/* Adds the facts about the variables in a term, so that the domain can show that the term does not
 * wrap. */
void tuple_refine(const tuple *t, void *cell, az_term term);
/* Adds the facts about the cell that CELL_READ represents. */
void tuple_learn_read(const tuple *t, void *cell);
void tuple_equal(const cell_domain *c, void *cell, az_term x, az_term y); /* assumes x = y */
void cells_meet_and_free(const cell_domain *c, void *cell, void *with);   /* accepts NULL */
/* Calls `change` on the values of all segments that have a value. */
void segments_each(const segments *d, state *s,
                   void (*change)(void *ctx, const segmentation *a, uint32_t array,
                                  uint32_t segment),
                   void *ctx);

#endif
