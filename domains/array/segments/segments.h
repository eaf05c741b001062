/* What the parts of the segmentation functor share [cousot2011]. The value of an array A is
 *
 *   {bounds_0} P_0 {bounds_1}[?] P_1 ... P_{k-1} {bounds_k}[?]
 *
 * All expressions of one set have equal values, over the mathematical integers; the values of the
 * sets ascend, strictly but where `?` says that the segment before may be empty; P_i describes all
 * pairs (index j, A[j]) with bounds_i <= j < bounds_{i+1}. The first set is 0, the last one the
 * length of the array. */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include "ansatz/arena.h"
#include "ansatz/transfer.h"
#include <stdlib.h>
#include <string.h>

/* ---- the opened functor ---------------------------------------------------------------------- */

typedef enum bound_form { BOUND_CONSTANTS, BOUND_VARIABLES, BOUND_LINEAR } bound_form;
/* How the order of two expressions is decided: each level includes those before. */
typedef enum order_level {
  ORDER_SYMBOLIC,   /* the difference is a constant */
  ORDER_VARIABLES,  /* facts about the variables */
  ORDER_SEGMENTS,   /* the order of bounds in the segmentations of all arrays */
  ORDER_RELATIONAL, /* what the domain of the variables knows of differences */
} order_level;
typedef enum reduction { REDUCE_NEVER, REDUCE_TESTS, REDUCE_ALWAYS } reduction;
/* What unification does with a bound that only one operand has. */
typedef enum coarseness { COARSE_SPLIT, COARSE_COMMON, COARSE_SMASH } coarseness;

/* What the domain of elements sees beside a cell and its index. */
typedef enum relate { RELATE_NOTHING, RELATE_VARIABLES, RELATE_ARRAYS } relate;

/* The domain of elements, one instance for each form of cells: over the numbers `value` and
 * `index`; where cells are related to more, also over a cell that is read elsewhere (while an
 * action lasts), the variables, and the cells of other arrays at the same index. */
enum { CELL_VALUE, CELL_INDEX, CELL_VARS, CELL_READ = CELL_VARS, CELL_OWN };
typedef struct cell_domain {
  az_transfer_context context;
  az_abstract_variable *vars;
  uint32_t *of; /* by abstract variable: its number among `vars`, of an array that of its cell;
                   AZ_NONE: it has none. NULL: cells are related to nothing */
  uint32_t last_cell; /* behind the cells of other arrays, which begin at CELL_OWN */
  const az_transfer_context *outer;
  az_transfer domain;
} cell_domain;

typedef struct array_kind { /* of an abstract variable that is an array */
  const cell_domain *cells;
  az_term length; /* a variable that stands for the number of its cells: always in the last set */
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
  bool accesses_within;    /* what follows an access may rely on it being within the array */
  struct entries *entries; /* what the option of that name says */
} segments;

/* ---- states ---------------------------------------------------------------------------------- */

typedef struct bound {
  az_sum *of; /* stb_ds: the set, in the order in which expressions came in */
  bool maybe; /* `?`: it may equal the bound before */
} bound;

typedef struct segmentation { /* shared by states; changed only while there is one reference */
  uint32_t refs;
  const cell_domain *cells;
  bound *bounds; /* stb_ds */
  void **values; /* stb_ds, one fewer */
} segmentation;

typedef struct state {
  bool bottom;
  bool restarted; /* bottom, but its variables are the left operand of the next join or widening */
  void *variables;
  struct array_tree *arrays; /* arrays.c: the segmentations of arrays */
} state;

/* ---- arrays.c: the segmentations of a state's arrays ----------------------------------------- */

typedef struct array_tree array_tree; /* NULL: nothing is known of any */

void state_forget_arrays(state *s);                   /* also frees them */
void state_share_arrays(state *s, const state *from); /* become those of it */
/* NULL: nothing is known of the array. */
segmentation *state_array(const state *s, uint32_t array);
void state_put_array(const segments *d, state *s, uint32_t array,
                     segmentation *of); /* takes it over; NULL is fine */
/* For a change: a copy of its own where others refer to it. */
segmentation *segmentation_own(const segments *d, state *s, uint32_t array);
/* The first variable from `from` on with a segmentation, or of which two states have different
 * ones; AZ_NONE: there is none. */
uint32_t state_next_array(const state *s, uint32_t from);
uint32_t state_next_difference(const state *a, const state *b, uint32_t from);

/* ---- bound.c: sets of expressions ------------------------------------------------------------ */

bound bound_of(const az_sum *sum, bool maybe);
bound bound_copy(const bound *b);
void bound_free(bound *b);
bool bound_has(const bound *b, const az_sum *sum);
/* Does one set have an expression of the other? */
bool bound_meets(const bound *a, const bound *b);
bool sum_same_part(const az_sum *a, const az_sum *b); /* a - b is a constant */
az_sum sum_plus(const az_sum *sum, az_wide constant);
bool sum_has(const az_sum *sum, az_term var);
/* Are all its variables those of the program, with names in C? */
bool sum_is_named(const segments *d, const az_sum *sum);
/* Is it of the form that bounds may have? */
bool sum_admitted(const segments *d, const az_sum *sum);
/* Adds it unless it is there or has not the form. */
void bound_add(const segments *d, bound *b, const az_sum *sum);
void bound_grow(const segments *d, bound *b, const az_sum *sum); /* unless the set is large, too */
void bound_add_all(const segments *d, bound *b, const bound *more);
/* All expressions of the set plus a constant. */
bound bound_plus(const segments *d, const bound *b, az_wide constant, bool maybe);

/* ---- segmentation.c -------------------------------------------------------------------------- */

void *cells_top(const cell_domain *cells);
void *cells_bottom(const cell_domain *cells);
void *cells_copy(const cell_domain *cells, const void *value);
void cells_free(const cell_domain *cells, void *value);

segmentation *segmentation_new(const cell_domain *cells); /* without bounds */
segmentation *segmentation_ref(segmentation *s);
void segmentation_free(segmentation *s); /* NULL is fine */
segmentation *segmentation_copy(const segmentation *s);
uint32_t segmentation_last(const segmentation *s); /* index of the last bound */
/* {0} T {length}, with what is known of the length. */
segmentation *segmentation_smashed(const segments *d, uint32_t array);
/* Appends: takes the value (none before the first bound) and the bound over. */
void segmentation_append(segmentation *s, void *value, bound b);
/* May two segments that are joined be empty? Both may, or, without reductions, one of them. */
bool segments_joined_maybe(const segments *d, bool first, bool second);
/* Joins the segments first .. behind-1 into one. */
void segmentation_join_range(const segments *d, segmentation *s, uint32_t first, uint32_t behind);
/* Bounds first .. last are equal: one set, the segments between them vanish. */
void segmentation_merge(const segments *d, segmentation *s, uint32_t first, uint32_t last);
/* Cuts the segment at b; both halves keep its value. */
void segmentation_split(segmentation *s, uint32_t segment, bound b, bool behind_maybe);
/* Drops sets that have become empty, and joins the segments beside them. */
void segmentation_clean(const segments *d, segmentation *s);
uint32_t segmentation_position(const segmentation *s, const az_sum *sum); /* AZ_NONE */
bool segmentation_speaks(const segmentation *s, az_term var); /* has a bound the variable? */

char *segmentation_print(const segments *d, const segmentation *s);

/* ---- parse.c --------------------------------------------------------------------------------- */

/* "{0}[-100,100]{i}?T{n}", with or without commas and angles. NULL and err on failure. `path`: in
 * front of the names of variables that are not all the program's, or NULL. */
segmentation *segmentation_parse(const segments *d, uint32_t array, const char *path,
                                 const char *text, az_error *err);

/* ---- entries.c: the option `entry` ----------------------------------------------------------- */

typedef struct entries entries;

/* False and err: the text is wrong. */
bool entries_read(segments *d, const char *text, az_error *err);
void entries_free(segments *d);
void entries_enter(segments *d, state *s, const az_entered *entered);
char *entries_broken(segments *d, const state *s, const az_entered *entered); /* or NULL */
const char *entries_assumed(const segments *d);                               /* or NULL */

/* ---- order.c: the oracle e <= e' ------------------------------------------------------------- */

/* What the state's domain of variables knows of a term that is one; else nothing. */
az_facts variable_facts(const segments *d, const state *s, az_term var, bool is_signed);

typedef struct order {
  const segments *d;
  const state *s;
  const az_sum *given; /* NULL, or a sum that is known to be at least 0 */
} order;

/* x + gap <= y? False where that is not known. */
bool order_at_most(const order *o, const az_sum *x, const az_sum *y, az_wide gap);
/* For some expressions of the sets. */
bool order_bounds(const order *o, const bound *x, const bound *y, az_wide gap);
bool order_sum_bound(const order *o, const az_sum *x, const bound *y, az_wide gap);
bool order_bound_sum(const order *o, const bound *x, const az_sum *y, az_wide gap);
/* `?` is removed where bounds are known apart, equal bounds are merged. False: the array has a
 * segment with cells that have no value, the state is not reachable. */
bool order_reduce(const order *o, segmentation *s);
/* Would that change it, or say so? */
bool order_reduces(const order *o, const segmentation *s);

/* ---- read.c ---------------------------------------------------------------------------------- */

/* An oracle for facts.h about variables and cells; `memory` lives as long as it. */
typedef struct asked {
  const segments *d;
  const state *s;
} asked;
az_oracle segments_oracle(asked *memory, const segments *d, const state *s);
az_facts segments_facts(const segments *d, const state *s, az_term t, bool is_signed);
/* A term as a sum that does not wrap, as far as the state tells. */
bool segments_sum(const segments *d, const state *s, az_term t, bool is_signed, az_sum *out);
/* The segments low .. high-1 in which an index may lie that is within the array. */
void segments_locate(const order *o, const segmentation *s, const az_sum *index, uint32_t *low,
                     uint32_t *high);
/* What is known of the cells at that index (a term of index_bits): a value of the elements. */
void *segments_read(const segments *d, const state *s, uint32_t array, az_term index);

/* ---- relations.c: relations of cells to variables, and to other arrays' cells ---------------- */

/* The variables and cells that the context of a form of cells has beside value and index. */
void relations_see(segments *d, cell_domain *cells, uint32_t *count);
/* A variable or an array begins or ends: cells are no longer related to it. */
void relations_forget(const segments *d, state *s, uint32_t var);
/* Before and after a variable is assigned. */
void relations_assign(const segments *d, state *s, uint32_t var, az_term value, bool weak);
void relations_assigned(const segments *d, state *s, uint32_t var, az_term value);
/* What is known of a cell that gets the value, beside facts of the value and of its index. */
void relations_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term value, void *cell);
/* Other arrays' segments may hold relations to the cells first <= j < behind, which change. */
void relations_changed(const segments *d, state *s, uint32_t array, az_term first, az_term behind);
/* All cells were copied from another array that is as long. */
void relations_copied(const segments *d, segmentation *to, uint32_t array, uint32_t from);
/* Of a claim over a cell's context: other arrays' cells at the index of this one. */
void relations_bind(const segments *d, const cell_domain *cells, az_term index, az_subst *subst);

/* ---- write.c --------------------------------------------------------------------------------- */

/* The cells first <= j < behind get a value (taken over); behind AZ_NO_TERM: a single cell. */
void segments_write(const segments *d, state *s, uint32_t array, az_term first, az_term behind,
                    void *value, bool weak);
/* An access is within its array: what that says of the index. */
void segments_access(const segments *d, state *s, uint32_t array, az_term index);
/* The cells of segments low .. high-1 may have the value (taken over). */
void segmentation_write_weakly(segmentation *s, uint32_t low, uint32_t high, void *value);

/* ---- value.c --------------------------------------------------------------------------------- */

/* The value of the elements that a term has, written at an index. */
void *segments_written(const segments *d, const state *s, uint32_t array, az_term index,
                       az_term behind, az_term value);
/* All cells. */
void segments_fill(const segments *d, state *s, uint32_t array, az_term value, bool weak);

/* ---- assign.c, assume.c, unify.c, claims.c --------------------------------------------------- */

void segments_assign(const segments *d, state *s, uint32_t var, az_term value, bool weak);
/* No bound speaks of the variable any more. */
void segments_forget(const segments *d, state *s, uint32_t var);
void segments_assume(const segments *d, state *s, az_term condition);
void segments_set_bottom(const segments *d, state *s);
void segments_reduce(const segments *d, state *s); /* all arrays, by what the state knows */

/* Two segmentations with the same bounds, each a weaker description than its operand in the
 * state of its order. `left_only`: only expressions of a, for widening. */
void segmentation_unify(const order *of_a, const segmentation *a, const order *of_b,
                        const segmentation *b, bool left_only, segmentation **out_a,
                        segmentation **out_b);
/* Is a result of unification its operand, with all bounds, maybe split? */
bool segmentation_keeps(const segmentation *result, const segmentation *operand);

/* Has `weak`, in the state of its order, the same segments as a, with no expressions that a has
 * not? Then it is what unification and join would make of the two. */
bool segmentation_covers(const order *of_weak, const segmentation *weak, const segmentation *a);

void segments_claims(const segments *d, const state *s, const az_claim_sink *sink);

#endif
