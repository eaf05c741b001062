/* kIkI ([brain2015]; [kroening2023, sec. 2.1, 5]): for k = 1, 2, ...: invariants over k copies,
 * proof by the step formula, refutation by the base formula. Modes leave parts out: bmc (base
 * only), kinduction (no invariants), ai (k = 1, no base). */
#ifndef AZ_KIKI_ENGINE_H
#define AZ_KIKI_ENGINE_H

#include "ansatz/limits.h"
#include "ansatz/switches.h"
#include "ansatz/trace.h"
#include "synth/invariants.h"

typedef enum az_mode { AZ_MODE_KIKI, AZ_MODE_BMC, AZ_MODE_KINDUCTION, AZ_MODE_AI } az_mode;
typedef enum az_signed_overflow { AZ_SO_STRICT, AZ_SO_WRAP, AZ_SO_ASSUME } az_signed_overflow;
typedef enum az_verdict { AZ_V_UNKNOWN, AZ_V_TRUE, AZ_V_FALSE } az_verdict;

typedef struct az_result az_result;
typedef struct az_services az_services; /* services.h */
struct az_proof_part;                   /* evidence/certify/proof.h */
struct az_proof_inputs;

/* Who is told how far a run is, as nobody can be asked when its process is ended. */
typedef struct az_progress {
  void (*tell)(void *ctx, const az_program *p, const az_result *so_far);
  void *ctx;
} az_progress;

typedef struct az_engine_config {
  az_mode mode;
  const az_form *forms; /* of the invariants: one after the other, one a round of k; the rows found
                           stay facts of the later ones */
  size_t form_count;    /* 0: no invariants */
  const az_services *services; /* what the rooms above the kernel do for the kiki_run */
  const char *solver;          /* NULL: the default back end */
  uint32_t max_unwind;         /* 0: no bound but time */
  uint32_t lemmas; /* classes of checks that are proved beside those asked for, whose proofs may
                      then rely on it that they hold; where one fails, nothing is decided */
  az_signed_overflow overflow;
  bool strict_of_assume; /* overflow is strict, though the task leaves overflows out */
  bool strict_undefined; /* as in az_replay_options */
  bool replay;
  const az_switches *switches; /* NULL: the defaults */
  const az_limits *limits;     /* NULL: the defaults; hits in it are counted on in the result */
  double cpu_end;              /* az_cpu() at which to stop; 0: never */
  const char *work_folder;
  az_sandbox sandbox;       /* of runs of the program */
  const char *const *trust; /* observations that are not compiled in and whose axioms are believed
                               all the same: names, ends with NULL; NULL: none */
  bool proofs;              /* az_solver_prove will be asked for */
  const char *dump;         /* folder for SMT-LIB 2 dumps, or NULL */
  bool arrivals; /* of the rows that are shown it is to be known which hold at every arrival */
  const az_progress *progress; /* NULL: nobody is told */
  bool certify;                /* the result has the proof of a `true` */
} az_engine_config;

typedef struct az_check_result {
  uint32_t check;
  az_verdict verdict;
  uint32_t k;
} az_check_result;

typedef struct az_invariant {
  az_loc loc;
  const char *view, *text; /* "main.0", "i <= 10" */
  bool always;             /* at every arrival at the loop head; else only once the loop has gone
                              round, as far as is known */
  bool implied;            /* it follows from others of its view */
  uint32_t head;           /* of its loop, among those that the run met: one for each call path */
  uint32_t function, loop; /* of the program; AZ_NONE: not known */
  const char *c;           /* as C over variables of the program, or NULL */
  const char *beyond;      /* then, if it is known: what it speaks of that C does not */
  const uint32_t *objects; /* those whose names are in `c` */
  uint32_t object_count;
  bool weakened; /* what of another row holds on entry, too */
} az_invariant;

typedef struct az_phase_stats {
  double seconds, solving; /* CPU time; that of it in queries about the whole kiki_formula */
  uint64_t calls, steps, clauses, terms;
  uint64_t variables;        /* as `clauses`, of the solver at the last call */
  uint64_t clauses_of_calls; /* the sum, over the calls, of the clauses that the solver had */
} az_phase_stats;

typedef struct az_round { /* what one k cost one phase: added by it alone */
  const char *phase;      /* "base", "step" */
  uint32_t k;
  double seconds;
  uint64_t calls, clauses, terms;
} az_round;

/* A condition on the entry state under which all executions end. */
typedef struct az_precondition {
  const char *text; /* in C; NULL: none was found */
  const char *note; /* how far it can be loosened, or why there is none */
} az_precondition;

/* What a loop that goes round for ever comes back to: see recurrent_set.c. */
typedef struct az_recurrent_set {
  az_loc loc;
  const char *view, *c; /* "main.0"; over variables of the program */
  uint32_t left_out;    /* rows that C cannot say: without them the set is too large */
  uint32_t k;           /* of so many consecutive states */
} az_recurrent_set;

struct az_result {
  az_arena *arena;
  az_verdict verdict;
  const char *reason;      /* unknown: why; true: "" or a proviso */
  const char *method;      /* how it was decided: "full unwinding", "k-induction", "invariants" */
  const char *rests_on;    /* true: NULL, or the observation whose axioms the proof uses */
  bool unwound;            /* true: by full unwinding, so that all executions end */
  bool out_of_time;        /* unknown for want of time */
  uint32_t k;              /* of the decision, or the last tried */
  az_check_result *checks; /* all checks of the classes asked for */
  size_t check_count;
  az_precondition *precondition;    /* NULL: not asked for, or none is needed */
  az_invariant *invariants;         /* stb_ds; of the last inductive value */
  az_recurrent_set *recurrent_sets; /* stb_ds; false of termination, if asked for and known */
  uint32_t *heads; /* stb_ds, if the configuration asked for arrivals: by loop that the run
                      met, once for each call path: index of the function, of the loop */
  struct az_proof_part *proof; /* stb_ds; true: what it rests on, if the configuration wants it */
  void (*free_proof)(struct az_proof_part *proof); /* NULL: there is none */
  const struct az_proof_inputs *inputs;            /* false of termination: likewise, */
  az_result *closed; /* and the result of the program with these inputs; else NULL */
  az_trace *trace;   /* false: the counterexample */
  az_replay replay;
  const char **provisos; /* stb_ds: causes that are named with what is proved */
  const char **withheld; /* stb_ds: counterexamples that were not confirmed, why */
  const char **causes;   /* stb_ds: approximations met */
  const char **hints;    /* stb_ds: unknown: what was missing, what could be tried */
  az_round *rounds;      /* stb_ds */
  az_phase_stats base, step, domain, native;
  uint64_t terms;
  az_limits limits; /* as they were, with their hits */
  char phase[128];  /* what it did last: "step formula, k = 3, rows of interval" */
};

/* Decides the checks of `classes` together (one property file). */
az_result *az_engine_run(const az_program *program, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err);

/* The same in several turns, between which it keeps what it has found and built. The configuration
 * stays the caller's, and has to live as long; its `cpu_end` is not looked at. */
typedef struct az_engine az_engine;
/* NULL on failure. */
az_engine *az_engine_new(const az_program *program, az_registry *registry, uint32_t classes,
                         const az_engine_config *config, az_error *err);
/* A turn, up to this az_cpu(), 0: without an end. True: another one would not help. */
bool az_engine_go_on(az_engine *e, double cpu_end);
/* With the verdict, if it is decided. */
const az_result *az_engine_so_far(const az_engine *e);
/* Frees it, with its result: an unknown verdict is explained. NULL after an error. */
az_result *az_engine_end(az_engine *e);
void az_engine_free(az_engine *e);

/* The result as far as the program's causes allow it: what was proved is kept, withheld or has a
 * proviso. The formulas themselves keep to the causes that concern some executions only. */
void az_result_heed_causes(az_result *result, const az_program *p);
void az_result_free(az_result *result);
const char *az_verdict_name(az_verdict verdict);

#endif
