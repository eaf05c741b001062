/* An observation that is wrong: its axiom says that nothing lives when an object is allocated. Who
 * trusts it proves what does not hold, and any solver agrees; a run on random inputs does not. */
#include <ansatz/observation.h>

static void *open_only_one(const az_program *program, az_store *store, const az_desc *options,
                           az_error *err) {
  (void)program, (void)options, (void)err;
  return store;
}

static void close_only_one(void *self) {
  (void)self; /* the store is not ours */
}

static az_term axiom(void *self, const az_ghost_event *event) {
  return az_not(self, event->any_live);
}

static const az_observation_ops operations = {.open = open_only_one,
                                              .close = close_only_one,
                                              .axiom = axiom,
                                              .argument = "none, it is wrong"};

AZ_MODULE(only_one) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "only_one", "1.0"),
    .summary = "an axiom that is wrong: there is never more than one object",
    AZ_MODULE_OPERATIONS(operations),
};
