/* Domains: the form of an invariant. A domain instance is opened on the template variables of all
 * sites (a site is a loop head, a function's entry or exit, a call) and answers rows, each over the
 * variables of one site. A value gives every row its parameter d_r; T_r(x, d_r) is the row's claim
 * about a state x. The core, not the domain, decides at which states a claim is assumed, where it
 * may be violated and under which guards (docs/soundness.md 2), so that no domain can get that
 * wrong. */
#ifndef ANSATZ_DOMAIN_H
#define ANSATZ_DOMAIN_H

#include "ansatz/module.h"
#include "ansatz/program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum az_site_kind { AZ_SITE_LOOP, AZ_SITE_ENTRY, AZ_SITE_EXIT, AZ_SITE_CALL } az_site_kind;

/* A loop has one site for its own variables and one more for each allocation site whose objects it
 * changes: there the fields of one arbitrary but fixed object o* (docs/soundness.md 6) are
 * variables too, beside the loop's own. The core guards and instantiates what is claimed there. */

typedef struct az_site {
  az_site_kind kind;
  const char *name; /* "main.2": function and loop number; unique (an inlined instance adds its call
                       path, a site for o* the object: "main.2 dyn7") */
  az_loc loc;
  uint32_t heap; /* 0, or the instance of the allocation site whose o* the site speaks of */
  bool apart;    /* and only if certain pointers do not lead to it */
} az_site;

/* A part of a site's states. Either a symbolic path (docs/soundness.md 5): executions on which
 * certain
 * loops around the site's or before it have, others have not, taken their back edge since they were
 * last entered. Or, at a site of o*, the states in which a pointer that the loop changes leads to
 * o*, or does not. Parts are sites of the core behind those of a context: same variables, same
 * states; what is claimed at one is guarded. Domains that want to tell parts apart give each rows
 * of its own. */
typedef struct az_site_part {
  uint32_t of;    /* the site */
  uint32_t loops; /* a path: how many loops it tells of, the nearest ones; 0: by a pointer */
  bool whole; /* one of those that share out all states among them: the 2^loops paths, a pointer's
                 two parts; else it tells of one loop, not the nearest */
} az_site_part;

/* A template variable: something that the program can name at a site. In a state it is `width`
 * consecutive terms, 1 for a scalar (a bv of the type's bits), 2 for a pointer (object part, offset
 * part), 1 array-sorted term for an array leaf, 2 for what a pointer of the site reaches: an
 * integer field of the object that it leads to and, a bool, whether it leads to the start of one
 * that has such a field (else the first says nothing); 1 for who last wrote a pointer into an
 * allocated object or o*: a number of the statement, 0: nobody since it was allocated. */
typedef enum az_tvar_kind {
  AZ_TV_INT,
  AZ_TV_FLOAT,
  AZ_TV_POINTER,
  AZ_TV_ARRAY,
  AZ_TV_REACHED,
  AZ_TV_WRITER
} az_tvar_kind;
typedef struct az_tvar {
  az_tvar_kind kind;
  uint32_t site;
  const char *name; /* C lvalue: "i", "s.x", "a[]" */
  az_type type;     /* of the value; of the element for arrays */
  uint32_t bits;    /* INT, FLOAT: width of the term; ARRAY: of the element */
  bool is_signed;
  bool changes;  /* false: constant through the loop, there because relations may need it */
  bool of_fixed; /* a field of o* */
  bool writer;   /* REACHED: not a field, but who last wrote a pointer into the object */
  bool second;   /* POINTER: that field of any other living object of the allocation site, or of
                    any living one of another site; NULL where there is none. For claims about
                    two pointers; no row is about it alone */
  uint32_t self; /* 0, or: this is o*.f->g for links f and g (o* where f is NULL), and there a state
                    has the address of o*. For claims that links are each other's inverse */
  bool exact;    /* POINTER: it may lead to more than NULL and objects of allocation sites */
  uint32_t object; /* object of the program it belongs to, AZ_NONE if none */
  uint32_t at;     /* index of its first term in a state of its site */
  uint32_t live;   /* 0, or: this is the array that says which objects of an allocation site
                      live (elements of 1 bit, index: the identity), and that is its instance */
  uint32_t born;   /* with `live`: 0, or where a state has the addresses of o* and, two terms behind
                      it, of any other object o** of that allocation site. Where there are such,
                      the identities of objects (of all sites) that live ascend with their births */
  az_term index;   /* ARRAY (but for `live`): the fixed but arbitrary index, a rigid variable, that
                      rows speak of: a claim about `select(a, index)` is assumed by the core at every
                      index that is read, too */
  az_term size;    /* ARRAY: number of elements as a term of the index's sort that no loop changes;
                      AZ_NO_TERM: not known */
  uint32_t entry;  /* 0, or the index, in a state, of the value with which this run of the loop was
                      entered */
  uint32_t link;   /* REACHED: index, in a state, of the pointer's first term */
} az_tvar;

/* Of the proof, not of the program: nothing that a C expression could say. */
static inline bool az_tvar_is_derived(const az_tvar *v) {
  return v->kind == AZ_TV_REACHED || v->kind == AZ_TV_WRITER;
}

/* A condition of the program, or of a check of it, over the variables of one site: a bool term over
 * the site's canonical state (`canonical` below). */
typedef struct az_condition {
  uint32_t site;
  az_term term;
  bool in_check; /* from what is to be proved, else from a branch or loop condition */
} az_condition;

/* Conditions over `formals`, a variable for each term of a state of the site, and as C. */
typedef struct az_question {
  uint32_t site;
  const az_term *formals;
  uint32_t formal_count;
  const az_term *conditions;
  const char *const *texts;
  uint32_t count;
} az_question;

typedef struct az_domain_context {
  const az_program *program;
  az_store *store;
  const az_site *sites;
  uint32_t site_count;
  const az_site_part *parts; /* part i is site `site_count + i`, with a place in `sites` and in all
                           tables by site */
  uint32_t part_count;
  const az_tvar *vars;
  uint32_t var_count;
  struct az_registry *registry; /* for composites: to open inner domains (az_domain_open) */
  /* What the program says about its variables; all may be NULL (hand-made contexts). */
  const az_term *const *canonical; /* by site: the state that the conditions speak of (loop-back
                                      variables), terms as in an az_state */
  const az_term *const *entry, *const *next; /* by site: the states on entry and one round later,
                                                over `canonical` */
  const az_condition *conditions;
  uint32_t condition_count;
  const az_condition *cell_conditions; /* about elements of arrays: over the canonical state of a
                                          loop's own site, arrays read at their rigid index, or at
                                          what is made of it and of what the loop does not change */
  uint32_t cell_condition_count;
  const uint32_t *const *related; /* by variable: the other variables of its site that data or
                                     control flow ties to it, ascending, ends with UINT32_MAX */
  const char *const *objects;     /* by instance (low part of a pointer's object part): its name or
                                     that of the allocation site, NULL: it has none */
  uint32_t object_count;
  /* Which of the conditions hold in all states of the site? The solver is asked which are inductive
   * together, with what was found before, on a small budget: false also where that is not known.
   * Those that do are facts from then on. NULL: there is nobody to ask. Only while a domain is
   * opened; a later question is answered if it was asked before. */
  void (*always)(const struct az_domain_context *context, const struct az_question *question,
                 bool *holds);
  void *asked; /* who is */
} az_domain_context;

/* Are two variables of one site tied by data or control flow? True where that is not known. */
bool az_tvars_related(const az_domain_context *context, uint32_t a, uint32_t b);

/* A state at a site: the terms of the site's variables. `next`: the state one iteration later, for
 * rows about transitions. */
typedef struct az_state {
  uint32_t site;
  const az_term *values;
  const az_term *next; /* or NULL */
} az_state;

/* A model: the value (constant term) of any term. */
typedef struct az_model {
  az_term (*value)(void *ctx, az_term t);
  void *ctx;
} az_model;

typedef struct az_row {
  uint32_t site;
} az_row;

typedef struct az_domain_ops {
  /* NULL and err on failure. `options` lives as long as the instance. A variable that the domain
   * has no row for is simply left out; `takes` says which (NULL: all). Bounds of a value start at
   * bottom. */
  void *(*open)(const az_domain_context *context, const az_desc *options, az_error *err);
  void (*close)(void *self);
  bool (*takes)(const az_tvar *var);
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
  /* Optional facets by name ("numeric", "ranking", "transfer", "inner"; "note": a text for the
   * user, why rows are missing; "segmentation": one, how arrays are cut; "order": rows speak of who
   * was born before whom, az_tvar.born, which is known to the solver only then; "writers": there
   * should be variables for who wrote pointers, AZ_TV_WRITER); NULL: has it not.
   * NULL slot: none. */
  const void *(*facet)(void *self, const char *name);
} az_domain_ops;

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
