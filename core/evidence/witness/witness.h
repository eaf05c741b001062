/* Witnesses: the reasons of a verdict in the formats that verifiers exchange (docs/witnesses.md). A
 * `true` is justified by loop invariants that are C; a `false` by the inputs of an execution and
 * the location where it violates the property. Readers do not trust witnesses. */
#pragma once

#include "kiki/engine.h"
#include "kiki/run.h"
#include "cutpoint/cutpoint.h"

typedef struct az_witness_location { /* in a source file */
  const char *file;                  /* as it was given to the verifier */
  uint32_t line, column;             /* from 1; column 0: not given */
  const char *function;              /* NULL: not given */
} az_witness_location;

typedef struct az_witness_invariant { /* holds at every visit of the head of the loop */
  az_witness_location at;             /* of the loop's keyword */
  const char *value;                  /* a C expression */
} az_witness_invariant;

typedef struct az_witness_contract { /* holds after every call of the function */
  az_witness_location at;            /* of the function */
  const char *ensures;               /* over \result, \at(x, Old) and globals */
} az_witness_contract;

typedef enum az_waypoint_kind {
  AZ_WAYPOINT_ASSUMPTION, /* `value` holds there */
  AZ_WAYPOINT_RETURN,     /* value of the result of the call whose parenthesis closes there */
  AZ_WAYPOINT_ENTER,      /* the function that is called there is entered */
  AZ_WAYPOINT_BRANCHING,
  AZ_WAYPOINT_CYCLE, /* the execution loops forever from here; not in YAML */
  AZ_WAYPOINT_TARGET /* the property is violated there; the last waypoint */
} az_waypoint_kind;

typedef struct az_waypoint {
  az_waypoint_kind kind;
  az_witness_location at;
  const char *value;  /* "\result == 5", a C expression, or NULL */
  const char *called; /* RETURN: the function; NULL: not known */
  bool avoid;         /* the execution does not pass it */
} az_waypoint;

typedef struct az_witness_file {
  const char *name, *sha256;
} az_witness_file;

typedef struct az_witness_part { /* counts skipped parts of one kind */
  const char *what;
  uint32_t count;
} az_witness_part;

typedef struct az_witness {
  az_arena *arena;
  bool is_violation;
  char uuid[37], time[32];                /* RFC 4122, version 4; ISO 8601; of the witness */
  const char *version;                    /* of Ansatz */
  const char *specification, *data_model; /* "CHECK( init(main()), LTL(...) )", "LP64"; or NULL */
  az_witness_file *files;                 /* stb_ds */
  az_witness_invariant *invariants;       /* stb_ds */
  az_witness_contract *contracts;         /* stb_ds; not read */
  az_waypoint *waypoints;                 /* stb_ds */
  az_witness_part *left_out;              /* stb_ds */
} az_witness;

/* The task, as a witness describes it. */
typedef struct az_witness_task {
  const char *const *files, *const *hashes; /* SHA-256 */
  size_t file_count;
  const char *version;        /* of Ansatz */
  const char *function;       /* where executions start */
  const char *property;       /* name */
  const char *error_function; /* NULL: reach_error */
  const char *data_model;
} az_witness_task;

void az_witness_free(az_witness *witness);
/* Builds the witness of a verdict `true` or `false`. Returns NULL and sets err if a file of the
 * task cannot be read. The result must have head invariants (az_engine_config). */
az_witness *az_witness_of(const az_program *p, const az_result *result, const az_witness_task *task,
                          az_error *err);
/* Counts a part that the witness lacks. */
void az_witness_leave_out(az_witness *witness, const char *what);

/* ---- the check of a witness ------------------------------------------------------------------ */

/* Returns the program, in `arena`, with the invariants as checks of class AZ_C_WITNESS at the heads
 * of their loops. A proof of these and of all checks of the property proves the property.
 * Invariants that cannot be read are omitted and listed in *left_out (stb_ds). */
const az_program *az_witness_instrument(const az_program *p, const az_witness *witness,
                                        az_arena *arena, az_witness_part **left_out);
/* Runs the program with the inputs of the witness in the interpreter, then compiled; other inputs
 * are zero in the first run, and then random. The verdict is `false` if the compiled program
 * violates the property at the target, else unknown. */
az_result *az_witness_follow(const az_program *p, const az_witness *witness, uint32_t classes,
                             const az_engine_config *config);

/* ---- head_invariants.c ----------------------------------------------------------------------- */

/* Replaces the result's invariants by head invariants, if configured and a step formula exists. */
void az_head_invariants_show(kiki_run *r);

/* ---- contract_text.c ------------------------------------------------------------------------- */

/* Sets the result's contracts: the claims about calls on which the step formula rests. */
void az_contracts_show(kiki_run *r);

/* ---- claim_text.c ---------------------------------------------------------------------------- */

typedef struct az_claim_text {
  const char *text;  /* NULL: no C expression */
  const char *other; /* what prevents a C expression: "pointers", "arrays"; a static string */
  uint32_t *objects; /* stb_ds: objects of the program that the text names */
} az_claim_text;

/* Returns the text of a claim over the canonical state under the view's guard: standard C without
 * undefined behaviour, over scalars of named objects. Allocated in `arena`. */
az_claim_text az_cuts_claim_text(const az_cuts *cuts, uint32_t view, az_term claim,
                                 az_arena *arena);
