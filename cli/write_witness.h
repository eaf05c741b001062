/* Files that are written for other tools: witnesses and tests. */
#pragma once

#include "witness/witness.h"

/* Write YAML 2.0, or 2.1 if there are contracts (an error for termination, which it lacks), and
 * GraphML 1.0, which has no contracts. */
az_status az_witness_write_yaml(const az_witness *witness, const char *path, az_error *err);
az_status az_witness_write_graphml(const az_witness *witness, const char *path, az_error *err);
/* Writes the counterexample as a C file that makes a test of the program. The witness only counts
 * what is left out. Returns AZ_ERR_UNSUPPORTED, with the reason, if there is no such file. */
az_status az_witness_write_test(az_witness *witness, const az_program *p, const az_result *result,
                                const az_witness_task *task, const char *path, az_error *err);
