/* An observation with a mistake, chosen by -DMISTAKE. */
#include "ansatz/observation.h"

static void *open_wrong(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)program, (void)options, (void)err;
  return store;
}

static void close_wrong(void *self) {
  (void)self;
}

#if MISTAKE == 1 /* a ghost cell that is too wide */
static const az_ghost ghost = {.name = "wide", .scope = AZ_GHOST_EXECUTION, .bits = 65};

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  (void)self, (void)number, (void)event;
  return AZ_NO_TERM;
}

static const az_observation_ops operations = {
    .open = open_wrong, .close = close_wrong, .ghosts = ghosts, .update = update};
#else
static az_term axiom(void *self, const az_ghost_event *event) {
  (void)event;
  return az_true(self);
}

static const az_observation_ops operations = {
    .open = open_wrong,
    .close = close_wrong,
    .axiom = axiom,
#if MISTAKE == 3 /* a second axiom, beside that of allocation_times */
    .argument = "allocation-order",
#endif           /* 2: an axiom that is argued nowhere */
};
#endif

AZ_MODULE(wrong) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "wrong", "1.0"),
    .summary = "has a mistake",
    AZ_MODULE_OPERATIONS(operations),
};
