/* Domains: the form of an invariant. A domain instance is opened on the template variables of all
 * views of all cut points (loop heads) and supplies rows, each over the variables of one view. A
 * value gives every row its parameter d_r; T_r(x, d_r) is the row's claim about a state x. The
 * core, not the domain, decides at which states a claim is assumed, where it may be violated and
 * under which guards (docs/soundness.md 2), so that no domain can get that wrong. */
#ifndef ANSATZ_DOMAIN_H
#define ANSATZ_DOMAIN_H

#include "ansatz/linkage.h"
#include "ansatz/module.h"
#include "ansatz/program.h"

AZ_BEGIN_C

/* ---- cut points and views -------------------------------------------------------------------- */

typedef enum az_cutpoint_kind { AZ_CUTPOINT_LOOP } az_cutpoint_kind;

/* A view of a cut point: a guard over its state, under which claims are made. The core makes one
 * view of all states of each loop head; observations (observation.h) make views with other guards,
 * such as "an arbitrary but fixed object of an allocation site is live" or "an earlier loop has
 * iterated". Domains need not consider these guards: the core guards and instantiates the claims of
 * a view. */
typedef struct az_view {
  az_cutpoint_kind kind;
  const char *name; /* unique: call path of an inlined instance, function and loop number, guard:
                       "main.2", "main.2 dyn7" */
  az_loc loc;
  uint32_t of;    /* the view that this one restricts; the view of all states of a cut point names
                     itself */
  uint32_t heap;  /* 0, or the allocation site whose fixed object o* the claims are about */
  bool except;    /* the guard also states that certain pointers do not point to o* */
  const char *by; /* the observation that made the view; NULL: the core */
  uint32_t group; /* views with equal `of`, `by` and `group` partition the states of `of`; group 0:
                     the view and its negation partition them */
  uint32_t depth; /* number of conditions that the guard adds to the guard of `of` */
} az_view;

/* ---- variables ------------------------------------------------------------------------------- */

/* How the value of a variable is obtained from a state. */
typedef enum az_access_kind {
  AZ_ACCESS_PROGRAM, /* scalar or array at an offset of an object with a name of its own */
  AZ_ACCESS_FIXED,   /* an arbitrary but fixed object of an allocation site: an address */
  AZ_ACCESS_OBJECT,  /* the address of an object that was allocated outside all loops */
  AZ_ACCESS_FIELD,   /* a field of the fixed object `of`, or of the target of the pointer `of` */
  AZ_ACCESS_CELL,    /* an element of the array `of` */
  AZ_ACCESS_OFFSET,  /* the offset of the pointer `of` */
  AZ_ACCESS_GHOST,   /* a ghost cell: a field of the object `of`, of the target of the pointer `of`,
                        or of no object if `of` is NULL */
  AZ_ACCESS_ENTRY,   /* the value of `of` when the loop was last entered */
  AZ_ACCESS_SIZE,    /* size in bytes of the target of the pointer `of` */
  AZ_ACCESS_LIVE_SET, /* an array over the instance numbers of an allocation site: which objects are
                         live (elements of 1 bit) */
  AZ_ACCESS_COMBINED, /* a term over several paths, of which `of` is the first */
} az_access_kind;
/* Paths are unique: equal paths of a cut point are the same pointer. */
typedef struct az_access {
  az_access_kind kind;
  const struct az_access *of;
  uint32_t instance; /* PROGRAM: the object, the same for all its fields; OBJECT: the object; FIXED,
                        LIVE_SET: the allocation site */
  uint32_t ordinal;  /* FIXED: 0 is o*, 1 is o**, another object; GHOST without `of`: distinguishes
                        loops */
  uint64_t offset;   /* PROGRAM, FIELD: in bytes; CELL: index; GHOST: number of the cell */
  uint32_t bytes;    /* PROGRAM, FIELD: size of an element */
  const char *ghost; /* GHOST, COMBINED: name */
} az_access;

/* A template variable: a value that rows of a view may mention. In a state it is one term, or two
 * for a pointer (object part, offset part). */
typedef enum az_tvar_kind {
  AZ_TV_INT,
  AZ_TV_FLOAT,
  AZ_TV_POINTER,
  AZ_TV_ARRAY,
} az_tvar_kind;
typedef struct az_tvar {
  az_tvar_kind kind;
  uint32_t view;         /* the view whose rows may mention the variable */
  const char *name;      /* for people: a C lvalue such as "i", "s.x", "a[]" if there is one */
  const az_access *path; /* NULL: introduced by a domain (elements, indices) */
  az_type type;          /* of the value; ARRAY: of an element */
  uint32_t bits;         /* INT, FLOAT: width of the term; ARRAY: of the element */
  bool is_signed;
  bool changes;    /* whether the loop changes it; other variables are listed for relations only */
  bool auxiliary;  /* rows mention it only if the domain requests its path: a value on entry, a
                      field of a pointer's target, a link of another object */
  uint32_t object; /* the program's object that the variable belongs to; AZ_NONE: none */
  uint32_t at;     /* index of its first term in a state of its view */
  uint32_t there;  /* 0, or 1 + index of a bool term: whether the value exists; if not, the value's
                      term is arbitrary */
  uint32_t entry;  /* 0, or the index of its value when the loop was last entered */
  az_term index;   /* ARRAY: the fixed but arbitrary index, a rigid variable, that rows mention; the
                      core also assumes a claim about `select(a, index)` at each index that is read.
                      AZ_NO_TERM: an array of live objects */
  az_term size;    /* ARRAY: number of elements, a term of the index's sort that no loop changes;
                      AZ_NO_TERM: unknown */
  const uint32_t *targets; /* POINTER: the objects and allocation sites that it may point to,
                              ascending (indices into az_domain_context.objects; 0: NULL) */
  uint32_t target_count;
  bool anywhere; /* POINTER: it may also point to an object that is not listed */
} az_tvar;

/* Returns whether the variable is a field or ghost field of the fixed object of that ordinal. */
static inline bool az_tvar_of_fixed(const az_tvar *v, uint32_t ordinal) {
  const az_access *p = v->path;
  if (p && p->kind == AZ_ACCESS_OFFSET) p = p->of;
  if (!p || (p->kind != AZ_ACCESS_FIELD && p->kind != AZ_ACCESS_GHOST)) return false;
  return p->of && p->of->kind == AZ_ACCESS_FIXED && p->of->ordinal == ordinal;
}
/* Returns the number of terms of the variable in a state, the first at `at`. */
static inline uint32_t az_tvar_terms(const az_tvar *v) {
  return v->kind == AZ_TV_POINTER ? 2 : 1;
}
/* Returns whether the variable is a cell of an array that is itself a variable. */
static inline bool az_tvar_is_cell(const az_tvar *v) {
  return v->path && v->path->kind == AZ_ACCESS_CELL;
}
/* Returns the object, allocated outside all loops, whose lifetime the variable describes in one
 * bit; 0 if it describes none. */
static inline uint32_t az_tvar_live_object(const az_tvar *v) {
  return v->kind == AZ_TV_INT && v->bits == 1 && v->path && v->path->kind == AZ_ACCESS_PROGRAM &&
                 v->path->offset == UINT64_MAX
             ? v->path->instance
             : 0;
}
/* Returns the allocation site whose live objects the variable describes, or 0. */
static inline uint32_t az_tvar_live_site(const az_tvar *v) {
  return v->path && v->path->kind == AZ_ACCESS_LIVE_SET ? v->path->instance : 0;
}

/* Returns whether the paths are equal. Ignores the cut point and, for a local variable, the call of
 * its function. */
bool az_tvars_same_place(const az_tvar *a, const az_tvar *b);

/* A possible target of a pointer: an object, or any object of an allocation site. */
typedef struct az_object_name {
  const char *name; /* NULL: it has none */
  bool is_site;
} az_object_name;

/* A condition of the program, or of one of its checks, over the variables of one view: a bool term
 * over the canonical state of the view (`canonical` below). */
typedef struct az_condition {
  uint32_t view;
  az_term term;
  bool in_check; /* from a check that is to be proved; else from a branch or loop condition */
} az_condition;

/* Candidate invariants [flanagan2001]: conditions over `formals` (one formal for each term of a
 * state of the view), and the same conditions as C text. */
typedef struct az_candidate_invariants {
  uint32_t view;
  const az_term *formals;
  uint32_t formal_count;
  const az_term *conditions;
  const char *const *texts;
  uint32_t count;
} az_candidate_invariants;

typedef struct az_domain_context {
  const az_program *program;
  az_store *store;
  const az_view *views;
  uint32_t view_count;
  const az_tvar *vars;
  uint32_t var_count;
  struct az_registry *registry; /* for composites: to open inner domains (az_domain_open) */
  /* The following fields describe the program's variables; hand-made contexts may lack them
   * (NULL). */
  /* By view: the state (loop-back variables) over which conditions are expressed, laid out as in
   * az_state. */
  const az_term *const *canonical;
  /* By view: the states on loop entry and one iteration later, as terms over `canonical`. */
  const az_term *const *entry, *const *next;
  const az_condition *conditions;
  uint32_t condition_count;
  /* Conditions about array elements, over the canonical state of a view of all states of a loop.
   * Arrays are read at their rigid index, or at terms over it and over values that the loop does
   * not change. */
  const az_condition *cell_conditions;
  uint32_t cell_condition_count;
  /* By variable: the other variables of its view that are related to it by data or control flow, in
   * ascending order, terminated by UINT32_MAX. */
  const uint32_t *const *related;
  const az_object_name *objects; /* by instance: the low part of a pointer's object part */
  uint32_t object_count;
  /* Computes which of the conditions hold in all states of the view, into `holds`. The solver
   * decides, on a small budget, which are inductive together with the invariants found before.
   * False may also mean unknown. Conditions that hold are facts from then on. NULL: not available.
   * Called while a domain is opened; later calls only repeat earlier answers. */
  void (*always)(const struct az_domain_context *context,
                 const struct az_candidate_invariants *candidates, bool *holds);
  void *always_ctx;
  /* Analyses of the program along the control flow (analysis.h) at these views. NULL: not
   * available, as in composites that have views of their own. */
  struct az_analyses *analyses;
  /* By view: the condition, over `canonical`, under which an iteration of the loop returns to its
   * head. NULL, or AZ_NO_TERM for a view: unknown. */
  const az_term *goes_on;
} az_domain_context;

/* Returns the object part of a pointer to the fixed object of that ordinal of the site. */
az_term az_fixed_object(const az_domain_context *context, uint32_t allocation_site,
                        uint32_t ordinal);

/* Returns whether two variables of a view are related by data or control flow; true if unknown. */
bool az_tvars_related(const az_domain_context *context, uint32_t a, uint32_t b);

/* A state at a view: the terms of the view's variables. `next`: the state one iteration later, for
 * transition rows. */
typedef struct az_state {
  uint32_t view;
  const az_term *values;
  const az_term *next; /* or NULL */
} az_state;

/* A model: `value` returns the value of any term, as a constant term. */
typedef struct az_model {
  az_term (*value)(void *ctx, az_term t);
  void *ctx;
} az_model;

typedef struct az_row {
  uint32_t view;
  bool is_transition; /* a transition row: its claim is about a state at the head and the `next` one
                         at the back edge. It is never assumed, and any iteration may violate it */
  /* is_transition: number of consecutive iterations, from the head of the first to the back edge of
   * the last; 0 means 1. While k is smaller than `step`, nothing is known about the row. */
  uint32_t step;
  bool after_first; /* is_transition: sequences that start with the first iteration after loop entry
                       are excepted */
} az_row;

/* A list of observations. */
typedef struct az_observations az_observations;
void az_observe(az_observations *list, const char *observation);
/* Adds an observation with an option that is a whole number or a bool. */
void az_observe_with(az_observations *list, const char *observation, const char *option,
                     int64_t value);

typedef struct az_domain_ops {
  /* Opens the domain on the context. Returns NULL and fills err on failure. `options` lives as long
   * as the instance. A domain makes no rows for variables that it does not support; that is no
   * failure. Values start at bottom. */
  void *(*open)(const az_domain_context *context, const az_desc *options, az_error *err);
  void (*close)(void *self);
  uint32_t (*row_count)(void *self);
  az_row (*row)(void *self, uint32_t row);
  /* Creates a value (bottom), or copies one; the caller frees the result with value_free. */
  void *(*value_new)(void *self);
  void *(*value_copy)(void *self, const void *value);
  void (*value_free)(void *self, void *value);
  void (*value_top)(void *self, void *value, uint32_t row); /* sets the row to "no claim" */
  /* Returns T_row(x, d), a bool term over the terms of the state (its boolean structure may be
   * simplified; its arithmetic must not wrap). Bottom: false. Top: true. */
  az_term (*claim)(void *self, uint32_t row, const void *value, const az_state *state);
  /* Joins the model's state into the row, so that the claim holds for it. Returns false if nothing
   * changed, as the claim held before. */
  bool (*improve)(void *self, uint32_t row, void *value, const az_model *model,
                  const az_state *state);
  /* Returns the row as text, such as "i <= 10"; NULL for a row without a claim (top). The caller
   * frees it. */
  char *(*print)(void *self, uint32_t row, const void *value);
  /* Returns the row as text with `d` for its parameter, such as "p in d"; the caller frees it. If
   * the slot is NULL, rows with bounds are shown as bounds, and others by number. */
  char *(*row_text)(void *self, uint32_t row);
  /* Returns the optional facets of the instance, which never change. NULL slot: none. */
  struct az_facets (*facets)(void *self);
  /* Adds the observations (observation.h) that the domain's rows need to the list; they may depend
   * on the options. Not called if the option `observe` names some. NULL slot: none. */
  void (*observe)(const az_desc *options, az_observations *list);
  /* Returns the candidates from the program that the domain uses (AZ_ASKS_...). NULL slot: none. */
  uint32_t (*asks)(const az_desc *options);
  /* The domain's transfer functions (transfer.h), which have their own instance; NULL: the domain
   * cannot be run along the control flow. */
  const struct az_transfer_ops *transfer;
} az_domain_ops;

/* Initialises the operations of a domain from functions with these names in scope. The domain adds
 * `open`, `close` and optional operations. */
#define AZ_DOMAIN_ROWS                                                                             \
  .row_count = row_count, .row = row_at, .value_new = value_new, .value_copy = value_copy,         \
  .value_free = value_free, .value_top = value_top, .claim = claim, .improve = improve,            \
  .print = print

/* Adds the observations that are made for numeric domains (az_observation_ops.of_numbers). */
void az_observe_numbers(const az_desc *options, az_observations *list);

/* Candidates are computed if a domain of the configuration requests them. */
enum {
  AZ_ASKS_CONDITIONS = 1, /* az_domain_context.conditions */
  AZ_ASKS_CELLS = 2,      /* az_domain_context.cell_conditions */
  AZ_ASKS_RELATIONS = 4   /* az_domain_context.related */
};

/* Facet `numeric`: rows of the form e_r(x) <= d_r. e_r is a signed bit-vector of `width(row)` bits,
 * wide enough not to wrap. */
typedef struct az_numeric_facet {
  uint32_t (*width)(void *self, uint32_t row);
  az_term (*expression)(void *self, uint32_t row, const az_state *state);
  /* Computes the range of e_r that follows from the variables' types. */
  void (*range)(void *self, uint32_t row, az_wide *least, az_wide *greatest);
  bool (*bound)(void *self, uint32_t row, const void *value, az_wide *bound); /* false: bottom */
  /* Sets the row to top if the bound is >= greatest, and to bottom if it is < least. */
  void (*set_bound)(void *self, uint32_t row, void *value, az_wide bound);
  uint32_t (*arity)(void *self, uint32_t row); /* number of variables in the row; NULL: unknown.
                                                  Strategies may begin with rows of few */
  /* Computes the bound of e_r that follows from the single-variable rows of `value`. Returns false
   * if one of these is bottom. NULL: not available. */
  bool (*implied)(void *self, uint32_t row, const void *value, az_wide *bound);
  /* Returns the i-th narrower row, whose expression is e_r where some condition holds and the least
   * value of e_r elsewhere; AZ_NONE after the last. NULL slot: there are no such rows. */
  uint32_t (*narrower)(void *self, uint32_t row, uint32_t i);
} az_numeric_facet;

/* A possible target of a pointer, as a row states it. */
typedef struct az_target {
  uint32_t instance; /* index into az_domain_context.objects; 0: no object */
  bool any;          /* any object of an allocation site; else the object with instance number 0 */
  bool live;         /* the target is live whenever the pointer points to it */
} az_target;

/* Facet `pointers`: rows that state the targets of a pointer. */
typedef struct az_pointer_facet {
  const az_tvar *(*pointer)(void *self, uint32_t row);
  /* Sets the row to the claim that the pointer points to one of these targets (of different
   * instances) at `*offset`, or at any offset if `offset` is NULL. */
  void (*set_targets)(void *self, uint32_t row, void *value, const az_target *targets,
                      uint32_t count, const uint64_t *offset);
} az_pointer_facet;

/* A pointer as a component of a ranking. Pointers are ordered by the time at which their targets
 * were allocated (az_ranking_descends in ranking.h). */
typedef struct az_descent {
  const az_tvar *pointer;
  /* The sets of live objects, one for each allocation site that the pointer may point to. */
  const az_tvar *const *live_sets;
  uint32_t sites;
  bool younger; /* the pointer moves to objects that were allocated later. Only if the loop
                   allocates and frees no object of these sites */
} az_descent;

/* The candidates for components of tuples: signed bit-vectors of `width` bits that do not wrap. */
typedef struct az_measure_candidates {
  uint32_t (*count)(void *self, uint32_t row);
  uint32_t (*width)(void *self, uint32_t row, uint32_t candidate);
  void (*range)(void *self, uint32_t row, uint32_t candidate, az_wide *least, az_wide *greatest);
  az_term (*expression)(void *self, uint32_t row, uint32_t candidate, const az_term *values);
  /* Returns whether the candidate is a pointer and not a number. A pointer has the width and range
   * of {0, 1}, and floor 0. NULL: all candidates are numbers. */
  bool (*descent)(void *self, uint32_t row, uint32_t candidate, az_descent *of);
  bool (*floors)(void *self); /* expressions are cut off at floors; NULL: false */
} az_measure_candidates;

/* The tuple of a value. It is initially empty; the claim of the empty tuple is false. */
typedef struct az_measure_tuple {
  uint32_t (*most)(void *self); /* maximum number of components */
  uint32_t (*length)(void *self, uint32_t row, const void *value);
  az_term (*component)(void *self, uint32_t row, const void *value, uint32_t i,
                       const az_term *values);
  bool (*descent)(void *self, uint32_t row, const void *value, uint32_t i,
                  az_descent *of); /* as in az_measure_candidates */
  void (*append)(void *self, uint32_t row, void *value, uint32_t candidate, az_wide floor);
  void (*drop)(void *self, uint32_t row, void *value, uint32_t i); /* removes a component */
  void (*clear)(void *self, uint32_t row, void *value);            /* restores the empty tuple */
} az_measure_tuple;

/* Operations that add sums as further candidates: `combine` adds sum_i coefficients[i] * x_i over
 * the variables of the row's view, and returns its number. `split` adds such a sum plus a constant,
 * the next coefficient, where a candidate is at least `from`, and the sum by the coefficients after
 * that elsewhere (NULL: none; AZ_NONE: not for this candidate). */
typedef struct az_measure_sums {
  uint32_t (*variables)(void *self, uint32_t row);
  az_term (*variable)(void *self, uint32_t row, uint32_t variable, const az_term *values);
  uint32_t (*combine)(void *self, uint32_t row, const int32_t *coefficients);
  uint32_t (*split)(void *self, uint32_t row, uint32_t candidate, az_wide from,
                    const int32_t *coefficients);
} az_measure_sums;

/* Operations that add pieces as further candidates. `restricted` adds an expression that equals the
 * candidate (AZ_NONE: 1) where a condition holds, and the candidate's least value (0) elsewhere.
 * The condition is a bool term over the state. Returns AZ_NONE if there is no such expression. */
typedef struct az_measure_pieces {
  uint32_t (*guards)(void *self, uint32_t row);
  az_term (*guard)(void *self, uint32_t row, uint32_t guard, const az_term *values);
  uint32_t (*restricted)(void *self, uint32_t row, uint32_t guard, uint32_t candidate);
} az_measure_pieces;

/* Facet `measure`: transition rows whose parameter is a tuple of expressions. The row claims that
 * the tuple decreases (ranking.h). Expressions are candidates, each cut off at a floor: max(e(x),
 * floor). A group whose first operation is NULL is not supported (no candidates, no variables to
 * sum, no conditions). The group `tuple` is required. */
typedef struct az_measure_facet {
  az_measure_candidates candidates;
  az_measure_tuple tuple;
  az_measure_sums sums;
  az_measure_pieces pieces;
  /* Returns, as text, the iteration that a model describes: "main.0: from x = 5, y = 1 to x = 5, y
   * = 0". The caller frees it. NULL: none. */
  char *(*iteration)(void *self, uint32_t row, const az_model *model, const az_state *state);
} az_measure_facet;
static inline uint32_t az_measure_candidate_count(const az_measure_facet *f, void *self,
                                                  uint32_t row) {
  return f->candidates.count ? f->candidates.count(self, row) : 0;
}
static inline uint32_t az_measure_variable_count(const az_measure_facet *f, void *self,
                                                 uint32_t row) {
  return f->sums.variables ? f->sums.variables(self, row) : 0;
}
static inline uint32_t az_measure_guard_count(const az_measure_facet *f, void *self, uint32_t row) {
  return f->pieces.guards ? f->pieces.guards(self, row) : 0;
}
static inline bool az_measure_has_floors(const az_measure_facet *f, void *self) {
  return f->candidates.floors && f->candidates.floors(self);
}

/* An opened domain. */
typedef struct az_domain {
  const az_module *module;
  const az_domain_ops *ops;
  void *self;
  const az_desc *desc; /* the description that it was opened with */
} az_domain;

/* Facet `inner`: a composite. Its rows are the rows of its components, one component after the
 * other, and its values hold one value of each component. Operations get `self`, so that one
 * constant table suffices. */
typedef struct az_inner_facet {
  uint32_t (*count)(void *self);
  const az_domain *(*component)(void *self, uint32_t i);
  uint32_t (*first_row)(void *self, uint32_t i);
  /* Returns a pointer to the value of component i within `value`. */
  void **(*slot)(void *self, void *value, uint32_t i);
} az_inner_facet;

/* Optional facets of a domain; NULL: the domain lacks the facet. Texts and tables live as long as
 * the instance. */
typedef struct az_facets {
  const az_numeric_facet *numeric;
  const az_pointer_facet *pointers;
  const az_measure_facet *measure;
  const az_inner_facet *inner;
  struct az_found_claims *found_claims; /* the instance itself, if it is an az_found_claims */
  const char *strategy;     /* name of the strategy that finds the rows if none is given */
  const char *note;         /* for the user: why rows are missing */
  const char *segmentation; /* for the user: how arrays are cut */
} az_facets;
static inline az_facets az_domain_facets(const az_domain *d) {
  return d->ops->facets ? d->ops->facets(d->self) : (az_facets){0};
}

az_status az_domain_open(const az_domain_context *context, const az_desc *desc, az_domain *out,
                         az_error *err);
void az_domain_close(az_domain *domain);
/* Returns the row's claim, a bool term whatever the domain returned (az_handed_over in term.h). */
az_term az_domain_claim(az_store *store, const az_domain *d, uint32_t row, const void *value,
                        const az_state *state);

AZ_END_C
#endif
