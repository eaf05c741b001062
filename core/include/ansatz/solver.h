/* The solver bridge. An `az_solver` is one incremental instance of a back end behind lowering
 * (arrays are eliminated in the term layer), with constraint groups, rebuild policy,
 * deadline, dump and statistics. Back ends are modules that fill the vtable `az_backend_ops`; they
 * see bool and bit-vector terms only, unless they declare more. */
#ifndef ANSATZ_SOLVER_H
#define ANSATZ_SOLVER_H

#include "ansatz/clock.h"
#include "ansatz/linkage.h"
#include "ansatz/term.h"

AZ_BEGIN_C

typedef enum az_answer { AZ_UNSAT, AZ_SAT, AZ_UNKNOWN } az_answer;

struct az_options; /* module.h: resolved option values */

/* ---- operations of a back end ---------------------------------------------------------------- */

/* Capabilities of a back end: `features`. */
enum {
  AZ_BACKEND_FLOATS = 1,     /* it accepts terms of float sorts */
  AZ_BACKEND_OWN_FLOATS = 4, /* it does not use the circuits of solvers/float_circuits.c */
  AZ_BACKEND_ENDS_ONCE = 2,  /* it answers no query after AZ_UNKNOWN, so the bridge reopens it */
};

typedef struct az_backend_ops {
  uint32_t features;
  /* Opens the back end, which translates terms on demand, once each. NULL and err on failure. */
  void *(*open)(az_store *store, const struct az_options *options, az_error *err);
  void (*close)(void *self);
  void (*add)(void *self, az_term formula); /* permanent */
  /* Decides satisfiability of all added formulas and the assumptions (any bool terms). Returns
   * AZ_UNKNOWN when the run's clock, az_clock(az_store_work(store)), passes `deadline` (0: none),
   * if the solver can be interrupted; else the supervisor ends the process. */
  az_answer (*check)(void *self, const az_term *assumptions, size_t n, double deadline);
  /* After AZ_SAT: returns the value of a bool or bv variable (a constant term); variables that the
   * back end never saw are zero. */
  az_term (*value)(void *self, az_term var);
  void (*statistics)(void *self, uint64_t *variables, uint64_t *clauses); /* NULL: not known */
  /* Both are NULL if the back end has no proofs. `keep` is called before anything is added, if a
   * proof may be requested. `prove`, after AZ_UNSAT, passes the query to a fresh solver and writes
   * it in conjunctive normal form (DIMACS), with the proof of unsatisfiability (DRAT, as text). */
  void (*keep)(void *self);
  az_status (*prove)(void *self, const char *formula_file, const char *proof_file, double deadline,
                     az_error *err);
} az_backend_ops;

/* ---- interface for the core and the strategies ----------------------------------------------- */

typedef struct az_solver az_solver;

typedef struct az_solver_stats {
  uint64_t calls, sat, unsat, unknown, rebuilds, variables, clauses;
  double seconds;
} az_solver_stats;

typedef struct az_solver_config {
  /* Module name; NULL: the default (bitblast, or boolector where it is missing). */
  const char *backend;
  const struct az_options *options; /* of the back end; NULL: defaults */
  uint32_t rebuild_after; /* rebuild the instance once this many groups are retired; 0: never */
  /* Writes every query as SMT-LIB 2 to DIR/NAME-NNNN.smt2; NULL: none. */
  const char *dump_directory;
  const char *name; /* for dumps and statistics: "step", "base" */
  bool proofs;      /* az_solver_prove will be called */
  bool second;      /* it checks another solver's answers: no log, no checks of its own */
} az_solver_config;

struct az_registry; /* module.h */
az_solver *az_solver_new(az_store *store, struct az_registry *registry,
                         const az_solver_config *config, az_error *err);
/* Returns another instance of the same back end, without constraints. */
az_solver *az_solver_beside(const az_solver *solver, az_error *err);
void az_solver_free(az_solver *solver);

/* Asserts a permanent constraint. */
void az_solver_assert(az_solver *solver, az_term formula);

/* Makes `var` a name for `definition`, permanently, as for the variables of an unwinding cut-off.
 * Earlier constraints and assumptions may contain `var`, which was free there; earlier definitions
 * must not. Works for every sort, arrays included. */
void az_solver_define(az_solver *solver, az_term var, az_term definition);

/* A group of constraints. They hold until the group is retired; the next rebuild drops them. */
typedef uint32_t az_group;
az_group az_solver_group(az_solver *solver);
void az_solver_group_assert(az_solver *solver, az_group group, az_term formula);
void az_solver_retire(az_solver *solver, az_group group);

/* For the log: sets which part makes the next query, and why (texts that live until the answer). */
void az_solver_purpose(az_solver *solver, const char *by, const char *purpose);
/* Decides satisfiability of all permanent constraints, live groups and assumptions. The deadline is
 * on the run's clock (az_clock); 0: none. */
az_answer az_solver_check(az_solver *solver, const az_term *assumptions, size_t n, double deadline);

/* After AZ_SAT, until the next change: returns the value of any term of the store, evaluated over
 * the values of the variables (array variables as in the model of the elimination). */
az_term az_solver_value(az_solver *solver, az_term t);
bool az_solver_holds(az_solver *solver, az_term boolean); /* value is true */
/* Returns the value if it was computed since the last change, else AZ_NO_TERM. Computes nothing, so
 * that the log can show models. */
az_term az_solver_known(const az_solver *solver, az_term t);

/* After AZ_SAT: returns whether the answer depends on an abstraction (float arithmetic without
 * AZ_BACKEND_FLOATS, equality of arrays), so that the model may not satisfy the original formulas.
 * Returns false if the model satisfies them nevertheless. */
bool az_solver_abstracted(const az_solver *solver);

/* After AZ_UNSAT, with `proofs` set: writes the query as a propositional formula and a proof of its
 * unsatisfiability to two files (az_backend_ops.prove). AZ_ERR_UNSUPPORTED without such proofs. */
az_status az_solver_prove(az_solver *solver, const char *formula_file, const char *proof_file,
                          double deadline, az_error *err);

az_solver_stats az_solver_statistics(const az_solver *solver);
const char *az_solver_backend(const az_solver *solver);
/* Returns the errno value of a dump that could not be written; 0: none failed. */
int az_solver_dump_errno(const az_solver *solver);

AZ_END_C
#endif
