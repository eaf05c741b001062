/* What the files of the array domain share: segments, and states as an inner domain sees them. */
#ifndef ANSATZ_ARRAY_SEGMENTS_H
#define ANSATZ_ARRAY_SEGMENTS_H

#include "ansatz/segmentation.h"

typedef enum source_kind { ELEMENT, ELSEWHERE, INDEX, SCALAR } source_kind;
typedef struct source { /* of a term of the inner state */
  source_kind kind;
  uint32_t at;   /* in the outer state */
  az_term index; /* ELEMENT: that the array is read at; ELSEWHERE: that too, a term over the rigid
                    index and the segment's `use->state` */
  int part;      /* ELEMENT of an array of pointers: 0 object, 1 offset; else -1 */
  bool subject;  /* an element of an array that is cut here */
} source;

enum { CACHED = 16 };
typedef struct segment_state { /* an outer state as the segment sees it */
  az_term index;   /* that elements are read at: the rigid one or where the state was written */
  bool unwritten;  /* elsewhere than there */
  az_term *copy;   /* of the outer state that it was made from */
  az_term *values; /* inner state */
  az_term guard;   /* AZ_NO_TERM: something is not known of the outer state */
} segment_state;

typedef struct segment {
  uint32_t view; /* of the program */
  az_border lower, upper;
  az_border
      from; /* and of these the cells # with # - from == rest, modulo stride, if there is one */
  uint32_t stride, rest;
  az_term when; /* in states where this holds, over use->state; AZ_NO_TERM: in all */
  const az_array_use *use;
  az_term index, size; /* the rigid variable; AZ_NO_TERM: size not known */
  source *sources;     /* by term of the inner state */
  uint32_t width, outer;
  uint32_t *subjects; /* stb_ds: variables of the program's context */
  segment_state states[CACHED];
  const char *range; /* "0 .. i - 1" */
} segment;

/* What all parts share. */
typedef struct frame {
  az_domain_context outer, inner;
  az_arena *arena;
  segment *segments; /* stb_ds: by view of the inner context */
  az_subst *subst;
  char *text; /* of the segmentation */
} frame;

/* array_use.c */
/* How the loop uses the array `var` of the context, as a policy is told. */
const az_array_use *array_use_of(const az_domain_context *context, uint32_t var, az_arena *arena);

/* array_states.c */
enum { MOST_WRITES = 3 };
/* Where a state's array was written since the head, by position; at most MOST_WRITES. */
typedef struct writes {
  az_store *s;
  uint32_t width, n, steps;
  az_term at[MOST_WRITES];
} writes;
/* False: there are more. */
bool array_writes(writes *w, az_term array);
/* A term of the inner state; `v` NULL: at the rigid index. */
az_term array_source(const frame *f, const segment *g, const source *from, const az_term *state,
                     const segment_state *v);
/* The state as the segment sees it, elements read at `index`. */
const segment_state *array_segment_state(frame *f, segment *g, const az_term *state, az_term index,
                                         bool unwritten);

/* array_context.c */
/* Cuts the arrays of f->outer and makes f->inner, f->segments and f->text. */
az_status array_cut(frame *f, const az_desc *policy, az_error *err);

#endif
