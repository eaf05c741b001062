/* Which statement last stored a constant in an integer: a history variable [abadi1991], one ghost
 * cell of the execution, whose value is the number of that statement (and call path); 0: none did
 * yet. Claims "if last_store == n, then ..." are a partition of the traces by the last assignment
 * of a constant [rival2007]. The cell has 8 bits: statements whose numbers differ by a multiple of
 * 256 share a value, and claims then hold for both of them. */
#include <ansatz/observation.h>
#include <stdlib.h>

enum { BITS = 8 };
static const az_ghost ghost = {
    .name = "last_store", .scope = AZ_GHOST_EXECUTION, .bits = BITS, .initial = 0};

typedef struct last_store {
  const az_program *program;
  az_store *store;
} last_store;

static void *open_last_store(const az_program *program, az_store *store, const az_desc *options,
                             az_error *err) {
  (void)options;
  last_store *l = malloc(sizeof *l);
  if (l)
    *l = (last_store){program, store};
  else
    az_fail(err, AZ_ERR_RESOURCE, "last_store: out of memory");
  return l;
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

/* Which statements count is a matter of the program's text alone. The number of the statement is a
 * formal, and so is what the statement stores: the text has the constant, the formal has not. */
static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  (void)number;
  const last_store *l = self;
  if (event->kind != AZ_ON_STORE || !az_is_const(l->store, event->stmt->value) ||
      l->program->types[event->stmt->type].kind != AZ_T_INT)
    return AZ_NO_TERM;
  return az_extract(l->store, event->place, BITS - 1, 0);
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)err;
  az_cut_add_path(cut, az_cut_view_of_all(cut), az_cut_ghost(cut, NULL, &ghost), NULL);
  return true;
}

static const az_observation_ops operations = {
    .open = open_last_store, .close = free, .ghosts = ghosts, .update = update, .declare = declare};

AZ_MODULE(last_store) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "last_store", "1.0"),
    .summary = "which statement last stored a constant in an integer",
    AZ_MODULE_OPERATIONS(operations),
};
