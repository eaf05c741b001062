/* Segments, and the states that an inner domain sees; shared by the files of the array domain. */
#ifndef ANSATZ_ARRAY_SEGMENTS_H
#define ANSATZ_ARRAY_SEGMENTS_H

#include "ansatz/segmentation.h"

typedef enum source_kind { ELEMENT, ELSEWHERE, INDEX, SCALAR } source_kind;
typedef struct source { /* the origin of a term of the inner state */
  source_kind kind;
  uint32_t at; /* position in the outer state */
  /* ELEMENT, ELSEWHERE: the index to read at; for ELSEWHERE, a term over the rigid index and
   * `use->state`. */
  az_term index;
  int part;     /* ELEMENT of an array of pointers: 0 object, 1 offset; else -1 */
  bool subject; /* an element of an array that is cut here */
} source;

enum { CACHED = 16 };
typedef struct segment_state { /* an outer state as the segment sees it */
  az_term index;   /* where to read: the rigid index, or an index at which the state was written */
  bool unwritten;  /* elements have their values before the writes */
  az_term *copy;   /* the outer state from which `values` was computed */
  az_term *values; /* inner state */
  az_term guard;   /* AZ_NO_TERM if part of the outer state is unknown */
} segment_state;

typedef struct segment {
  uint32_t view; /* a view of the program */
  az_border lower, upper;
  az_border from; /* with a stride, only the cells # with # - from == rest modulo the stride */
  uint32_t stride, rest;
  az_term when; /* the states that the segment describes, over use->state; AZ_NO_TERM: all */
  const az_array_use *use;
  az_term index, size; /* index: the rigid variable; size: AZ_NO_TERM if unknown */
  source *sources;     /* by term of the inner state */
  uint32_t width, outer;
  uint32_t *subjects; /* stb_ds: variables of the program's context */
  segment_state states[CACHED];
  const char *range; /* "0 .. i - 1" */
} segment;

/* Data of all parts. */
typedef struct frame {
  az_domain_context outer, inner;
  az_arena *arena;
  segment *segments; /* stb_ds: by view of the inner context */
  az_subst *subst;
  char *text; /* of the segmentation */
} frame;

/* array_use.c */
/* Returns how the loop uses the array `var` of the context, for segmentation policies. */
const az_array_use *array_use_of(const az_domain_context *context, uint32_t var, az_arena *arena);

/* array_states.c */
enum { MOST_WRITES = 3 };
/* The indices at which a state's array was written since the loop head, at most MOST_WRITES. */
typedef struct writes {
  az_store *s;
  uint32_t width, n, steps;
  az_term at[MOST_WRITES];
} writes;
/* Returns false if there are more writes than fit. */
bool array_writes(writes *w, az_term array);
/* Returns a term of the inner state. If `v` is NULL, elements are at the rigid index. */
az_term array_source(const frame *f, const segment *g, const source *from, const az_term *state,
                     const segment_state *v);
/* Returns the state as the segment sees it, with elements read at `index`. */
const segment_state *array_segment_state(frame *f, segment *g, const az_term *state, az_term index,
                                         bool unwritten);

/* array_context.c */
/* Cuts the arrays of f->outer; fills f->inner, f->segments and f->text. */
az_status array_cut(frame *f, const az_desc *policy, az_error *err);

#endif
