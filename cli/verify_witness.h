/* verify --witness, --check-witness and --test-file. */
#ifndef ANSATZ_CLI_VERIFY_WITNESS_H
#define ANSATZ_CLI_VERIFY_WITNESS_H

#include "cli/task_options.h"
#include "witness/witness.h"

/* Writes the witness of a verdict `true` or `false`. Prints its contents and the parts that were
 * left out to `out`, unless `out` is NULL. */
az_status az_cli_write_witness(const az_task_options *o, const az_program *p,
                               const az_property_request *request, const az_result *result,
                               FILE *out, az_error *err);

/* Returns the witness of a verdict, or NULL. */
az_witness *az_cli_witness_of(const az_task_options *o, const az_program *p,
                              const az_property_request *request, const az_result *result);

/* Writes a counterexample as a C file, with messages like those about a witness. */
az_status az_cli_write_test(const az_task_options *o, const az_program *p,
                            const az_property_request *request, const az_result *result, FILE *out,
                            az_error *err);

/* A witness that is being checked. */
typedef struct az_witness_check {
  az_witness *witness;
  az_registry *registry;
  az_arena *arena; /* of instrumented programs */
  az_witness_part *left_out;
} az_witness_check;

/* Returns NULL, with err, if the witness cannot be read or is for another program. */
az_witness_check *az_witness_check_new(const az_task_options *o, az_registry *registry,
                                       az_error *err);
/* Implements az_pipeline.decide. */
az_result *az_witness_check_decide(az_witness_check *check, const az_program **p,
                                   const az_property_request *request,
                                   const az_engine_config *options, az_error *err);

#endif
