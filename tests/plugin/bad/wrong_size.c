#include "ansatz/domain.h"
static const az_domain_ops operations;
AZ_MODULE(wrong_size) = {.abi = AZ_ABI,
                         .size = sizeof(az_module) + 8,
                         .kind = AZ_MODULE_DOMAIN,
                         .name = "wrong_size",
                         .version = "1",
                         .summary = "another module table",
                         .operations = &operations,
                         .operations_size = sizeof operations};
