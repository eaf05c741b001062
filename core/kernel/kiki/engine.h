/* kIkI ([brain2015]; [kroening2023, sec. 2.1, 5]): for k = 1, 2, ...: invariants over k copies,
 * proof by the step formula, refutation by the base formula. Modes leave parts out: bmc (base
 * only), kinduction (no invariants), ai (k = 1, no base). */
#pragma once

#include "ansatz/limits.h"
#include "ansatz/switches.h"
#include "ansatz/trace.h"
#include "synth/invariants.h"

typedef enum az_mode { AZ_MODE_KIKI, AZ_MODE_BMC, AZ_MODE_KINDUCTION, AZ_MODE_AI } az_mode;
/* How signed overflow is treated: docs/soundness.md 8. AZ_SO_STATED asks for a strict verdict or,
 * if there is none, for one under a stated assumption. An engine searches for the strict verdict
 * only; the pipeline then runs another one with AZ_SO_ASSUME. */
typedef enum az_signed_overflow {
  AZ_SO_STRICT,
  AZ_SO_WRAP,
  AZ_SO_ASSUME,
  AZ_SO_STATED
} az_signed_overflow;
static inline bool az_is_strict(az_signed_overflow overflow) {
  return overflow == AZ_SO_STRICT || overflow == AZ_SO_STATED;
}
typedef enum az_verdict { AZ_V_UNKNOWN, AZ_V_TRUE, AZ_V_FALSE } az_verdict;

typedef struct az_result az_result;
typedef struct az_services az_services; /* services.h */
struct az_proof_part;                   /* evidence/certify/proof.h */
struct az_proof_inputs;

/* Receives the state of a run as it proceeds, for a process that may be ended at any moment. */
typedef struct az_progress {
  void (*report)(void *ctx, const az_program *p, const az_result *so_far);
  void *ctx;
} az_progress;

typedef struct az_engine_config {
  az_mode mode;
  /* Forms of invariants, tried one in each turn; later ones assume the rows found before. */
  const az_form *forms;
  size_t form_count;           /* 0: no search for invariants */
  uint32_t first_stage;        /* number, from 0, of the stage that has the first form */
  const az_services *services; /* operations of the rooms above the kernel */
  const char *solver;          /* NULL: the default back end */
  uint32_t max_unwind;         /* 0: bounded by time alone */
  /* Classes of lemmas: checks that are proved with the requested ones, and that proofs may assume.
   * If a lemma fails, nothing is decided. */
  uint32_t lemmas;
  az_signed_overflow overflow;
  bool strict_undefined; /* as in az_replay_options */
  bool replay;
  const az_switches *switches; /* NULL: the defaults */
  const az_limits *limits;     /* NULL: the defaults; the result's hits include those in here */
  double cpu_end;              /* az_clock() at which to stop; 0: never */
  /* az_clock() from which on no further turn begins; 0: never. Shares are computed from the time
   * until cpu_end, as without it, but each ends at this time at the latest. */
  double last_turn;
  const char *work_folder;
  az_sandbox sandbox; /* of runs of the program */
  /* Observations that are not compiled in but trusted, NULL-terminated; or NULL. */
  const char *const *trust;
  bool proofs;                 /* az_solver_prove will be called */
  const char *dump;            /* folder for SMT-LIB 2 dumps, or NULL */
  bool head_invariants;        /* the result tells for each row whether it is a head invariant */
  bool recurrent_sets;         /* non-termination is reported with its recurrent set, as C */
  const az_progress *progress; /* NULL: progress is not reported */
  bool certify;                /* a `true` result comes with its proof */
} az_engine_config;

typedef struct az_check_result {
  uint32_t check;
  az_verdict verdict;
  uint32_t k;
} az_check_result;

typedef struct az_invariant {
  az_loc loc;
  const char *view, *text;   /* "main.0", "i <= 10" */
  bool always;               /* a head invariant; false: known only after the first iteration */
  bool implied;              /* it follows from others of its view */
  uint32_t head;             /* index of its loop in az_result.heads, one for each call path */
  uint32_t function, loop;   /* of the program; AZ_NONE: not known */
  const char *c;             /* as C over variables of the program, or NULL */
  const char *inexpressible; /* the part that C cannot express, if known, where `c` is NULL */
  const uint32_t *objects;   /* the objects that `c` names */
  uint32_t object_count;
  bool weakened; /* it is the part of another row that also holds on entry */
} az_invariant;

typedef struct az_phase_stats {
  double seconds, solving; /* CPU time in total, and the part that queries about the formula took */
  uint64_t calls, steps, clauses, terms;
  uint64_t variables;        /* like `clauses`, of the solver at the last call */
  uint64_t clauses_of_calls; /* sum over the calls of the number of clauses that the solver had */
} az_phase_stats;

typedef struct az_turn { /* the cost of one turn, as increases of the statistics */
  const char *phase;     /* "base", "step" */
  uint32_t k;
  double seconds;
  uint64_t calls, clauses, terms;
} az_turn;

/* Entry conditions in C. Under `text`, all executions end or are safe; under `fails`, none does. */
typedef struct az_precondition {
  const char *text, *fails; /* NULL: none was found */
  const char *note; /* a remark on how the conditions might be weakened, or why there are none */
} az_precondition;

/* The states to which a loop that runs forever returns: see recurrent_set.c. */
typedef struct az_recurrent_set {
  az_loc loc;
  const char *view, *c; /* "main.0"; over variables of the program */
  uint32_t left_out; /* number of rows that C cannot express; the set without them is too large */
  uint32_t k;        /* the number of consecutive states that the claim is about */
} az_recurrent_set;

/* The origin of a decision: the number of the stage, from 1, and the domain and the strategies of
 * the rows that completed the proof, or NULL. */
typedef struct az_prover {
  uint32_t stage;
  const char *domain, *strategy;
} az_prover;

struct az_result {
  az_arena *arena;
  az_verdict verdict;
  const char *reason; /* unknown: the reason; true: "" or a proviso */
  const char *method; /* how it was decided, e.g. "full unwinding", "k-induction", "invariants" */
  az_prover by;
  const char *rests_on;    /* true: the observation whose axioms the proof uses, or NULL */
  bool unwound;            /* true: proved by full unwinding, so that all executions end */
  bool out_of_time;        /* unknown because the time is used up */
  bool wrapped;            /* a run in which a signed operation overflows violates a check */
  uint32_t k;              /* the k of the decision, or the last one that was tried */
  az_check_result *checks; /* all checks of the classes requested */
  size_t check_count;
  az_precondition *precondition; /* NULL: not requested, or not needed */
  az_invariant *invariants;      /* stb_ds; all inductive rows, each text once */
  az_invariant *contracts; /* stb_ds; with `head_invariants`: claims about calls of `function` */
  az_recurrent_set *recurrent_sets; /* stb_ds; for non-termination, if requested and known */
  /* stb_ds, with `head_invariants`: function and loop of each loop and call path of the run. */
  uint32_t *heads;
  struct az_proof_part *proof;                     /* stb_ds; true, with `certify`: its proof */
  void (*free_proof)(struct az_proof_part *proof); /* NULL: there is no proof */
  const struct az_proof_inputs *inputs;            /* non-termination: inputs of the certificate */
  az_result *closed; /* non-termination: the result for the program with these inputs, or NULL */
  az_trace *trace;   /* false: the counterexample */
  az_replay replay;
  const char **provisos;    /* stb_ds: causes that a proof is qualified by */
  const char **unconfirmed; /* stb_ds: reasons why counterexamples are unconfirmed */
  const char **causes;      /* stb_ds: over-approximations in the formulas */
  const char **hints;       /* stb_ds; unknown: what the proof lacks and what could be tried */
  az_turn *turns;           /* stb_ds */
  az_phase_stats base, step, domain, native;
  uint64_t terms;
  az_limits limits; /* those of the run, with their hits */
  char phase[128];  /* the last phase of the run, e.g. "step formula, k = 3, rows of interval" */
};

/* Decides the checks of `classes` together, as one property file requests them. */
az_result *az_engine_run(const az_program *program, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err);

/* Does the same in several turns. Each continues with what earlier turns found and built. The
 * caller owns the configuration, which must outlive the engine; its `cpu_end` is ignored. */
typedef struct az_engine az_engine;
/* Returns NULL and sets err if a strategy does not fit; on other failures sets err: no turn runs.
 */
az_engine *az_engine_new(const az_program *program, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err);
/* Returns the reason of a verdict that is unknown because the time is used up. */
const char *az_timeout_reason(const az_work *work);

/* Takes a turn that ends at `cpu_end` (az_clock(); 0: no limit). Returns true if a further turn
 * would not help. */
bool az_engine_go_on(az_engine *e, double cpu_end);
/* Returns the result so far; it has the verdict if that is decided. */
const az_result *az_engine_so_far(const az_engine *e);
/* Frees the engine and returns its result, with the reason of an unknown verdict; NULL after an
 * error. */
az_result *az_engine_end(az_engine *e);
void az_engine_free(az_engine *e);

/* Weakens the result as the program's causes demand: proofs are kept, withdrawn, or qualified by a
 * proviso. Causes that concern some executions only are part of the formulas. */
void az_result_heed_causes(az_result *result, const az_program *p);
void az_result_free(az_result *result);
const char *az_verdict_name(az_verdict verdict);
