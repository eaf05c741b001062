/* Claims about calls of recursive functions, while they are guessed and refuted: claim_guesses.c,
 * claim_points.c, summaries.c. */
#pragma once

#include "ansatz/solver.h"
#include "kiki/services.h"
#include "ssa/ssa.h"
#include "termination/recursion.h"

enum { MOST_ARGUMENTS = 6, MOST_OUTPUTS = 6, MOST_GLOBALS = 3 };

/* Arguments and outputs of one function. An output is the result, the last value of a copied
 * argument, or the change of a global. Behind them are differences of a result or copied argument
 * and an argument on which no branch depends, as an accumulator: points are searched for them, too.
 */
typedef struct claim_terms {
  az_term argument[MOST_ARGUMENTS];
  bool is_signed[MOST_ARGUMENTS];
  bool decides[MOST_ARGUMENTS]; /* a branch of the function depends on it */
  uint32_t count;
  az_term output[MOST_OUTPUTS];
  uint32_t of_output[MOST_OUTPUTS]; /* the number of the output; of a difference, its output's */
  uint32_t output_count;
  uint32_t with_differences; /* number of outputs and differences */
} claim_terms;

/* A claim with unknown constants: if arguments have certain values, an output has one value. The
 * values are variables until the search has found them. */
typedef struct claim_slot {
  size_t claim;
  uint32_t summary, output;      /* number of the summary; number of the output */
  az_term fixed[MOST_ARGUMENTS]; /* bool: the argument must have the value in `at` */
  az_term at[MOST_ARGUMENTS];    /* the required values; AZ_NO_TERM: the argument is never fixed */
  az_term value;                 /* value of the output */
  bool is_used;
} claim_slot;

/* A point that was found. */
typedef struct claim_point {
  uint32_t summary;
  az_subst *subst; /* gives the point's values to the summary's variables, 0 to other arguments */
} claim_point;

/* The guesses that are added to the suggested claims: none; claims about calls from any state;
 * claims about calls in a context, as equations and bounds; or bounds in a context that may be
 * steep. */
typedef enum claims_kind { SUGGESTED, ANYWHERE, IN_CONTEXTS, STEEP_IN_CONTEXTS } claims_kind;

/* The points that are searched for: none; a few for each output, which suggest curves; many. */
typedef enum claims_search { NO_POINTS, FEW_POINTS, ALL_POINTS } claims_search;

typedef struct guesses {
  const az_program *p;
  az_store *s;
  az_summary *summaries; /* stb_ds; each claim is guarded by its switch */
  /* For a summarised function: which functions are summarised, and the known summaries of the
   * functions before it (stb_ds). */
  const bool *summarised;
  const az_summary *known;
  bool few_forms;      /* few forms of rows: the function has no loops, and there may be many such
                          functions */
  claim_terms *terms;  /* stb_ds, by summary */
  claim_point *points; /* stb_ds; claims that are false for one of them are not added */
  az_term *lines; /* stb_ds: suggested claims: curves through points, rows, claims that are known */
  uint32_t *line_of; /* stb_ds, by line: its summary */
  uint32_t classes;  /* of the checks to be proved */
  /* Conditions under which the functions are called (claim_contexts.c); stb_ds. */
  az_term *contexts;
  uint32_t *context_of; /* stb_ds, by context: its summary */
  /* By claim, one summary after the other; all are stb_ds. */
  az_term *claims;
  az_term *active; /* a variable */
  bool *dropped;
  uint32_t *summary;
  claim_slot *slots; /* stb_ds; a slot's claim is considered dropped until it is found */
  bool values;       /* equations for results are wanted, not only bounds */
  claims_search search;
  uint32_t guessing; /* the summary whose claims are guessed */
  uint32_t width;    /* width in which the claims of the function compare */
} guesses;

/* Creates the summaries of all recursive functions, without claims. */
void claims_name(guesses *g);
/* Creates the summary of one function. */
void claims_name_one(guesses *g, uint32_t function);
/* Returns the known summaries, followed by those of the guesses; stb_ds. */
az_summary *claims_all(const guesses *g, const az_summary *own);
/* Adds what was suggested, guesses of this kind, and slots to all summaries. */
void claims_guess(guesses *g, claims_kind kind);
void claims_clear(guesses *g);
void claims_free(guesses *g);
void claims_add(guesses *g, az_term claim);
void claims_add_slots(guesses *g);

/* Asks the solver whether the formula is satisfiable under the claims that are not dropped. */
az_answer claims_ask(const guesses *g, az_solver *solver, const az_ssa *ssa, az_term formula,
                     double cpu_end);
/* Returns the condition that the claim fails in this instance. */
az_term claims_fails(const guesses *g, const az_ssa *ssa, const az_check_instance *c);
/* Returns the number of the claim: checks of claims follow those of the program. */
static inline uint32_t claims_of(const guesses *g, const az_check_instance *c) {
  return c->check - g->p->check_count;
}

/* Fills slots with points of outputs that the claims so far do not determine. Each point is
 * inductive with all claims before it. Returns whether there is such an output; with ALL_POINTS,
 * whether there still is one at the end. The solver has the formula of the program of summaries, in
 * which the claims that are not dropped are proved. */
bool claims_find_points(guesses *g, az_solver *solver, const az_ssa *ssa, double cpu_end);

/* Returns the configuration for runs that find rows, derived from `of`; it refers to `services`. */
az_engine_config claims_engine(const guesses *g, const az_engine_config *of, az_services *services,
                               double cpu_end);
/* A search for rows at loop heads of a program that represents calls. */
typedef struct head_rows head_rows;
struct head_rows {
  guesses *g;
  const az_program *to;
  uint32_t classes;     /* of the checks that are decided with the program */
  bool bounds_on_entry; /* only bounds, weakened so that they also hold where loops are entered */
  /* Returns the variable of the summary whose value the object has at the head; AZ_NO_TERM: none.
   */
  az_term (*variable)(const head_rows *rows, uint32_t summary, const az_loop_head *head,
                      uint32_t object);
  /* Receives each row over these variables alone; NULL: only checks are decided. */
  void (*add)(head_rows *rows, uint32_t summary, uint32_t head, az_term row);
};
/* Runs the engine on the program; the result says which checks hold, or is NULL. */
az_result *claims_search_heads(head_rows *rows, az_registry *registry,
                               const az_engine_config *config, double cpu_end);
/* Finds contexts of all summaries, unless they are known. Returns whether the claims so far suffice
 * to prove all checks. */
bool claims_find_contexts(guesses *g, az_registry *registry, const az_engine_config *config,
                          double cpu_end);
/* Returns the condition that a call is in one of the summary's contexts; true if it has none. */
az_term claims_context(const guesses *g, uint32_t summary);
/* Gives reachability checks another class, so that no engine decides them. */
void claims_drop_checks(az_program *p);
/* Adds a check that cannot be proved. */
void claims_open_check(az_program *p, az_stmt **stmts);
/* Suggests a claim about calls of the summary's function. */
void claims_suggest(guesses *g, uint32_t summary, az_term claim);
/* Suggests rows of the configuration's domains as claims, in contexts if there are any. */
void claims_find_rows(guesses *g, az_registry *registry, const az_engine_config *config,
                      double cpu_end);
