/* Definitions of the segmentation functor [cousot2011]. The value of an array A is
 *
 *   {bounds_0} P_0 {bounds_1}[?] P_1 ... P_{k-1} {bounds_k}[?]
 *
 * All expressions of one set have equal values, over the mathematical integers. The values of the
 * sets ascend strictly, except that `?` marks a bound that may equal the previous one. P_i
 * describes all pairs (index j, A[j]) with bounds_i <= j < bounds_{i+1}. The first set is 0, the
 * last one the length of the array. */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include "ansatz/arena.h"
#include "ansatz/transfer.h"
#include <stdlib.h>
#include <string.h>

/* ---- the opened functor ---------------------------------------------------------------------- */

typedef enum bound_form { BOUND_CONSTANTS, BOUND_VARIABLES, BOUND_LINEAR } bound_form;
/* Levels of the order of expressions; each includes the previous ones. */
typedef enum order_level {
  ORDER_SYMBOLIC,   /* the difference is a constant */
  ORDER_VARIABLES,  /* facts about the variables */
  ORDER_SEGMENTS,   /* the order of bounds in the segmentations of all arrays */
  ORDER_RELATIONAL, /* differences that the domain of the variables implies */
} order_level;
typedef enum reduction { REDUCE_NEVER, REDUCE_TESTS, REDUCE_ALWAYS } reduction;
/* How unification treats a bound that only one operand has. */
typedef enum coarseness { COARSE_SPLIT, COARSE_COMMON, COARSE_SMASH } coarseness;

/* The relations of a cell that the domain of elements tracks, beside the relation to its index. */
typedef enum relate { RELATE_NOTHING, RELATE_VARIABLES, RELATE_ARRAYS } relate;

/* The domain of elements, with one instance for each form of cells. It is over the numbers `value`
 * and `index`. If cells have relations, it is also over a cell that is read elsewhere (during one
 * action), the variables, and the cells of other arrays at the same index. */
enum { CELL_VALUE, CELL_INDEX, CELL_VARS, CELL_READ = CELL_VARS, CELL_OWN };
typedef struct cell_domain {
  az_transfer_context context;
  az_abstract_variable *vars;
  /* by abstract variable: the number in `vars` of the variable or its cell, or AZ_NONE; NULL: no
   * relations */
  uint32_t *of;
  uint32_t last_cell; /* end of the cells of other arrays, which begin at CELL_OWN */
  const az_transfer_context *outer;
  az_transfer domain;
} cell_domain;

typedef struct array_kind { /* of an abstract variable that is an array */
  const cell_domain *cells;
  az_term length; /* a variable for the number of its cells, which is always in the last set */
} array_kind;

typedef struct segments {
  const az_transfer_context *context;
  az_arena *arena;
  az_transfer variables;
  cell_domain **cells; /* stb_ds */
  array_kind *arrays;  /* by abstract variable; cells NULL: a number */
  bound_form bounds;
  order_level order;
  reduction reduce;
  coarseness coarseness;
  relate relate;
  bool accesses_within; /* code after an access may assume that the access was within the array */
  struct entries *entries; /* of the option `entry` */
} segments;

/* ---- states ---------------------------------------------------------------------------------- */

typedef struct bound {
  az_sum *of; /* stb_ds: the set, in the order of insertion */
  bool maybe; /* `?`: the bound may equal the previous one */
} bound;

typedef struct segmentation { /* shared by states; changed only while there is one reference */
  uint32_t refs;
  const cell_domain *cells;
  bound *bounds; /* stb_ds */
  void **values; /* stb_ds, one fewer than bounds */
} segmentation;

typedef struct state {
  bool bottom;
  bool restarted; /* bottom; but `variables` is the left operand of the next join or widening */
  void *variables;
  struct array_tree *arrays; /* arrays.c: the segmentations of arrays */
} state;

/* ---- arrays.c: the segmentations of a state's arrays ----------------------------------------- */

typedef struct array_tree array_tree; /* NULL: nothing is known about any array */

void state_forget_arrays(state *s);                   /* also frees them */
void state_share_arrays(state *s, const state *from); /* takes those of `from` */
/* Returns NULL if nothing is known of the array. */
segmentation *state_array(const state *s, uint32_t array);
void state_put_array(const segments *d, state *s, uint32_t array,
                     segmentation *of); /* takes ownership; may be NULL */
/* Returns the segmentation for changing: a copy if others refer to it. */
segmentation *segmentation_own(const segments *d, state *s, uint32_t array);
/* Return the first variable from `from` on that has a segmentation, or whose segmentations differ
 * in two states; AZ_NONE: none. */
uint32_t state_next_array(const state *s, uint32_t from);
uint32_t state_next_difference(const state *a, const state *b, uint32_t from);

/* ---- bound.c: sets of expressions ------------------------------------------------------------ */

bound bound_of(const az_sum *sum, bool maybe);
bound bound_copy(const bound *b);
void bound_free(bound *b);
bool bound_has(const bound *b, const az_sum *sum);
/* Returns whether the sets share an expression. */
bool bound_meets(const bound *a, const bound *b);
bool sum_same_part(const az_sum *a, const az_sum *b); /* returns whether a - b is a constant */
az_sum sum_plus(const az_sum *sum, az_wide constant);
bool sum_has(const az_sum *sum, az_term var);
/* Returns whether all variables of the sum are program variables with C names. */
bool sum_is_named(const segments *d, const az_sum *sum);
/* Returns whether the sum has the form that bounds may have. */
bool sum_admitted(const segments *d, const az_sum *sum);
/* Adds the sum, unless the set has it or bounds may not have its form. */
void bound_add(const segments *d, bound *b, const az_sum *sum);
void bound_grow(const segments *d, bound *b, const az_sum *sum); /* adds unless the set is large */
void bound_add_all(const segments *d, bound *b, const bound *more);
/* Returns the set with the constant added to each expression. */
bound bound_plus(const segments *d, const bound *b, az_wide constant, bool maybe);

/* ---- segmentation.c -------------------------------------------------------------------------- */

void *cells_top(const cell_domain *cells);
void *cells_bottom(const cell_domain *cells);
void *cells_copy(const cell_domain *cells, const void *value);
void cells_free(const cell_domain *cells, void *value);

segmentation *segmentation_new(const cell_domain *cells); /* without bounds */
segmentation *segmentation_ref(segmentation *s);
void segmentation_free(segmentation *s); /* accepts NULL */
segmentation *segmentation_copy(const segmentation *s);
uint32_t segmentation_last(const segmentation *s); /* index of the last bound */
/* Returns {0} T {length}, with the known facts about the length. */
segmentation *segmentation_smashed(const segments *d, uint32_t array);
/* Appends the value (none before the first bound) and the bound; takes ownership of both. */
void segmentation_append(segmentation *s, void *value, bound b);
/* Returns whether the join of two segments is marked as possibly empty: both must be or, without
 * reduction, one of them. */
bool segments_joined_maybe(const segments *d, bool first, bool second);
/* Joins the segments first .. behind-1 into one. */
void segmentation_join_range(const segments *d, segmentation *s, uint32_t first, uint32_t behind);
/* Merges the bounds first .. last, which must be equal, into one set, and drops the segments
 * between them. */
void segmentation_merge(const segments *d, segmentation *s, uint32_t first, uint32_t last);
/* Cuts the segment at b; both parts keep its value. */
void segmentation_split(segmentation *s, uint32_t segment, bound b, bool behind_maybe);
/* Drops sets that have become empty, and joins the segments beside them. */
void segmentation_clean(const segments *d, segmentation *s);
uint32_t segmentation_position(const segmentation *s, const az_sum *sum); /* AZ_NONE */
bool segmentation_mentions(const segmentation *s, az_term var); /* a bound has the variable */

char *segmentation_print(const segments *d, const segmentation *s);

/* ---- parse.c --------------------------------------------------------------------------------- */

/* Parses "{0}[-100,100]{i}?T{n}", with or without commas and angles. Returns NULL, and sets err, on
 * failure. `path`: the prefix of the names of variables that are not global, or NULL. */
segmentation *segmentation_parse(const segments *d, uint32_t array, const char *path,
                                 const char *text, az_error *err);

/* ---- entries.c: the option `entry` ----------------------------------------------------------- */

typedef struct entries entries;

/* Returns false, and sets err, if the text is wrong. */
bool entries_read(segments *d, const char *text, az_error *err);
void entries_free(segments *d);
void entries_enter(segments *d, state *s, const az_entered *entered);
char *entries_broken(segments *d, const state *s, const az_entered *entered); /* or NULL */
const char *entries_assumed(const segments *d);                               /* or NULL */

/* ---- order.c: the oracle e <= e' ------------------------------------------------------------- */

/* If the term is a variable, returns the facts about it in the state's domain of variables. */
az_facts variable_facts(const segments *d, const state *s, az_term var, bool is_signed);

typedef struct order {
  const segments *d;
  const state *s;
  const az_sum *given; /* a sum that is known to be at least 0, or NULL */
} order;

/* Returns whether x + gap <= y is known. */
bool order_at_most(const order *o, const az_sum *x, const az_sum *y, az_wide gap);
/* Return whether x + gap <= y is known for some expression of each set. */
bool order_bounds(const order *o, const bound *x, const bound *y, az_wide gap);
bool order_sum_bound(const order *o, const az_sum *x, const bound *y, az_wide gap);
bool order_bound_sum(const order *o, const bound *x, const az_sum *y, az_wide gap);
/* Removes `?` where bounds are known to differ, and merges equal bounds. Returns false if a
 * nonempty segment has the value bottom: the state is then unreachable. */
bool order_reduce(const order *o, segmentation *s);
/* Returns whether order_reduce would change the segmentation or return false. */
bool order_reduces(const order *o, const segmentation *s);

/* ---- read.c ---------------------------------------------------------------------------------- */

/* An oracle for facts.h about variables and cells; `memory` must live as long as the oracle. */
typedef struct asked {
  const segments *d;
  const state *s;
} asked;
az_oracle segments_oracle(asked *memory, const segments *d, const state *s);
az_facts segments_facts(const segments *d, const state *s, az_term t, bool is_signed);
/* Computes the sum that a term equals, without wrapping, as far as the state shows. */
bool segments_sum(const segments *d, const state *s, az_term t, bool is_signed, az_sum *out);
/* Finds the segments low .. high-1 in which an index within the array may lie. */
void segments_locate(const order *o, const segmentation *s, const az_sum *index, uint32_t *low,
                     uint32_t *high);
/* Returns the value (of the domain of elements) for the cells at that index, a term of
 * index_bits. */
void *segments_read(const segments *d, const state *s, uint32_t array, az_term index);

/* ---- relations.c: relations of cells to variables, and to other arrays' cells ---------------- */

/* Adds variables and cells to the context of a form of cells, beside value and index. */
void relations_see(segments *d, cell_domain *cells, uint32_t *count);
/* Removes the relations of cells to a variable or an array whose lifetime begins or ends. */
void relations_forget(const segments *d, state *s, uint32_t var);
/* Called before an assignment to a variable, and after it. */
void relations_assign(const segments *d, state *s, uint32_t var, az_term value, bool weak);
void relations_assigned(const segments *d, state *s, uint32_t var, az_term value);
/* Adds what is known about a cell's new value in relation to other variables and cells. The cell's
 * context already has the facts about the value and the index. */
void relations_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term value, void *cell);
/* Removes other arrays' claims about the cells first <= j < behind, which are about to change. */
void relations_changed(const segments *d, state *s, uint32_t array, az_term first, az_term behind);
/* Relates all cells to those of another array of equal length, from which they were copied. */
void relations_copied(const segments *d, segmentation *to, uint32_t array, uint32_t from);
/* Binds the context's variables for cells of other arrays to the cells of these arrays at the
 * index. */
void relations_bind(const segments *d, const cell_domain *cells, az_term index, az_subst *subst);

/* ---- write.c --------------------------------------------------------------------------------- */

/* Writes a value (taking ownership) to cells first <= j < behind; to one cell if behind is
 * AZ_NO_TERM. */
void segments_write(const segments *d, state *s, uint32_t array, az_term first, az_term behind,
                    void *value, bool weak);
/* Refines the state by the fact that an access is within its array. */
void segments_access(const segments *d, state *s, uint32_t array, az_term index);
/* Joins the value (taking ownership) to the cells of the segments low .. high-1. */
void segmentation_write_weakly(segmentation *s, uint32_t low, uint32_t high, void *value);

/* ---- value.c --------------------------------------------------------------------------------- */

/* Returns the value (of the domain of elements) for a term that is written at an index. */
void *segments_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term behind, az_term value);
/* Writes the value to all cells. */
void segments_fill(const segments *d, state *s, uint32_t array, az_term value, bool weak);

/* ---- assign.c, assume.c, unify.c, claims.c --------------------------------------------------- */

void segments_assign(const segments *d, state *s, uint32_t var, az_term value, bool weak);
/* Removes the variable from all bounds. */
void segments_forget(const segments *d, state *s, uint32_t var);
void segments_assume(const segments *d, state *s, az_term condition);
void segments_set_bottom(const segments *d, state *s);
void segments_reduce(const segments *d, state *s); /* reduces all arrays */

/* Computes two segmentations with the same bounds. Each result describes at least what its operand
 * describes in the state of the operand's order. With `left_only`, for widening, both results have
 * only expressions of a. */
void segmentation_unify(const order *of_a, const segmentation *a, const order *of_b,
                        const segmentation *b, bool left_only, segmentation **out_a,
                        segmentation **out_b);
/* Returns whether the result of a unification has all bounds of its operand. Segments of the
 * operand may be split. */
bool segmentation_keeps(const segmentation *result, const segmentation *operand);

/* Returns whether unification and join of `weak` and a result in `weak`: both have the same
 * segments and values, `weak` has no expression that a lacks, and the expressions that only a has
 * are unknown in the state of `of_weak`. */
bool segmentation_covers(const order *of_weak, const segmentation *weak, const segmentation *a);

void segments_claims(const segments *d, const state *s, const az_claim_sink *sink);

#endif
