/* What a step formula says about the template variables: conditions that domains can take rows
 * from, and which variables belong together. */
#ifndef AZ_CANDIDATES_CONDITION_CANDIDATES_H
#define AZ_CANDIDATES_CONDITION_CANDIDATES_H

#include "ssa/ssa.h"

typedef struct az_mined az_mined;

/* `ssa`: a step formula as az_ssa_build made it, before any extension. Never NULL. */
az_mined *az_mine(const az_ssa *ssa);
void az_mined_free(az_mined *mined);
/* The context that domains are opened on. */
az_domain_context az_mined_context(const az_mined *mined, const az_ssa *ssa,
                                   struct az_registry *registry);

#endif
