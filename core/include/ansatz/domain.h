/* Domains: the form of an invariant. A domain instance is opened on the template variables of all
 * views of all cut points (loop heads) and answers rows, each over the variables of one view. A
 * value gives every row its parameter d_r; T_r(x, d_r) is the row's claim about a state x. The
 * core, not the domain, decides at which states a claim is assumed, where it may be violated and
 * under which guards (docs/soundness.md 2), so that no domain can get that wrong. */
#ifndef ANSATZ_DOMAIN_H
#define ANSATZ_DOMAIN_H

#include "ansatz/module.h"
#include "ansatz/program.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- cut points and views -------------------------------------------------------------------- */

typedef enum az_cutpoint_kind { AZ_CUTPOINT_LOOP } az_cutpoint_kind;

/* A view of a cut point: the states under which claims are made. The core makes one of all states
 * of each loop head; observations (observation.h) make others, by a guard over the state: an
 * arbitrary but fixed object of an allocation site lives, a pointer does not lead to it, a loop
 * before has gone round. The core guards and instantiates what is claimed at a view, so that no
 * domain has to. */
typedef struct az_view {
  az_cutpoint_kind kind;
  const char *name; /* "main.2": function and loop number, for an inlined instance with its call
                       path; with what the guard says: "main.2 dyn7". Unique */
  az_loc loc;
  uint32_t of;    /* the view of which this one is a part; the view of all states of the
                     cut point names itself */
  uint32_t heap;  /* 0, or the allocation site whose fixed object o* the claims are about */
  bool except;    /* the guard also says that certain pointers do not lead to o* */
  const char *by; /* the observation that made it, NULL: the core */
  uint32_t group; /* views with equal `of`, `by` and `group` partition the states of `of`; 0: the
                     view and its negation do */
  uint32_t depth; /* number of conditions in the guard beyond that of `of` */
} az_view;

/* ---- variables ------------------------------------------------------------------------------- */

/* How the value of a variable is obtained from a state. */
typedef enum az_access_kind {
  AZ_ACCESS_PROGRAM, /* scalar or array at an offset of an object with a name of its own */
  AZ_ACCESS_FIXED,   /* an arbitrary but fixed object of an allocation site: an address */
  AZ_ACCESS_OBJECT,  /* the address of an object that was allocated outside all loops */
  AZ_ACCESS_FIELD,   /* a field of the fixed object `of`, or of what the pointer `of` leads to */
  AZ_ACCESS_CELL,    /* an element of the array `of` */
  AZ_ACCESS_OFFSET,  /* of the pointer `of` */
  AZ_ACCESS_GHOST,   /* a ghost cell: a field of the object `of`, of what the pointer `of` leads
                        to or, where that is NULL, of no object */
  AZ_ACCESS_ENTRY,   /* what `of` was when this run of the loop was entered */
  AZ_ACCESS_LIVES,   /* an array: which identities of an allocation site live (elements of 1 bit) */
  AZ_ACCESS_COMBINED, /* a term over others, `of` the first of them */
} az_access_kind;
/* Equal paths of a cut point are the same pointer. */
typedef struct az_access {
  az_access_kind kind;
  const struct az_access *of;
  uint32_t instance; /* PROGRAM: the object, equal for all its fields; OBJECT: it; FIXED, LIVES:
                        allocation site */
  uint32_t
      ordinal; /* FIXED: 0 is o*, 1 is o**, another one; GHOST without `of`: tells loops apart */
  uint64_t offset;   /* PROGRAM, FIELD: in bytes; CELL: index; GHOST: number of the cell */
  uint32_t bytes;    /* PROGRAM, FIELD: of an element */
  const char *ghost; /* GHOST, COMBINED: name */
} az_access;

/* A template variable: something that rows may speak of at a view. In a state it is one term, or
 * two for a pointer (object part, offset part). */
typedef enum az_tvar_kind {
  AZ_TV_INT,
  AZ_TV_FLOAT,
  AZ_TV_POINTER,
  AZ_TV_ARRAY,
} az_tvar_kind;
typedef struct az_tvar {
  az_tvar_kind kind;
  uint32_t view;         /* where rows may speak of it */
  const char *name;      /* as people read it: a C lvalue "i", "s.x", "a[]" where it is one */
  const az_access *path; /* NULL: made by a domain (elements, indices) */
  az_type type;          /* of the value; of the element for arrays */
  uint32_t bits;         /* INT, FLOAT: width of the term; ARRAY: of the element */
  bool is_signed;
  bool changes; /* does the loop change it? constants are listed because relations may need them */
  bool auxiliary; /* no row is about it unless a domain asks for its path: a value on entry, a field
                     behind a pointer, a link of another object */
  uint32_t object; /* object of the program it belongs to, AZ_NONE if none */
  uint32_t at;     /* index of its first term in a state of its view */
  uint32_t there; /* 0, or 1 + index of a bool: is there such a value? Else its term says nothing */
  uint32_t entry; /* 0, or the index of the value with which this run of the loop was entered */
  az_term index;  /* ARRAY: the fixed but arbitrary index, a rigid variable, that rows speak of: a
                     claim about `select(a, index)` is assumed by the core at every index that is
                     read, too. AZ_NO_TERM: an array of which identities live */
  az_term size;   /* ARRAY: number of elements as a term of the index's sort that no loop changes;
                     AZ_NO_TERM: not known */
  const uint32_t *targets; /* POINTER: objects and allocation sites that it may lead to (numbers of
                              az_domain_context.objects; 0: NULL) */
  uint32_t target_count;
  bool anywhere; /* POINTER: it may also lead to an object that is not listed */
} az_tvar;

/* The variable is a field or ghost field of the fixed object of that ordinal. */
static inline bool az_tvar_of_fixed(const az_tvar *v, uint32_t ordinal) {
  const az_access *p = v->path;
  if (p && p->kind == AZ_ACCESS_OFFSET) p = p->of;
  if (!p || (p->kind != AZ_ACCESS_FIELD && p->kind != AZ_ACCESS_GHOST)) return false;
  return p->of && p->of->kind == AZ_ACCESS_FIXED && p->of->ordinal == ordinal;
}
/* How many terms of a state it has, from `at` on. */
static inline uint32_t az_tvar_terms(const az_tvar *v) {
  return v->kind == AZ_TV_POINTER ? 2 : 1;
}
/* It is a cell of an array that is a variable, too. */
static inline bool az_tvar_is_cell(const az_tvar *v) {
  return v->path && v->path->kind == AZ_ACCESS_CELL;
}
/* The allocation site whose live objects the variable describes, or 0. */
static inline uint32_t az_tvar_lives(const az_tvar *v) {
  return v->path && v->path->kind == AZ_ACCESS_LIVES ? v->path->instance : 0;
}

/* Equal paths but for the cut point, and the call of a function that a local belongs to. */
bool az_tvars_same_place(const az_tvar *a, const az_tvar *b);

/* What a pointer may lead to: a named or allocated object, or any of an allocation site. */
typedef struct az_object_name {
  const char *name; /* NULL: it has none */
  bool is_site;
} az_object_name;

/* A condition of the program, or of a check of it, over the variables of one view: a bool term over
 * the view's canonical state (`canonical` below). */
typedef struct az_condition {
  uint32_t view;
  az_term term;
  bool in_check; /* from what is to be proved, else from a branch or loop condition */
} az_condition;

/* Candidate invariants [flanagan2001]: conditions over `formals`, a variable for each term of a
 * state of the view, and as C. */
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
  /* What the program says about its variables; all may be NULL (hand-made contexts). */
  const az_term *const *canonical; /* by view: the state that the conditions speak of (loop-back
                                      variables), terms as in an az_state */
  const az_term *const *entry, *const *next; /* by view: the states on entry and one round later,
                                                over `canonical` */
  const az_condition *conditions;
  uint32_t condition_count;
  const az_condition
      *cell_conditions; /* about elements of arrays: over the canonical state of a
                           view of all states of a loop, arrays read at their rigid index, or at
                           what is made of it and of what the loop does not change */
  uint32_t cell_condition_count;
  const uint32_t *const *related; /* by variable: the other variables of its view that data or
                                     control flow ties to it, ascending, ends with UINT32_MAX */
  const az_object_name *objects;  /* by instance: the low part of a pointer's object part */
  uint32_t object_count;
  /* Which of the conditions hold in all states of the view? The solver is asked which are inductive
   * together, with what was found before, on a small budget: false also where that is not known.
   * Those that do are facts from then on. NULL: there is nobody to ask. Only while a domain is
   * opened; later ones are answered if they were asked before. */
  void (*always)(const struct az_domain_context *context,
                 const struct az_candidate_invariants *candidates, bool *holds);
  void *always_ctx;
  /* Analyses of the program along the control flow (analysis.h), at these views. NULL: there are
   * none, as within composites that have views of their own. */
  struct az_analyses *analyses;
  /* By view: under which condition, over `canonical`, a round of the loop comes back to its head.
   * NULL, or AZ_NO_TERM of a view: not known. */
  const az_term *goes_on;
} az_domain_context;

/* The object part of a pointer to the fixed object of that ordinal of an allocation site. */
az_term az_fixed_object(const az_domain_context *context, uint32_t allocation_site,
                        uint32_t ordinal);

/* Are two variables of one view tied by data or control flow? True where that is not known. */
bool az_tvars_related(const az_domain_context *context, uint32_t a, uint32_t b);

/* A state at a view: the terms of the view's variables. `next`: the state one round later, for rows
 * of rounds. */
typedef struct az_state {
  uint32_t view;
  const az_term *values;
  const az_term *next; /* or NULL */
} az_state;

/* A model: the value (constant term) of any term. */
typedef struct az_model {
  az_term (*value)(void *ctx, az_term t);
  void *ctx;
} az_model;

typedef struct az_row {
  uint32_t view;
  bool of_rounds; /* its claim is about a round: a state at the head and the `next` one, at the back
                     edge. It is assumed nowhere, and may be violated by every round */
  uint32_t step;  /* of_rounds: about so many consecutive rounds, from the head of the first to the
                     back edge of the last; 0 is 1. Nothing is known of it while k is smaller */
  bool after_first; /* of_rounds: but for those that begin with the first round since the loop was
                       entered */
} az_row;

/* A list of observations. */
typedef struct az_observations az_observations;
void az_observe(az_observations *list, const char *observation);
/* With a whole number or a bool as an option. */
void az_observe_with(az_observations *list, const char *observation, const char *option,
                     int64_t value);

typedef struct az_domain_ops {
  /* NULL and err on failure. `options` lives as long as the instance. A variable that the domain
   * has no row for is simply left out. Bounds of a value start at bottom. */
  void *(*open)(const az_domain_context *context, const az_desc *options, az_error *err);
  void (*close)(void *self);
  uint32_t (*row_count)(void *self);
  az_row (*row)(void *self, uint32_t row);
  /* Values: separate from the instance, created bottom. */
  void *(*value_new)(void *self);
  void *(*value_copy)(void *self, const void *value);
  void (*value_free)(void *self, void *value);
  void (*value_top)(void *self, void *value, uint32_t row); /* set the row to "no claim" */
  /* T_row(x, d): a bool term over the state's terms (only simplified bool structure; must not
   * wrap). Bottom: false. Top: true. */
  az_term (*claim)(void *self, uint32_t row, const void *value, const az_state *state);
  /* Joins the model's state into the row: afterwards the claim holds for it. False if nothing
   * changed (an error of the caller). */
  bool (*improve)(void *self, uint32_t row, void *value, const az_model *model,
                  const az_state *state);
  /* The row as people read it: "i <= 10", NULL for a row with nothing to say (top). Caller frees.
   */
  char *(*print)(void *self, uint32_t row, const void *value);
  /* Optional facets by name ("numeric"; "pointers"; "inner"; "note": a text for the user, why rows
   * are missing; "segmentation": one, how arrays are cut; "strategy": name of the one that finds
   * its rows where none is given with it); NULL: has it not. NULL slot: none. */
  const void *(*facet)(void *self, const char *name);
  /* The observations (observation.h) that its rows need, where the option `observe` names none:
   * adds them to the list, and may depend on the options. NULL slot: none. */
  void (*observe)(const az_desc *options, az_observations *list);
  /* Candidates that the program suggests and that it uses (AZ_ASKS_...). NULL slot: none. */
  uint32_t (*asks)(const az_desc *options);
  /* How it is run along the control flow (transfer.h), as an instance of its own; NULL: it is not.
   */
  const struct az_transfer_ops *transfer;
} az_domain_ops;

/* What domains of numbers observe: the observations that are made for them (of_numbers). */
void az_observe_numbers(const az_desc *options, az_observations *list);

/* Candidates are computed where a domain of the configuration asks for them. */
enum {
  AZ_ASKS_CONDITIONS = 1, /* az_domain_context.conditions */
  AZ_ASKS_CELLS = 2,      /* az_domain_context.cell_conditions */
  AZ_ASKS_RELATIONS = 4   /* az_domain_context.related */
};

/* Facet "numeric": rows of the form e_r(x) <= d_r. e_r is a signed bit-vector of `width(row)` bits,
 * wide enough not to wrap. */
typedef struct az_numeric_facet {
  uint32_t (*width)(void *self, uint32_t row);
  az_term (*expression)(void *self, uint32_t row, const az_state *state);
  void (*range)(void *self, uint32_t row, az_wide *least,
                az_wide *greatest); /* of e_r, by the variables' types */
  bool (*bound)(void *self, uint32_t row, const void *value, az_wide *bound); /* false: bottom */
  void (*set_bound)(void *self, uint32_t row, void *value,
                    az_wide bound);            /* >= greatest: top; < least: bottom */
  uint32_t (*arity)(void *self, uint32_t row); /* variables in the row; NULL: not known. Strategies
                                                  may search the simplest rows first */
  /* The bound of e_r that follows from `value`'s rows of one variable; false: they are bottom.
   * NULL: not known. */
  bool (*implied)(void *self, uint32_t row, const void *value, az_wide *bound);
} az_numeric_facet;

/* What a pointer may lead to, as rows say it. */
typedef struct az_target {
  uint32_t instance; /* number of az_domain_context.objects; 0: no object */
  bool any;          /* any object of an allocation site, else the one with identity 0 */
  bool lives;        /* it does, whenever the pointer leads to it */
} az_target;

/* Facet "pointers": rows that say what a pointer leads to. */
typedef struct az_pointer_facet {
  const az_tvar *(*pointer)(void *self, uint32_t row);
  /* It leads to one of these, no instance twice, at this offset; NULL: at any. */
  void (*set_targets)(void *self, uint32_t row, void *value, const az_target *targets,
                      uint32_t count, const uint64_t *offset);
} az_pointer_facet;

/* A pointer as a component of a ranking, by the order in which objects are allocated
 * (az_ranking_descends in ranking.h). */
typedef struct az_descent {
  const az_tvar *pointer;
  const az_tvar *const *lives; /* which objects of the allocation sites it may lead to live */
  uint32_t sites;
  bool younger; /* it goes on to what was allocated later; counts only for sites of which the loop
                   neither allocates nor frees anything */
} az_descent;

/* Facet "measure": rows of rounds, whose parameter is a tuple of expressions. The row claims that
 * the tuple decreases (ranking.h). Expressions are made of candidates, signed bit-vectors
 * of `width(row, candidate)` bits that do not wrap, each cut off at a floor: max(e(x), floor). */
typedef struct az_measure_facet {
  uint32_t (*candidates)(void *self, uint32_t row);
  uint32_t (*width)(void *self, uint32_t row, uint32_t candidate);
  void (*range)(void *self, uint32_t row, uint32_t candidate, az_wide *least, az_wide *greatest);
  az_term (*expression)(void *self, uint32_t row, uint32_t candidate, const az_term *values);
  /* A candidate more, sum_i coefficients[i] * x_i over the variables of the row's view. */
  uint32_t (*variables)(void *self, uint32_t row);
  az_term (*variable)(void *self, uint32_t row, uint32_t variable, const az_term *values);
  uint32_t (*combine)(void *self, uint32_t row, const int32_t *coefficients);
  uint32_t (*most)(void *self); /* components of a tuple */
  bool (*floors)(void *self);   /* are expressions cut off? Else each floor is the least value */
  /* The tuple of a value: empty at first, which claims nothing that could be true. */
  uint32_t (*length)(void *self, uint32_t row, const void *value);
  az_term (*component)(void *self, uint32_t row, const void *value, uint32_t i,
                       const az_term *values);
  void (*append)(void *self, uint32_t row, void *value, uint32_t candidate, az_wide floor);
  void (*drop)(void *self, uint32_t row, void *value, uint32_t i); /* a component */
  void (*clear)(void *self, uint32_t row, void *value);            /* the empty tuple again */
  /* Is the candidate, or the component, no number, but a pointer? Its width and range are then
   * those of 0 and 1, its floor 0. NULL slots: none is. */
  bool (*descent)(void *self, uint32_t row, uint32_t candidate, az_descent *of);
  bool (*component_descent)(void *self, uint32_t row, const void *value, uint32_t i,
                            az_descent *of);
  /* "main.0: from x = 5, y = 1 to x = 5, y = 0", for messages; caller frees. */
  char *(*round)(void *self, uint32_t row, const az_model *model, const az_state *state);
  /* Conditions, bool terms over the state. A candidate more: where the condition holds, another one
   * (AZ_NONE: 1), and its least value (0) elsewhere. AZ_NONE: there is no such. NULL slots: no
   * conditions. */
  uint32_t (*guards)(void *self, uint32_t row);
  az_term (*guard)(void *self, uint32_t row, uint32_t guard, const az_term *values);
  uint32_t (*restricted)(void *self, uint32_t row, uint32_t guard, uint32_t candidate);
} az_measure_facet;

/* An opened domain. */
typedef struct az_domain {
  const az_module *module;
  const az_domain_ops *ops;
  void *self;
  const az_desc *desc; /* that it was opened with */
} az_domain;

/* Facet "inner": a composite whose rows are those of its components, one component's after the
 * other's, and whose values hold a value of each. The same table for all instances or one each. */
typedef struct az_inner_facet {
  const char *strategy; /* that the composite implies: name of a module */
  uint32_t (*count)(void *self);
  const az_domain *(*component)(void *self, uint32_t i);
  uint32_t (*first_row)(void *self, uint32_t i);
  void **(*slot)(void *self, void *value, uint32_t i); /* where the component's value is kept */
} az_inner_facet;

az_status az_domain_open(const az_domain_context *context, const az_desc *desc, az_domain *out,
                         az_error *err);
void az_domain_close(az_domain *domain);

#ifdef __cplusplus
}
#endif
#endif
