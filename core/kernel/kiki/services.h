/* The operations that a run asks of the rooms above the kernel, in one constant table that the
 * application fills (app/pipeline/services.c). The kernel names none of these rooms; where an entry
 * is NULL a run does without it. */
#ifndef AZ_KIKI_SERVICES_H
#define AZ_KIKI_SERVICES_H

#include "kiki/executions.h"
#include "kiki/run.h"

/* Proofs that loops end. NULL as a whole: no check of termination is proved. */
typedef struct az_termination_ops {
  /* Returns the program of the step formula, with the same checks: recursion as loops, functions by
   * themselves. It lives as long as r->p. */
  const az_program *(*step_program)(kiki_run *r);
  /* Notes which loops have a ranking among these rows, which are inductive. */
  void (*note)(kiki_run *r, az_invariants *found, double deadline);
  /* Has a ranking of the loop been found, on this call path? */
  bool (*is_ranked)(const kiki_run *r, const az_loop_head *head);
  /* Decides the checks of termination that follow from the rankings so far, where no execution
   * leaves the formula. True: nothing is left open. */
  bool (*prove)(kiki_run *r, uint32_t k);
} az_termination_ops;

/* The record of a proof, and texts. */
typedef struct az_record_ops {
  /* All open checks (or those of them that `which` has, by check) are true by what the formula's
   * solver said: called before they are decided. */
  void (*proof)(kiki_run *r, const kiki_formula *f, const bool *which);
  /* Puts the rows as they hold at every arrival in place of the result's invariants, if the
   * configuration asks for that and the step formula is there. */
  void (*head_invariants)(kiki_run *r);
  /* Adds to the hints of the result: why the rows, which are inductive, are too weak. */
  void (*weak_rows)(kiki_run *r, const az_invariants *found);
  /* Likewise: why nothing was decided. */
  void (*unknown)(kiki_run *r);
} az_record_ops;

struct az_services {
  const az_source_ops *sources;
  const az_execution_ops *executions;
  const az_termination_ops *termination;
  const az_record_ops *record;
};

#endif
