/* Invariants of one form over a step formula: opens the domain on the formula's views, runs its
 * strategy and leaves the rows found as facts of the solver. */
#ifndef AZ_SYNTH_INVARIANTS_H
#define AZ_SYNTH_INVARIANTS_H

#include "ansatz/module.h"
#include "ansatz/switches.h"
#include "synth/houdini.h"
#include "synth/sources.h"
#include "synth/synthesis.h"

typedef struct az_form {
  const az_desc *domain;
  const az_desc *strategy; /* default of the leaves */
  double share;            /* of the time left that it may take in a round */
} az_form;

typedef struct az_invariants {
  bool inductive; /* the rows are facts of the solver, also when this is freed; false: not found in
                     time, nothing stays */
  uint64_t steps; /* of the strategies */
  az_cuts *cuts;
  az_domain domain;
  az_domain_context context; /* that the domain was opened on */
  az_strategies *strategies; /* of the domain and its components */
  az_synthesis *synthesis;   /* az_synthesis_notes: what the user should know of the result; NULL
                                once settled */
  void *value;
  az_settled_rows *settled; /* NULL: all of the domain is compiled in */
  uint32_t *told; /* stb_ds: by loop instance, copies whose back edges have the rows as facts */
} az_invariants;

/* Before anything runs: do the form's strategies fit its domains? */
az_status az_form_check(az_registry *registry, const az_form *form, const az_program *p,
                        az_error *err);
/* What domain expressions are opened on: a step formula's cut points, as observations and sources
 * show them. */
typedef struct az_form_place {
  az_registry *registry;
  const az_observers *observers;
  az_cuts *cuts;
  const az_sources *sources;
} az_form_place;
/* Makes the context of a domain expression: the observations that it names are declared where they
 * were not yet, the candidates computed that its domains ask for. False and err on failure. */
bool az_form_context(const az_form_place *place, const az_desc *domain, az_domain_context *context,
                     az_error *err);
/* Where invariants are looked for, and with what. */
typedef struct az_invariants_search {
  az_form_place at;                   /* the formula, as houdini and instances */
  const az_domain_context *opened_on; /* of az_form_context */
  const bool *cone; /* by view, where rows are wanted (az_cone_of_influence); NULL: everywhere */
  az_houdini *houdini;
  az_instances *instances;
  az_solver *solver;
  const az_switches *switches; /* NULL: the defaults */
  double deadline;             /* az_clock() */
} az_invariants_search;

/* NULL and err on failure. What is of the formula lives as long as the result. */
az_invariants *az_invariants_find(const az_invariants_search *search, const az_form *form,
                                  az_error *err);
/* With all rows as facts: can any of them be violated? AZ_UNSAT: they are inductive. */
az_answer az_invariants_violated(az_invariants *found, double deadline);
/* The rows, inductive ones, as permanent facts at every loop-back state that the formula has by now
 * and that was not told before: they hold for real executions, so in any copy. */
void az_invariants_tell(az_invariants *found, az_instances *instances, az_solver *solver);
/* Only the result is kept: what the search assumed is retired. */
void az_invariants_settle(az_invariants *found);
uint32_t az_invariants_rows(const az_invariants *found);
/* As people read it, caller frees; NULL: nothing to say. */
char *az_invariants_print(const az_invariants *found, uint32_t row, const az_view **view);
void az_invariants_free(az_invariants *found);
/* "x - y" of the numeric row "x - y <= d", *above, or "x >= d": what it is about. NULL: it can have
 * no bound, or the domain has no such rows. Caller frees. */
char *az_row_subject(const az_domain *d, uint32_t row, bool *above);

#endif
