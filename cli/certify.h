/* Certificates on the command line. */
#ifndef ANSATZ_CLI_CERTIFY_H
#define ANSATZ_CLI_CERTIFY_H

#include "cli/certificate.h"
#include "cli/task_options.h"
#include <jansson.h>

/* Writes the options that determine the meaning of the formula, and the hashes of the source files,
 * to the certificate. */
az_status az_certify_task(az_certificate *certificate, const az_task_options *o, az_error *err);
/* verify --certify: decides, then lets a fresh process check the certificate of each `true`. If a
 * check fails, the verdict is unknown. Returns the exit status. */
int az_certified_verify(az_task_options *o, int (*verify)(az_task_options *o));

/* Printed after the name of a solver that had to check its own answers (`same_solver`). */
#define AZ_SAME_SOLVER " as in the proof: no other solver is available"

/* Prints the line about the solver's proofs from "proofs"; prints nothing if `proofs` is NULL. */
void az_print_proofs(const json_t *proofs, FILE *out);
/* Prints the lines about runs of the invariants from "invariants" of a property in the answer of
 * certify; prints nothing if `runs` is NULL. */
void az_print_invariant_runs(const json_t *runs, FILE *out);

#endif
