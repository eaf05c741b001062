/* Sources of rows in addition to the solver: conditions that the program suggests (candidates),
 * analyses along its control flow, states that its runs reach (samples). The rooms above the kernel
 * provide them through an az_source_ops. No source is trusted: the solver decides about these rows
 * as about all other rows. */
#pragma once

#include "ansatz/switches.h"
#include "cutpoint/cutpoint.h"

typedef struct az_analyses az_analyses; /* ansatz/analysis.h */
typedef struct az_candidates az_candidates;
typedef struct az_samples az_samples;

/* The operations of all sources, a constant table; those of an absent source are NULL. `cuts`
 * belongs to a step formula that az_ssa_build made, and must outlive the results. */
typedef struct az_source_ops {
  /* Opens the candidates. `conditions`: if false, there are states and relations, but no
   * conditions. */
  az_candidates *(*candidates_new)(const az_cuts *cuts, bool conditions);
  void (*candidates_free)(az_candidates *candidates);
  /* Returns the context on which domains are opened: the state as a set of observations shows it
   * (az_cuts_observe), with the candidates requested (AZ_ASKS_...). */
  az_domain_context (*candidates_context)(az_candidates *candidates, const az_domain_context *shown,
                                          uint32_t asks);
  /* Analyses, see abstract/analyses.h. */
  az_analyses *(*analyses_new)(const az_cuts *cuts, struct az_registry *registry,
                               const az_switches *switches);
  void (*analyses_update)(az_analyses *analyses, double deadline);
  void (*analyses_free)(az_analyses *analyses);
  /* Samples: states at the loop heads, see evidence/replay/samples.h. */
  az_samples *(*samples_take)(const az_cuts *cuts);
  void (*samples_free)(az_samples *samples);
  const az_term *const *(*samples_at)(const az_samples *samples, uint32_t view, size_t *count);
} az_source_ops;

/* The sources of one step formula. */
typedef struct az_sources az_sources;

/* Opens candidates and analyses. `ops` may be NULL, the result never is; `cuts` outlives it. */
az_sources *az_sources_new(const az_source_ops *ops, const az_cuts *cuts,
                           struct az_registry *registry, const az_switches *switches);
void az_sources_free(az_sources *sources);
/* Returns `shown` extended by the analyses and the requested candidates. */
az_domain_context az_sources_context(const az_sources *sources, const az_domain_context *shown,
                                     uint32_t asks);
/* Updates the sources after the formula has grown or more is observed. Analyses requested while a
 * domain is opened have time until `deadline` (az_clock()). */
void az_sources_update(const az_sources *sources, double deadline);
/* Returns the table, for samples; NULL: there are no sources. */
const az_source_ops *az_sources_ops(const az_sources *sources);
