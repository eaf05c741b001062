/* Trials of third-party modules: the laws that a domain, a strategy, an observation or a
 * segmentation policy has to obey (ansatz/domain.h and the like), at random states and values over
 * the loops of small programs. A broken law is reported with the smallest case that was found. A
 * trial that finds no broken law proves nothing. */
#ifndef AZ_TRIAL_TRIAL_H
#define AZ_TRIAL_TRIAL_H

#include "ansatz/module.h"
#include "cutpoint/cutpoint.h"
#include "synth/sources.h"
#include <stdio.h>

typedef struct az_trial {
  az_registry *registry;
  const az_desc *desc; /* the module with its options */
  FILE *out;
  void (*doing)(const char *line); /* called with the next request to the module */
  const char *program;             /* name of the program that is being tried */
  uint64_t seed;                   /* az_random */
  double seconds;                  /* CPU time for the program */
  uint64_t checks;                 /* number of checks of laws */
  char *known; /* laws known to be broken, also by other programs: each is reported only once */
  size_t known_size;
  uint32_t broken;
  uint32_t subjects; /* number of rows, pairs or events that were tried */
} az_trial;

/* Programs of a few lines that are always tried. */
typedef struct az_trial_program {
  const char *name, *text;
} az_trial_program;
size_t az_trial_programs(const az_trial_program **programs);

/* Tries the module on one program (C text). Returns AZ_OK even if laws are broken; sets err if
 * nothing could be tried. */
az_status az_trial_run(az_trial *t, const char *text, az_error *err);

/* ---- for the trials of each kind ------------------------------------------------------------- */

/* The step formula of a program, with k = 1, as a domain expression views it. */
typedef struct az_trial_subject {
  az_store *store;
  az_work work; /* the store's clock, which reads the machine's clock now and then */
  az_program *p;
  const az_desc *domain;
  az_observers *observers;
  az_ssa_shared *shared;
  az_ssa *ssa;
  az_cuts *cuts;
  az_sources *sources;
  az_domain_context context;
} az_trial_subject;
/* Returns NULL, with err, on failure. */
az_trial_subject *az_trial_subject_new(az_trial *t, const char *text, const az_desc *domain,
                                       az_error *err);
void az_trial_subject_free(az_trial_subject *subject);
/* Returns the compiled-in domains that need no options, in order of name; stb_ds. */
const az_module **az_trial_leaves(az_trial *t);
/* Returns the domain's option of this type, or NULL. */
const az_option *az_trial_option(const az_module *domain, az_option_type type);
/* Returns the first compiled-in domain with an option of this type, or NULL. */
const az_module *az_trial_composite(az_trial *t, az_option_type type);
/* Sets an option to copies of these modules. */
void az_trial_set(az_desc *desc, const az_option *option, az_desc **items, size_t count);

/* Records the next request to the module, in case it does not return. */
void az_trial_doing(const az_trial *t, const char *format, ...) AZ_PRINTF(2, 3);
/* Returns whether the broken law is a new one. `law` is a literal sentence that begins with the
 * operation. */
bool az_trial_is_new(const az_trial *t, const char *law);
void az_trial_broken(az_trial *t, const char *law, const char *format, ...) AZ_PRINTF(3, 4);

/* Returns the distinct free variables of the terms; stb_ds. */
az_term *az_trial_variables(const az_store *store, const az_term *terms, size_t count);
/* Returns whether all free variables of the term are among those of the given terms. */
bool az_trial_is_over(const az_store *store, az_term term, const az_term *given, size_t count);
/* Returns a random constant of the sort: mostly small numbers and extremes. */
az_term az_trial_constant(az_trial *t, az_store *store, az_sort sort);
/* Returns a constant that is simpler than `value`, for `how` = 0 the simplest; AZ_NO_TERM if there
 * is none. */
az_term az_trial_simpler(az_store *store, az_term value, uint32_t how);

void az_trial_domain(az_trial *t, const char *text, az_error *err);
void az_trial_strategy(az_trial *t, const char *text, az_error *err);
void az_trial_observation(az_trial *t, const char *text, az_error *err);
void az_trial_policy(az_trial *t, const char *text, az_error *err);

#endif
