/* Rounds of a loop by their parity, as two views: a trace partition [rival2007]. The ghost cell is
 * one bit of each loop, 0 when the loop is entered and flipped at its back edge. */
#include <ansatz/observation.h>

static void *open_rounds(const az_program *program, az_store *store, const az_desc *options,
                         az_error *err) {
  (void)program, (void)options, (void)err;
  return store; /* all that it needs */
}

static void close_rounds(void *self) {
  (void)self; /* the store is the core's */
}

static const az_ghost ghost = {.name = "odd", .scope = AZ_GHOST_LOOP, .bits = 1, .initial = 0};

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  (void)number;
  if (event->own && event->kind == AZ_ON_ENTER) return az_bv(self, 1, 0);
  if (event->own && event->kind == AZ_ON_BACK) return az_bv_not(self, event->old);
  return AZ_NO_TERM; /* unchanged */
}

/* A view of the states in which the guard holds, and the loop's numbers as variables of it, so that
 * domains have rows about them there. */
static void add_view(az_cut *cut, const char *name, az_term guard) {
  uint32_t all = az_cut_view_of_all(cut);
  uint32_t view = az_cut_view(
      cut, &(az_view_description){.of = all, .name = name, .guard = guard, .group = 1, .depth = 1});
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars); /* those declared so far, of all views */
  for (uint32_t i = 0; i < count && view != UINT32_MAX; i++) {
    (void)az_cut_vars(cut, &vars); /* the list moves when it grows */
    if (vars[i]->view == all && vars[i]->kind == AZ_TV_INT && !vars[i]->auxiliary)
      az_cut_add_path(cut, view, vars[i]->path, NULL);
  }
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  az_store *store = self;
  az_term odd[2];
  if (!az_cut_formals(cut, az_cut_ghost(cut, NULL, &ghost), odd, NULL)) return true;
  az_term is_odd = az_eq(store, odd[0], az_bv(store, 1, 1));
  add_view(cut, " [odd]", is_odd);
  add_view(cut, " [even]", az_not(store, is_odd));
  return true;
}

static const az_observation_ops operations = {.open = open_rounds,
                                              .close = close_rounds,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare,
                                              .phase = 3}; /* views that share out states */

AZ_MODULE(odd_rounds) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "odd_rounds", "1.0"),
    .summary = "odd and even rounds of each loop, as two views",
    AZ_MODULE_OPERATIONS(operations),
};
