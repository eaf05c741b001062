/* A first entry contract for a function. */
#ifndef ANSATZ_FRONTEND_PROPOSE_CONTRACT_H
#define ANSATZ_FRONTEND_PROPOSE_CONTRACT_H

#include "frontend/bitcode/build.h"

/* Returns the clauses that names and types suggest for the build's function, one a line, as they
 * stand in a comment, and notes on what they say nothing of; NULL: build->err. */
const char *fe_propose_contract(fe_build *build);

#endif
