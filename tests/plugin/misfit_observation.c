/* An observation that hands over terms of wrong sorts, or asks for a ghost cell or an option that
 * it has not declared, as its option `how` says. */
#include "ansatz/observation.h"
#include <stdlib.h>
#include <string.h>

typedef struct misfit {
  az_store *store;
  const char *how;
} misfit;

static const az_ghost ghost = {.name = "misfit", .scope = AZ_GHOST_EXECUTION, .bits = 8};
static const az_ghost undeclared = {.name = "msfit", .scope = AZ_GHOST_EXECUTION, .bits = 8};

static void *open_observation(const az_program *program, az_store *store, const az_desc *options,
                              az_error *err) {
  (void)program, (void)err;
  misfit *self = malloc(sizeof *self);
  if (self) *self = (misfit){store, az_desc_string(options, "how")};
  if (self && !strcmp(self->how, "undeclared")) (void)az_desc_bool(options, "hwo");
  return self;
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  (void)self;
  *count = 1;
  return &ghost;
}

static az_term update(void *self, uint32_t cell, const az_ghost_event *event) {
  const misfit *m = self;
  (void)cell;
  if (strcmp(m->how, "update")) return AZ_NO_TERM;
  return az_bv_add(m->store, event->old, az_bv(m->store, 16, 1));
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  const misfit *m = self;
  uint32_t all = az_cut_view_of_all(cut);
  az_term value[2];
  az_path path = az_cut_ghost(cut, NULL, strcmp(m->how, "ghost") ? &ghost : &undeclared);
  (void)err;
  if (!az_cut_formals(cut, path, value, NULL)) return true;
  if (!strcmp(m->how, "guard"))
    az_cut_view(cut, &(az_view_description){.of = all, .name = " odd", .guard = value[0]});
  if (!strcmp(m->how, "variable"))
    az_cut_add_term(cut, all, value, path,
                    &(az_tvar){.name = "wide", .kind = AZ_TV_INT, .bits = 32});
  return true;
}

static const az_observation_ops operations = {.open = open_observation,
                                              .close = free,
                                              .ghosts = ghosts,
                                              .update = update,
                                              .declare = declare};

static const az_option options[] = {
    {.name = "how", .type = AZ_OPT_STRING, .summary = "what does not fit", .required = true}, {0}};

AZ_MODULE(misfit_observation) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "misfit_observation", "1.0"),
    .summary = "hands over what does not fit",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
