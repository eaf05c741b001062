/* Invariants of one form over a step formula: opens the domain on the formula's views, runs its
 * strategy and leaves the rows found as facts of the solver. */
#pragma once

#include "ansatz/module.h"
#include "ansatz/switches.h"
#include "synth/houdini.h"
#include "synth/sources.h"
#include "synth/synthesis.h"
#include "cutpoint/cutpoint.h"

typedef struct az_form {
  const az_desc *domain;
  const az_desc *strategy; /* default for the leaves of `domain` */
  double share;            /* scales its shares of the time left (schedule_search, _proof) */
  bool is_default;         /* the strategy was not requested: it need not fit */
} az_form;

typedef struct az_invariants {
  /* True if rows were found. They are asserted in the solver, also after this is freed. */
  bool inductive;
  uint64_t steps;          /* steps of the strategies */
  bool cut;                /* the strategy did not finish; its inductive rows are kept */
  bool late;               /* the search ended when its time was over */
  uint32_t kept, given_up; /* if `cut`: numbers of rows */
  az_cuts *cuts;
  az_domain domain;
  az_domain_context context; /* the context on which the domain was opened */
  az_strategies *strategies; /* of the domain and its components */
  az_synthesis *synthesis;   /* has notes for the user (az_synthesis_notes); NULL once frozen */
  void *value;
  az_frozen_rows *frozen; /* NULL: all of the domain is compiled in */
  uint32_t *asserted; /* stb_ds, by loop instance: copies with the rows asserted at the back edge */
} az_invariants;

/* Checks, before anything runs, that the form's strategies fit its domains. */
az_status az_form_check(az_registry *registry, const az_form *form, const az_program *p,
                        az_error *err);
/* The place at which domain expressions are opened: a step formula's cut points, as observations
 * and sources show them. */
typedef struct az_form_place {
  az_registry *registry;
  const az_observers *observers;
  az_cuts *cuts;
  const az_sources *sources;
} az_form_place;
/* Makes the context of a domain expression: declares the observations that it names, unless
 * declared before, and computes the candidates that its domains request. Returns false and sets err
 * on failure. */
bool az_form_context(const az_form_place *place, const az_desc *domain, az_domain_context *context,
                     az_error *err);
/* The parameters of a search for invariants. */
typedef struct az_invariants_search {
  az_form_place at;                   /* the formula, to which `houdini` and `instances` belong */
  const az_domain_context *opened_on; /* made by az_form_context */
  const bool *cone; /* by view: rows are searched there (az_cone_of_influence); NULL: everywhere */
  az_houdini *houdini;
  az_instances *instances;
  az_solver *solver;
  const az_switches *switches; /* NULL: the defaults */
  double deadline;             /* az_clock() */
} az_invariants_search;

/* Searches for invariants. Returns NULL and sets err on failure. The parts of the formula in
 * `search` must outlive the result. */
az_invariants *az_invariants_find(const az_invariants_search *search, const az_form *form,
                                  az_error *err);
/* Queries whether a row can be violated with all rows assumed; AZ_UNSAT: they are inductive. */
az_answer az_invariants_violated(az_invariants *found, double deadline);
/* Asserts the rows permanently at each loop-back state that was added since the last call. The rows
 * must be inductive: they then hold in real executions, hence in any copy. */
void az_invariants_assert(az_invariants *found, az_instances *instances, az_solver *solver);
/* Keeps only the result, and retires the facts that the search assumed. */
void az_invariants_freeze(az_invariants *found);
uint32_t az_invariants_rows(const az_invariants *found);
/* Returns the row as text, which the caller frees, or NULL if the row claims nothing. */
char *az_invariants_print(const az_invariants *found, uint32_t row, const az_view **view);
void az_invariants_free(az_invariants *found);
/* Returns the row's text with `d` for its parameter, "x - y <= d"; NULL if the domain has no such
 * text, or if the row cannot have a bound. The caller frees it. */
char *az_row_text(const az_domain *d, uint32_t row);

/* ---- cone_of_influence.c --------------------------------------------------------------------- */

/* Returns, by view of a step formula, whether a claim there may help to decide an open check
 * (`open`: by check of the program) or to show that no unwinding assertion is violated. If *ends is
 * true, leaves out claims that only show that a loop never ends, and sets *ends to whether there
 * are any. The caller frees the result. */
bool *az_cone_of_influence(const az_cuts *cuts, const bool *open, bool *ends);
