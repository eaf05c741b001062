#ifndef AZ_KIKI_TRACE_BUILD_H
#define AZ_KIKI_TRACE_BUILD_H

#include "ansatz/solver.h"
#include "ansatz/trace.h"
#include "ssa/ssa.h"

/* Returns the execution that the solver's model describes, up to the first check that fails; NULL
 * if none does. */
az_trace *az_trace_build(const az_ssa *ssa, az_solver *solver);
void az_trace_free(az_trace *trace);

#endif
