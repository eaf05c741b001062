/* Verification from another program: libansatz. A call runs the program `ansatz`, which verifies
 * under its limits in separate processes, and returns the results as structures. A failure there
 * neither ends the caller nor blocks it beyond the time limit. Calls in several threads are
 * independent, and the library has no state. `pkg-config --cflags --libs ansatz`; embed/example.c
 * is a whole program. Fields of az_verify_options that are NULL or 0 stand for the defaults of
 * `ansatz verify`; all texts of a result live as long as it. */
#ifndef ANSATZ_VERIFY_H
#define ANSATZ_VERIFY_H

#include "ansatz/linkage.h"
#include <stdbool.h>
#include <stddef.h>

AZ_BEGIN_C

typedef struct az_verify_options {
  const char *program;      /* ansatz; NULL: beside the library (../bin), else on PATH */
  const char *const *files; /* C, bitcode, or one task.yml; NULL after the last */
  const char *property;     /* "unreach-call", "no-overflow", ..., or a .prp file */
  const char *mode, *domain, *strategy, *solver, *function,
      *data_model; /* values of --mode, ..., --data-model */
  unsigned max_unwind;
  double cpu_seconds, wall_seconds;
  const char *memory;           /* "4 GB" */
  bool trace;                   /* the counterexample as text */
  const char *const *arguments; /* more options of `ansatz verify`; NULL after the last */
} az_verify_options;

typedef enum az_verify_verdict {
  AZ_VERIFY_UNKNOWN,
  AZ_VERIFY_TRUE,
  AZ_VERIFY_FALSE,
  AZ_VERIFY_FAILED /* nothing was verified; az_verify_result.error: why */
} az_verify_verdict;

typedef struct az_verify_check {
  const char *id, *location, *text;
  az_verify_verdict verdict;
  unsigned k;
} az_verify_check;

typedef struct az_verify_invariant {
  const char *location, *loop, *text; /* "x.c:5:3", "main.0", "x <= 101" */
  bool always;                        /* at every visit; else only after the first iteration */
} az_verify_invariant;

typedef struct az_verify_property {
  const char *name, *reason, *method; /* "unreach-call"; why it is unknown; how it was decided */
  const char *text;                   /* "false(unreach-call)", "unknown (timeout: 5 s of CPU)" */
  az_verify_verdict verdict;
  unsigned k;
  az_verify_check *checks;
  size_t check_count;
  az_verify_invariant *invariants;
  size_t invariant_count;
  const char *trace; /* NULL: none */
} az_verify_property;

typedef struct az_verify_result {
  az_verify_verdict verdict; /* the verdict on all properties together */
  const char *text;
  az_verify_property *properties;
  size_t property_count;
  double cpu_seconds;
  const char *json;  /* the whole result (docs/reference/verify.schema.json); NULL: none */
  const char *error; /* AZ_VERIFY_FAILED: the error, else the warnings; "": none */
} az_verify_result;

/* Verifies, and returns a result, never NULL, which az_verify_free frees. */
az_verify_result *az_verify(const az_verify_options *options);
void az_verify_free(az_verify_result *result);

AZ_END_C
#endif
