#include "ansatz/strategy.h"
static void *open_nothing(az_synthesis *synthesis, const az_desc *options, az_error *err) {
  (void)synthesis, (void)options, (void)err;
  return NULL;
}
static void close_nothing(void *self) {
  (void)self;
}
static const az_strategy_ops operations = {.open = open_nothing, .close = close_nothing};
AZ_MODULE(lacks_operation) = {.abi = AZ_ABI,
                              .size = sizeof(az_module),
                              .kind = AZ_MODULE_STRATEGY,
                              .name = "lacks_operation",
                              .version = "1",
                              .summary = "no step",
                              .operations = &operations,
                              .operations_size = sizeof operations};
