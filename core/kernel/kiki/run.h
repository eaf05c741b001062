/* What the files of the engine share: one run over one property, its two formulas (step and
 * base) and what is still open. */
#ifndef AZ_ENGINE_RUN_H
#define AZ_ENGINE_RUN_H

#include "kiki/engine.h"
#include "abstract/analyses.h"
#include "synth/invariants.h"

/* A search for rows with the templates of one form, on the step formula as it is. */
typedef struct finding {
  const az_desc *domain;
  size_t facts;              /* so many of the houdini's facts were there afterwards */
  const az_invariants *rows; /* one of the run's; NULL: none were found */
} finding;

/* A formula with its solver. Both grow with k. */
typedef struct formula {
  const char *name; /* "step", "base": of dumps */
  az_ssa_mode mode;
  az_overflow_mode overflow;
  bool defined; /* executions end at undefined behaviour */
  az_phase_stats *stats;
  az_ssa *ssa; /* NULL: not built */
  az_solver *solver;
  az_cuts *cuts;                     /* step formulas */
  az_instances *instances;           /* step formulas */
  bool believes;                     /* what an observation states as axioms is told */
  size_t facts, axioms, definitions; /* told to the solver so far */
  uint32_t opened;                   /* how often a solver was */
  uint32_t built;                    /* k at which it was built; extended since */
  az_unwinding *unwinding;           /* base formulas whose loops are unwound one by one, or NULL */
  bool unwound;                      /* then: no loop is left to unwind */
  uint32_t deeper;                   /* then: how often recursion was given more depth */
  uint64_t calls;                    /* of the solver, counted in the statistics so far */
} formula;

/* A loop that ends, and the row that says why. */
typedef struct ranked_loop {
  uint32_t frame, loop; /* the loop at a call path, in all step formulas of a run */
  const char *name;
  const az_invariants *by; /* one of the run's; NULL: it is gone */
  const az_domain *domain; /* the component of it that has the row */
  const void *value;
  uint32_t row;
} ranked_loop;

typedef struct run run;

typedef enum progress {
  GO_ON,   /* nothing more to learn at this k */
  STALLED, /* time slice used up: ask again at this k */
  PAUSED,  /* there is more to do at this k, but the other phase may go first */
  STOP     /* decided, or no use to go on */
} progress;

/* The base or the step formula, in turns. */
typedef struct phase {
  const char *name;
  progress (*round)(run *r, uint32_t k, double seconds);
  az_phase_stats *stats;
  bool on;
  uint32_t k;   /* to be tried next */
  double spent; /* CPU seconds so far */
  bool halted;  /* it is off because the time of a turn was over */
} phase;

struct run {
  const az_program *p;
  char *programs; /* their text, while modules are shown them that are not compiled in, or NULL */
  const az_program *step_p; /* of the step formula: recursion may be loops there; the checks are the
                               same */
  az_store *s;
  az_registry *registry;
  const az_engine_config *config;
  az_limits limits;
  az_switches switches;
  uint32_t classes;
  az_ssa_shared *shared;
  az_ssa_shared *step_shared; /* the same one, unless the programs differ */
  az_result *result;
  bool *open; /* by check of the program: asked for and not decided */
  uint32_t open_count;
  bool diverges; /* an execution violates that overflows (strict) or has other undefined behaviour:
                    only one without it can decide now, of the formula base_defined */
  bool hopeless; /* a lemma fails */
  bool stuck;    /* the base formula is complete, yet something was not modelled */
  double cpu_start, wall_start;
  const char *backend; /* NULL: the configured one */
  bool lacks_floats;   /* a back end that takes floats was needed, and there is none */
  formula step, base, base_defined;
  az_observers *observers;   /* that the configuration names */
  az_candidates *candidates; /* of the step formula */
  ranked_loop *ranked;       /* stb_ds */
  az_houdini *houdini;       /* answers property requests of domains about it */
  az_analyses *analyses;     /* of its program */
  az_invariants **rows;      /* stb_ds: inductive ones, facts of the step solver */
  finding *findings;         /* stb_ds: since the step solver was opened */
  size_t facts_before;       /* so many of the houdini's facts are unknown to the step solver */
  bool proof_goes_on;        /* the proof's last part is of the step formula and has its rows */
  uint32_t step_unknown;     /* rounds in which the solver did not answer the step query in time */
  size_t form;               /* next form of invariants, counted on when they come round again */
  size_t first_cut;          /* the first form of this turn that time did not suffice for, or
                                SIZE_MAX */
  uint32_t forms_k;          /* k at which the first form was last tried */
  double form_share;         /* of the time left then, that the last form took */
  bool paused;               /* the step round is to go on with its forms */
  double forms_spent, forms_most; /* seconds of the forms of this round, and their limit */
  uint32_t test_runs;             /* how often they were tried */
  double cpu_end;                 /* az_cpu() at which this turn stops; 0: never */
  phase base_turns, step_turns;
  az_error *err;
};

/* engine.c: what a run goes through, but for the search itself. */
run run_begin(const az_program *p, az_registry *registry, uint32_t classes,
              const az_engine_config *config, az_error *err);
/* Memory has the ghost cells of the observations that the domains name. */
bool run_open_memory(run *r);
void run_open_formulas(run *r);
/* Where there is nothing to check: why what is behind what we do not model may still have a check.
 * NULL: it has none. */
const char *run_forbidden(run *r);
/* Closes all; NULL if the run ended with an error. */
az_result *run_end(run *r);

/* run.c */
const char *run_text(run *r, const char *format, ...) AZ_PRINTF(2, 3);
/* "call of f at x.c:3:5" */
const char *run_place(run *r, const char *what, az_loc loc);
/* What the run is about to do; who is to be told how far it is is told. */
void run_phase(run *r, const char *format, ...) AZ_PRINTF(2, 3);
void run_note(run *r, const char ***list, const char *text);
size_t run_untried(const run *r); /* forms that no round had yet */
/* Are all executions to end function by function? There is no base formula then, and no step
 * formula if the step program is the program. */
bool run_is_modular(const run *r);
void run_decide(run *r, uint32_t check, az_verdict verdict, uint32_t k);
/* The check is violated: the trace, which the result takes, was confirmed. */
void run_refute(run *r, az_trace *trace, const az_replay *replay, uint32_t k, const char *method);

/* proof.c: all open checks (or those of them that `which` has, by check) are true by what the
 * formula's solver said. */
void run_prove(run *r, const formula *f, const bool *which, uint32_t k);

/* formula.c */
/* The formula at k: the last one with more copies, or a new one where that does not fit (a smaller
 * k than before: also a new one). False: out of time or error. */
bool formula_at(run *r, formula *f, uint32_t k);
void formula_close(run *r, formula *f);
/* Copies of the loop that has most, or the depth of recursion, k being the bound. */
uint32_t formula_copies(const formula *f, uint32_t k);
/* Opens the solver anew, on another back end: is the last answer one that rests on abstracted
 * floats, and is there a back end that takes floats? Only where the user named none. */
bool formula_takes_floats(run *r, formula *f);
/* The same, whatever the last answer was. */
bool formula_reopen_for_floats(run *r, formula *f);
/* Opens the solver anew: it has the formula's facts, and no rows. */
bool formula_reopen(run *r, formula *f);
/* Satisfiable with these, k being the bound? The limit counts CPU time. */
az_answer formula_query(run *r, formula *f, az_term claim, double seconds);
/* Some open check is violated / something that was not modelled is reached. Step formulas: where
 * instances are checked. */
az_term formula_violations(const formula *f, const bool *open);
/* What is asked of a check. */
az_term formula_holds(const formula *f, const az_check_instance *check);
/* From now on the formula's axioms are facts, and an order of objects is made use of. */
void formula_believe(formula *f);
az_term formula_escapes(const formula *f);
void formula_count(run *r, formula *f, double start); /* into the statistics */

/* kiki.c: k = 1, 2, ... until all is decided or the time is over, again where that had been so.
 * True: more time would not help. */
void kiki_begin(run *r);
bool kiki(run *r);
/* base.c: refutes or, when everything is unwound, proves. */
progress base_round(run *r, uint32_t k, double seconds);
/* step.c: proves by k-induction, then with invariants. */
progress step_round(run *r, uint32_t k, double seconds);
/* In a further turn there is more time for each form. */
void step_resume(run *r);
/* ends.c: which loops have a ranking among these rows, which are inductive. */
void ends_note(run *r, az_invariants *found, double deadline);
/* Has a ranking of the loop been found, on this call path? */
bool ends_is_ranked(const run *r, const az_loop_head *head);
/* Decides the checks of termination that follow from the rankings so far, where no execution leaves
 * the formula. True: nothing is left open. */
bool ends_prove(run *r, uint32_t k);
/* By check: is it of termination, and do all its loops have a ranking? */
bool *ends_checks(const run *r);
/* test_runs.c: runs the compiled program, now and then. True: a check was refuted. */
bool test_runs(run *r);
/* explain.c: why nothing was decided. `found`: the last invariants, inductive but too weak. */
void explain_rows(run *r, const az_invariants *found);
void explain_unknown(run *r);

#endif
