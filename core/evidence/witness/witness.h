/* Witnesses: what a verdict rests on, in the formats that verifiers exchange (docs/witnesses.md).
 * Of `true` the invariants of loops that are C, of `false` the inputs of an execution and where it
 * violates the property. Who reads one believes nothing of it. */
#ifndef AZ_WITNESS_WITNESS_H
#define AZ_WITNESS_WITNESS_H

#include "kiki/engine.h"

typedef struct az_witness_place { /* in a source file */
  const char *file;               /* as the verifier was given it */
  uint32_t line, column;          /* from 1; column 0: not known */
  const char *function;           /* NULL: not known */
} az_witness_place;

typedef struct az_witness_invariant { /* holds at every arrival at the head of the loop */
  az_witness_place at;                /* the loop's keyword */
  const char *value;                  /* a C expression */
} az_witness_invariant;

typedef enum az_waypoint_kind {
  AZ_WAYPOINT_ASSUMPTION, /* `value` holds there */
  AZ_WAYPOINT_RETURN,     /* of a call, whose parenthesis closes there: value of the result */
  AZ_WAYPOINT_ENTER,      /* the function that is called there is entered */
  AZ_WAYPOINT_BRANCHING,
  AZ_WAYPOINT_CYCLE, /* from here on it goes round for ever; not in YAML */
  AZ_WAYPOINT_TARGET /* the property is violated there: the last one */
} az_waypoint_kind;

typedef struct az_waypoint {
  az_waypoint_kind kind;
  az_witness_place at;
  const char *value;  /* "\result == 5", a C expression, or NULL */
  const char *called; /* RETURN: the function; NULL: not known */
  bool avoid;         /* it is none that the execution passes */
} az_waypoint;

typedef struct az_witness_file {
  const char *name, *sha256;
} az_witness_file;

typedef struct az_witness_part { /* what was left out, and how often */
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
  az_waypoint *waypoints;                 /* stb_ds */
  az_witness_part *left_out;              /* stb_ds */
} az_witness;

/* What a witness says about its task. */
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
/* Of a verdict `true` or `false`; NULL and err: a file of the task cannot be read. The result has
 * its head invariants (az_engine_config). */
az_witness *az_witness_of(const az_program *p, const az_result *result, const az_witness_task *task,
                          az_error *err);
/* YAML 2.0; of properties without one (termination) an error. GraphML 1.0. */
az_status az_witness_write_yaml(const az_witness *witness, const char *path, az_error *err);
az_status az_witness_write_graphml(const az_witness *witness, const char *path, az_error *err);
/* A C file that makes a test of the program and the counterexample; the witness only counts what
 * was left out. AZ_ERR_UNSUPPORTED: there is none, and why. */
az_status az_witness_write_test(az_witness *witness, const az_program *p, const az_result *result,
                                const az_witness_task *task, const char *path, az_error *err);
/* NULL and err: it cannot be read, or is no witness of YAML 2.0 or GraphML 1.0. */
az_witness *az_witness_read(const char *path, az_error *err);
/* The part of it for a file that is XML: fills the witness from the file's text. */
az_status az_witness_read_graphml(az_witness *w, const char *path, const char *text, size_t size,
                                  az_error *err);
/* Counts what a witness has not. */
void az_witness_leave_out(az_witness *witness, const char *what);

/* ---- the check of a witness ------------------------------------------------------------------ */

/* The program with the invariants as checks of class AZ_C_WITNESS at the heads of their loops, in
 * `arena`: whoever proves all checks of the property and these has proved the property. What
 * cannot be read is left out, which *left_out lists (stb_ds). */
const az_program *az_witness_instrument(const az_program *p, const az_witness *witness,
                                        az_arena *arena, az_witness_part **left_out);
/* Runs the program, first interpreted and then compiled, with the inputs of the witness; others are
 * zero, then made up. Decides `false` if the compiled program violates the property at the target,
 * else nothing. */
az_result *az_witness_follow(const az_program *p, const az_witness *witness, uint32_t classes,
                             const az_engine_config *config);

#endif
