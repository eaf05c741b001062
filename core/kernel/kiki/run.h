/* State that the files of the engine share: one run for one property, its two formulas (step and
 * base), and the checks that are still open. */
#pragma once

#include "kiki/engine.h"
#include "kiki/job.h"
#include "synth/invariants.h"
#include "ansatz/solver.h"
#include "ansatz/trace.h"
#include "ssa/ssa.h"

/* A search for rows of one form, since the step solver was opened. */
typedef struct kiki_finding {
  const az_desc *domain;
  size_t facts;              /* number of facts of `houdini` after the search */
  const az_invariants *rows; /* one of known.rows; NULL: the search found none */
} kiki_finding;

/* A formula with its solver. Both grow with k. Nothing is removed from a formula, and the solver
 * always has a prefix of its facts, axioms and definitions. It is built anew only after it was
 * closed; solver, cuts and instances exist only with `ssa`. */
typedef struct kiki_formula {
  const char *name; /* "step" or "base": the prefix of dumps */
  az_ssa_mode mode;
  az_overflow_mode overflow;
  bool defined; /* executions end at undefined behaviour */
  az_phase_stats *stats;
  az_ssa *ssa; /* NULL: not built */
  az_solver *solver;
  az_cuts *cuts;                     /* step formulas */
  az_instances *instances;           /* step formulas */
  bool has_axioms;                   /* the axioms of observations are asserted */
  size_t facts, axioms, definitions; /* numbers of those asserted in the solver so far */
  size_t readings;         /* number of ssa->readings seen; facts of the run's kinds are asserted */
  uint32_t opened;         /* number of solvers that were opened */
  uint32_t built;          /* k at which it was built; it may have been extended since */
  az_unwinding *unwinding; /* base formulas whose loops are unwound one by one, or NULL */
  bool unwound;            /* with `unwinding`: every loop is unwound completely */
  uint32_t deeper;         /* with `unwinding`: how often the depth of recursion was increased */
  uint64_t calls;          /* calls of the solver that the statistics have counted */
} kiki_formula;

/* A loop that ends, and the row that is its ranking. */
typedef struct kiki_ranked_loop {
  uint32_t frame, loop; /* the loop at a call path, in all step formulas of a kiki_run */
  const char *name;
  const az_invariants *by; /* one of known.rows; NULL: freed with its formula */
  const az_domain *domain; /* the component of the domain that has the row */
  const void *value;
  uint32_t row;
} kiki_ranked_loop;

typedef struct kiki_run kiki_run;

/* The jobs of a run, see kiki.c. Induction and invariants share a formula and its k; whenever
 * invariants are on, so is induction. Only base can stall; it then has a second turn at the same k.
 * Jobs of the step formula may have several. */
typedef enum kiki_job_kind {
  KIKI_BASE,
  KIKI_INDUCTION,
  KIKI_INVARIANTS, /* active while forms are to be tried at this k */
  KIKI_JOBS
} kiki_job_kind;

/* Between turns, only schedule.c and step_resume change a job; a turn changes neither `on` nor `k`.
 * A job's k never decreases, except by step_resume; a halted job is off. */
typedef struct kiki_job {
  const char *name;
  az_job_state (*turn)(kiki_run *r, uint32_t k, double seconds);
  az_phase_stats *stats;
  bool on;      /* it takes turns */
  bool stalled; /* the budget of its last turn was too small */
  bool halted;  /* it was switched off because the time of the run's turn was over */
  uint32_t k;   /* the k of its next turn */
  double spent; /* so far, on run_clock() */
} kiki_job;

/* The time of a run, in seconds of work (run_clock): schedule.c. */
typedef struct kiki_clock {
  double cpu_start;
  double cpu_end;     /* when this turn of the run stops; 0: never */
  uint32_t test_runs; /* number of series of test runs so far */
  double proposed;    /* time of runs on the inputs of models */
} kiki_clock;

/* The forms of invariants, tried in cyclic order, one in each turn: step.c, schedule.c. */
typedef struct kiki_forms {
  size_t next;        /* counts all attempts; the form is `next` modulo their number */
  size_t first_cut;   /* first form with too little time in this turn of the run, or SIZE_MAX */
  uint32_t k;         /* the k at which the first form was last tried */
  double share;       /* fraction of the time left that the last form took */
  double spent, most; /* seconds that the forms took at this k, and their limit */
} kiki_forms;

/* Facts about the states at loop heads, for the current step formula: step.c, formula.c; rankings
 * and the record of the proof read them. */
typedef struct kiki_facts {
  az_invariants **rows; /* stb_ds: inductive rows, frozen, asserted in the step solver */
  /* stb_ds: searches since the step solver was opened. Their `facts` never decrease, and are at
   * least facts_before. */
  kiki_finding *findings;
  size_t facts_before; /* facts of `houdini` from this number on are asserted in the step solver */
  kiki_ranked_loop *ranked; /* stb_ds */
  bool proof_goes_on; /* the last part of the recorded proof has the step formula and its rows */
} kiki_facts;

struct kiki_run {
  /* The question. */
  const az_program *p;
  az_store *s;
  az_registry *registry;
  const az_engine_config *config;
  const az_services *services; /* never NULL */
  az_limits limits;            /* a copy, in which hits are counted */
  az_switches switches;
  uint32_t classes; /* classes of the checks requested and of the lemmas */
  /* The answer so far. */
  az_result *result;
  az_error *err;
  bool *open; /* by check of the program: requested and not decided; a decided check stays so */
  uint32_t open_count; /* number of open checks; never rises */
  /* An execution that violates a check was found, but it has undefined behaviour or, if a strict
   * verdict is asked for, a signed overflow. Only an execution without it, which base_defined
   * searches for, can still decide. */
  bool diverges;
  /* stb_ds: the kinds of readings whose facts all formulas assert from now on. Each kind was found
   * on an execution that could not be confirmed otherwise. */
  const char **readings;
  const char **read_at; /* stb_ds, parallel: the first place of each, as verdicts name it */
  bool hopeless;        /* a lemma fails */
  bool stuck;           /* the base formula is complete, yet something was not modelled */
  /* The schedule. */
  kiki_clock clock;
  kiki_job jobs[KIKI_JOBS];
  const kiki_job *taking; /* the job whose turn it is; NULL: none. Turns are not nested */
  kiki_forms forms;
  /* The formulas. */
  /* The program of the step formula. It has the checks of `p`; recursion may be loops. */
  const az_program *step_p;
  const struct az_summary *claims; /* on which it rests: termination/recursion.h */
  uint32_t claim_count;
  bool summarised;   /* the step program has summaries of calls that the base formula expands */
  uint64_t programs; /* fingerprint of both programs if modules that are not compiled in can see
                        them; else 0 */
  az_ssa_shared *shared;
  az_ssa_shared *step_shared; /* shared with the base formula unless the programs differ */
  kiki_formula step, base, base_defined;
  const char *backend;   /* NULL: the configured one */
  bool abstracted;       /* an answer of the configured back end depended on an abstraction */
  const char *cut;       /* why a search for invariants was cut, or NULL */
  uint32_t step_unknown; /* turns in which the solver did not answer the step query in time */
  /* Invariants. */
  az_observers *observers; /* those that the configuration names */
  az_sources *sources;     /* sources of rows for the step formula */
  az_houdini *houdini;     /* answers requests of domains (synth/houdini.h) */
  kiki_facts known;
};

/* engine.c: opening and closing a run. */
kiki_run run_begin(const az_program *p, az_registry *registry, uint32_t classes,
                   const az_engine_config *config, az_error *err);
/* Opens the memory model, with the ghost cells of the observations that the domains name. */
bool run_open_memory(kiki_run *r);
void run_open_formulas(kiki_run *r);
/* For a program without checks: returns the cause that forbids a proof, or NULL. Code that is not
 * modelled might have a check. */
const char *run_forbidden(kiki_run *r);
/* Closes the run and returns its result; NULL if it ended with an error. */
az_result *run_end(kiki_run *r);

/* run.c */
const char *run_text(kiki_run *r, const char *format, ...) AZ_PRINTF(2, 3);
/* Returns a text such as "call of f at x.c:3:5". */
const char *run_place(kiki_run *r, const char *what, az_loc loc);
/* Notes what the run does next, and reports its progress. */
void run_phase(kiki_run *r, const char *format, ...) AZ_PRINTF(2, 3);
void run_note(kiki_run *r, const char ***list, const char *text);
size_t run_untried(const kiki_run *r); /* number of forms that were never tried */
az_replay_options run_replay_options(const kiki_run *r, double seconds);
/* Returns whether termination is proved function by function. In that case, there is no base
 * formula, and no step formula if the step program is `p`. */
bool run_is_modular(const kiki_run *r);
/* Returns the place at which domain expressions are opened: the step formula. */
az_form_place run_form_place(const kiki_run *r);
/* Returns the number of checks in `which` (by check); for `open`, this is open_count. */
uint32_t run_count(const kiki_run *r, const bool *which);
/* Decides that the last event of the trace, a failing check, is a violation. The trace must be
 * confirmed. The result takes ownership of the trace, and must not have a trace yet. */
void run_refute(kiki_run *r, az_trace *trace, const az_replay *replay, uint32_t k,
                const char *method);

/* Decides that all open checks, or those in `which`, hold, as the formula's solver has shown. */
void run_prove(kiki_run *r, const kiki_formula *f, const bool *which, uint32_t k);

/* formula.c */
/* Brings the formula to k: extends the last formula by copies, or builds a new one if this is
 * impossible or k is smaller than before. Returns false out of time or on an error. */
bool formula_at(kiki_run *r, kiki_formula *f, uint32_t k);
void formula_close(kiki_run *r, kiki_formula *f);
/* Returns the maximum of the copies of each loop and the recursion depth, at bound k. */
uint32_t formula_copies(const kiki_formula *f, uint32_t k);
/* Opens the solver again, with the formula's facts and no rows. */
bool formula_reopen(kiki_run *r, kiki_formula *f);
/* Queries whether the claim is satisfiable with the formula at its bound k, for at most `seconds`
 * of CPU time. The log shows `purpose`. */
az_answer formula_query(kiki_run *r, kiki_formula *f, az_term claim, double seconds,
                        const char *purpose);
/* Returns the condition that an instance of an open check is violated; in step formulas, only
 * instances that are checked, not assumed, count. */
az_term formula_violations(const kiki_formula *f, const bool *open);
/* Returns the condition that the instance must satisfy. */
az_term formula_holds(const kiki_formula *f, const az_check_instance *check);
/* Asserts the formula's axioms from now on, and relies on the order of objects if there is one. */
void formula_assert_axioms(kiki_formula *f);
/* Asserts the facts of the formula's readings of all kinds that the run has. */
void formula_assert_readings(kiki_run *r, kiki_formula *f);
/* Returns the condition that an execution leaves the formula: it violates an unwinding assertion,
 * or iterates beyond the last copies. */
az_term formula_incomplete(const kiki_formula *f);
void formula_count(const kiki_run *r, kiki_formula *f, double start); /* adds to the statistics */

/* kiki.c: creates the jobs. */
void kiki_begin(kiki_run *r);
/* Gives the jobs turns until all is decided or the time is over; a further call continues. Returns
 * true if more time would not help. */
bool kiki_continue(kiki_run *r);
/* base.c: refutes, or proves when everything is unwound. If a counterexample has an overflow or
 * undefined behaviour, searches again at the same k among executions without it (r->diverges). */
az_job_state base_turn(kiki_run *r, uint32_t k, double seconds);
/* step.c: proves by k-induction, with the rows found so far. */
az_job_state induction_turn(kiki_run *r, uint32_t k, double seconds);
/* Returns whether no execution leaves the model, by the step formula of one iteration. */
bool step_stays(kiki_run *r);
/* step.c: finds rows of the next form, and tries induction with them. Tries all forms that are due
 * if the mode or a switch allows no turn of the base case in between. */
az_job_state invariants_turn(kiki_run *r, uint32_t k, double seconds);
/* step.c: prepares a further turn of the run, in which each form has more time. */
void step_resume(kiki_run *r);
/* test_runs.c: runs the compiled program if a series of test runs is due, or a run on the inputs of
 * the model in the solver of `violated` (NULL: none). Returns true if a check was refuted. */
bool test_runs(kiki_run *r, const kiki_formula *violated);

/* ---- trace_build.c --------------------------------------------------------------------------- */

/* Returns the execution that the solver's model describes, up to the first check that fails; NULL
 * if none does. */
az_trace *az_trace_build(const az_ssa *ssa, az_solver *solver);
void az_trace_free(az_trace *trace);
