/* Operations of the rooms above the kernel that a run uses, in one constant table that the
 * application fills (app/pipeline/services.c). The kernel names none of these rooms; a run skips an
 * operation that is NULL. With `replay`, a run needs `executions`. */
#pragma once

#include "kiki/executions.h"
#include "kiki/run.h"

/* Proofs that loops end. If this table is NULL, no check of termination is proved. */
typedef struct az_termination_ops {
  /* NULL, or returns the program of the step formula. It has the same checks, but its recursive
   * functions are loops, or each function is analysed alone. It lives as long as r->p. */
  const az_program *(*step_program)(kiki_run *r);
  /* Notes the loops that have a ranking among these rows, which are inductive. */
  void (*note)(kiki_run *r, az_invariants *found, double deadline);
  /* NULL, or decides the checks of termination that follow from the rankings so far, where no
   * execution leaves the formula. Returns true if no check stays open. */
  bool (*prove)(kiki_run *r, uint32_t k);
} az_termination_ops;

/* The record of a proof, and texts. */
typedef struct az_record_ops {
  /* Records why all open checks, or those in `which` (by check), hold, as the formula's solver has
   * shown. Called before they are decided. */
  void (*proof)(kiki_run *r, const kiki_formula *f, const bool *which);
  /* Replaces the result's invariants by head invariants, if the configuration requests them and
   * there is a step formula. */
  void (*head_invariants)(kiki_run *r);
  /* Adds a hint to the result: why the inductive rows are too weak. */
  void (*weak_rows)(kiki_run *r, const az_invariants *found);
  /* Adds a hint to the result: why nothing was decided. */
  void (*unknown)(kiki_run *r);
} az_record_ops;

struct az_services {
  const az_source_ops *sources;
  const az_execution_ops *executions;
  const az_termination_ops *termination;
  const az_record_ops *record;
};
