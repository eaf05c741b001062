#include "ansatz/domain.h"
static const az_domain_ops operations;
AZ_MODULE(wrong_abi) = {.abi = AZ_ABI + 1,
                        .size = sizeof(az_module),
                        .kind = AZ_MODULE_DOMAIN,
                        .name = "wrong_abi",
                        .version = "1",
                        .summary = "built for another ABI",
                        .operations = &operations,
                        .operations_size = sizeof operations};
