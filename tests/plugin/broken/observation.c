/* An observation that counts stores, and breaks one law, which FAULT chooses; 0: none. */
#include <ansatz/observation.h>

static void *open_count(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)program, (void)options, (void)err;
  return store;
}
static void close_count(void *self) {
  (void)self;
}

static const az_ghost ghost = {
    .name = "stores", .scope = AZ_GHOST_EXECUTION, .bits = 8, .initial = 0};
static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  static unsigned calls;
  (void)number;
  if (event->kind != AZ_ON_STORE) return AZ_NO_TERM;
  if (FAULT == 1) return az_bv_add(self, event->old, az_bv(self, 8, ++calls)); /* not pure */
  if (FAULT == 2) return az_zext(self, event->old, 16);                        /* too wide */
  if (FAULT == 3) return az_var(self, az_sort_bv(8), "free");                  /* of nothing */
  return az_bv_add(self, event->old, az_bv(self, 8, 1));
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)err;
  az_cut_add_path(cut, az_cut_view_of_all(cut), az_cut_ghost(cut, NULL, &ghost), NULL);
  return true;
}

#if FAULT >= 4
static az_term axiom(void *self, const az_ghost_event *event) {
  if (FAULT == 4) return az_not(self, event->any_live); /* there is one object at most */
  return az_implies(self, event->any_live, az_not(self, az_eq(self, event->any, event->made)));
}
#endif

static const az_observation_ops operations = {
    .open = open_count,
    .close = close_count,
    .ghosts = ghosts,
    .update = update,
    .declare = declare,
#if FAULT >= 4
    .axiom = axiom,
    .argument = "none",
#endif
};

#define NAMED(name) AZ_MODULE(name) /* with the macro MODULE replaced */
NAMED(MODULE) = {AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, NAME, "1.0"), .summary = "counts stores",
                 AZ_MODULE_OPERATIONS(operations)};
