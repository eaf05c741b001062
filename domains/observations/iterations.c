/* The number of iterations of a loop since it was entered: a ghost counter
 *   iterations(l):  0 when l is entered, one more when its back edge is taken (modulo 2^bits),
 * as a variable of l and of the loops inside and after l, which do not change the counter. Sums
 * that grow by a constant in each iteration are linear in this counter. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct iterations {
  az_store *store;
  az_ghost ghost;
  uint32_t most_loops;
} iterations;

static void *open_iterations(const az_program *program, az_store *store, const az_desc *options,
                             az_error *err) {
  (void)program, (void)err;
  iterations *it = az_calloc(1, sizeof *it);
  it->store = store;
  it->most_loops = (uint32_t)az_desc_int(options, "loops");
  it->ghost = (az_ghost){
      .name = "iterations", .scope = AZ_GHOST_LOOP, .bits = (uint32_t)az_desc_int(options, "bits")};
  return it;
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  *count = 1;
  return &((iterations *)self)->ghost;
}

static az_term update(void *self, uint32_t number, const az_ghost_event *event) {
  (void)number;
  const iterations *it = self;
  if (!event->own) return AZ_NO_TERM;
  if (event->kind == AZ_ON_ENTER) return az_bv(it->store, it->ghost.bits, 0);
  if (event->kind != AZ_ON_BACK) return AZ_NO_TERM;
  return az_bv_add(it->store, event->old, az_bv(it->store, it->ghost.bits, 1));
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const iterations *it = self;
  const uint32_t *loops;
  uint32_t view = az_cut_view_of_all(cut);
  az_cut_add_path(cut, view, az_cut_ghost(cut, NULL, &it->ghost), NULL);
  for (uint32_t i = 0, n = az_cut_loops(cut, &loops); i < n && i < it->most_loops; i++)
    az_cut_add_path(cut, view, az_cut_loop_ghost(cut, loops[i], &it->ghost), NULL);
  return true;
}

static const az_observation_ops operations = {
    .open = open_iterations, .close = free, .ghosts = ghosts, .update = update, .declare = declare};

static const az_option options[] = {
    {.name = "bits",
     .type = AZ_OPT_INT,
     .summary = "width of the counter; it wraps",
     .initial = "32",
     .least = 1,
     .greatest = 64},
    {.name = "loops",
     .type = AZ_OPT_INT,
     .summary =
         "loops around and before a loop whose counters are variables there, too, nearest first",
     .initial = "2",
     .least = 0,
     .greatest = 16},
    {0}};

AZ_MODULE(iterations) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "iterations", "1.0"),
    .summary = "number of iterations of a loop since it was entered",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
