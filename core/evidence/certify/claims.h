/* Claims about calls of recursive functions, as text over `argument 1:bv32`, `result 1:bv32`,
 * `before global 3:bv32` and `after global 3:bv32`. */
#pragma once

#include "certify/proof.h"
#include "termination/recursion.h"

/* Writes the claims on which the run's step formula rests. */
void az_proof_claims(kiki_run *r, az_proof_part *part);
/* Returns the claims of the part, which nothing has proved yet, by function; stb_ds, NULL: none. */
az_summary *az_read_claims(const az_program *p, const az_proof_part *part, az_error *err);
