/* What the files of the engine share: one run over one property, its two formulas (step and
 * base) and what is still open. */
#ifndef AZ_KIKI_RUN_H
#define AZ_KIKI_RUN_H

#include "kiki/engine.h"
#include "kiki/job.h"
#include "synth/invariants.h"

/* A search for rows with the templates of one form, on the step formula as it is. */
typedef struct kiki_finding {
  const az_desc *domain;
  size_t facts;              /* so many of the houdini's facts were there afterwards */
  const az_invariants *rows; /* one of the run's; NULL: none were found */
} kiki_finding;

/* A formula with its solver. Both grow with k. */
typedef struct kiki_formula {
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
} kiki_formula;

/* A loop that ends, and the row that says why. */
typedef struct kiki_ranked_loop {
  uint32_t frame, loop; /* the loop at a call path, in all step formulas of a kiki_run */
  const char *name;
  const az_invariants *by; /* one of the run's; NULL: it is gone */
  const az_domain *domain; /* the component of it that has the row */
  const void *value;
  uint32_t row;
} kiki_ranked_loop;

typedef struct kiki_run kiki_run;

/* The jobs of a run, see kiki.c. Induction and invariants share a formula and its k. */
typedef enum kiki_job_kind {
  KIKI_BASE,
  KIKI_INDUCTION,
  KIKI_INVARIANTS, /* on while there are forms to be tried at this k */
  KIKI_JOBS
} kiki_job_kind;

typedef struct kiki_job {
  const char *name;
  az_job_state (*turn)(kiki_run *r, uint32_t k, double seconds);
  az_phase_stats *stats;
  bool on;      /* it has turns */
  bool stalled; /* its last turn was too short */
  bool halted;  /* it is off because the time of the whole turn was over */
  uint32_t k;   /* of its next turn */
  double spent; /* CPU seconds so far */
} kiki_job;

/* The clock of a run: schedule.c. */
typedef struct kiki_clock {
  double cpu_start, wall_start;
  double cpu_end;     /* az_cpu() at which this turn of the run stops; 0: never */
  uint32_t test_runs; /* how often they were tried */
} kiki_clock;

/* The forms of invariants, one a turn, again and again: step.c, schedule.c. */
typedef struct kiki_forms {
  size_t next;      /* counted on when they come again */
  size_t first_cut; /* the first of this turn of the run that time did not suffice for; SIZE_MAX */
  uint32_t k;       /* at which the first form was last tried */
  double share;     /* of the time left then, that the last form took */
  double spent, most; /* seconds of the forms at this k, and their limit */
} kiki_forms;

/* What is known of the states at loop heads, on the step formula as it is: step.c, formula.c; read
 * by rankings and the record of the proof. */
typedef struct kiki_facts {
  az_invariants **rows;     /* stb_ds: inductive ones, facts of the step solver */
  kiki_finding *findings;   /* stb_ds: since the step solver was opened */
  size_t facts_before;      /* so many of the houdini's facts are unknown to the step solver */
  kiki_ranked_loop *ranked; /* stb_ds */
  bool proof_goes_on;       /* the proof's last part is of the step formula and has its rows */
} kiki_facts;

struct kiki_run {
  /* The question. */
  const az_program *p;
  az_store *s;
  az_registry *registry;
  const az_engine_config *config;
  const az_services *services; /* never NULL */
  az_limits limits;            /* a copy, which counts hits */
  az_switches switches;
  uint32_t classes; /* of checks, lemmas among them */
  /* The answer so far. */
  az_result *result;
  az_error *err;
  bool *open; /* by check of the program: asked for and not decided */
  uint32_t open_count;
  bool diverges; /* an execution violates that overflows (strict) or has other undefined behaviour:
                    only one without it can decide now, of the formula base_defined */
  bool hopeless; /* a lemma fails */
  bool stuck;    /* the base formula is complete, yet something was not modelled */
  /* Whose turn it is. */
  kiki_clock clock;
  kiki_job jobs[KIKI_JOBS];
  kiki_forms forms;
  /* The formulas. */
  const az_program *step_p; /* of the step formula: recursion may be loops there; the checks are the
                               same */
  uint64_t
      programs; /* their fingerprint, while modules are loaded that are not ours; 0: none are */
  az_ssa_shared *shared;
  az_ssa_shared *step_shared; /* the same one, unless the programs differ */
  kiki_formula step, base, base_defined;
  const char *backend;   /* NULL: the configured one */
  bool lacks_floats;     /* a back end that takes floats was needed, and there is none */
  uint32_t step_unknown; /* turns in which the solver did not answer the step query in time */
  /* Invariants. */
  az_observers *observers; /* that the configuration names */
  az_sources *sources;     /* of rows, for the step formula */
  az_houdini *houdini;     /* answers property requests of domains about it */
  kiki_facts known;
};

/* engine.c: what a run goes through, but for the search itself. */
kiki_run run_begin(const az_program *p, az_registry *registry, uint32_t classes,
                   const az_engine_config *config, az_error *err);
/* Memory has the ghost cells of the observations that the domains name. */
bool run_open_memory(kiki_run *r);
void run_open_formulas(kiki_run *r);
/* Where there is nothing to check: why what is behind what we do not model may still have a check.
 * NULL: it has none. */
const char *run_forbidden(kiki_run *r);
/* Closes all; NULL if the run ended with an error. */
az_result *run_end(kiki_run *r);

/* run.c */
const char *run_text(kiki_run *r, const char *format, ...) AZ_PRINTF(2, 3);
/* "call of f at x.c:3:5" */
const char *run_place(kiki_run *r, const char *what, az_loc loc);
/* What the run is about to do; who is to be told how far it is is told. */
void run_phase(kiki_run *r, const char *format, ...) AZ_PRINTF(2, 3);
void run_note(kiki_run *r, const char ***list, const char *text);
size_t run_untried(const kiki_run *r); /* forms that no round had yet */
/* Are all executions to end function by function? There is no base formula then, and no step
 * formula if the step program is the program. */
bool run_is_modular(const kiki_run *r);
/* What domain expressions are opened on in the step formula. */
az_form_place run_form_place(const kiki_run *r);
void run_decide(kiki_run *r, uint32_t check, az_verdict verdict, uint32_t k);
/* The check is violated: the trace, which the result takes, was confirmed. */
void run_refute(kiki_run *r, az_trace *trace, const az_replay *replay, uint32_t k,
                const char *method);

/* All open checks (or those of them that `which` has, by check) are true by what the formula's
 * solver said. */
void run_prove(kiki_run *r, const kiki_formula *f, const bool *which, uint32_t k);

/* formula.c */
/* The formula at k: the last one with more copies, or a new one where that does not fit (a smaller
 * k than before: also a new one). False: out of time or error. */
bool formula_at(kiki_run *r, kiki_formula *f, uint32_t k);
void formula_close(kiki_run *r, kiki_formula *f);
/* Copies of the loop that has most, or the depth of recursion, k being the bound. */
uint32_t formula_copies(const kiki_formula *f, uint32_t k);
/* Opens the solver anew, on another back end: is the last answer one that rests on abstracted
 * floats, and is there a back end that takes floats? Only where the user named none. */
bool formula_takes_floats(kiki_run *r, kiki_formula *f);
/* The same, whatever the last answer was. */
bool formula_reopen_for_floats(kiki_run *r, kiki_formula *f);
/* Opens the solver anew: it has the formula's facts, and no rows. */
bool formula_reopen(kiki_run *r, kiki_formula *f);
/* Satisfiable with these, k being the bound? The limit counts CPU time. `purpose`: for the log. */
az_answer formula_query(kiki_run *r, kiki_formula *f, az_term claim, double seconds,
                        const char *purpose);
/* Some open check is violated / something that was not modelled is reached. Step formulas: where
 * instances are checked. */
az_term formula_violations(const kiki_formula *f, const bool *open);
/* What is asked of a check. */
az_term formula_holds(const kiki_formula *f, const az_check_instance *check);
/* From now on the formula's axioms are facts, and an order of objects is made use of. */
void formula_believe(kiki_formula *f);
az_term formula_escapes(const kiki_formula *f);
void formula_count(kiki_formula *f, double start); /* into the statistics */

/* kiki.c: turns of the jobs until all is decided or the time is over, going on where the last call
 * ended. Returns true if more time would not help. */
void kiki_begin(kiki_run *r);
bool kiki(kiki_run *r);
/* base.c: refutes or, when everything is unwound, proves. */
az_job_state base_turn(kiki_run *r, uint32_t k, double seconds);
/* step.c: proves by k-induction, with the rows found so far. */
az_job_state induction_turn(kiki_run *r, uint32_t k, double seconds);
/* step.c: finds rows of the next form, and tries induction with them. Modes and switches that know
 * no base in between try all forms that are due. */
az_job_state invariants_turn(kiki_run *r, uint32_t k, double seconds);
/* step.c: in a further turn of the run there is more time for each form. */
void step_resume(kiki_run *r);
/* test_runs.c: runs the compiled program, now and then. True: a check was refuted. */
bool test_runs(kiki_run *r);

#endif
