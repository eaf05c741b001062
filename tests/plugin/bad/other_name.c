#include "ansatz/domain.h"
static const az_domain_ops operations;
AZ_MODULE(other_name) = {.abi = AZ_ABI,
                         .size = sizeof(az_module),
                         .kind = AZ_MODULE_DOMAIN,
                         .name = "another",
                         .version = "1",
                         .summary = "file and module differ",
                         .operations = &operations,
                         .operations_size = sizeof operations};
