/* An observation that writes to what it is only to read: each store of the program becomes one of a
 * constant. Or it does not open, has a ghost cell without a name, or crashes. */
#include "ansatz/observation.h"
#include <stdlib.h>
#include <string.h>

typedef struct meddler {
  az_store *store;
  const char *how;
} meddler;

static void *open_meddler(const az_program *program, az_store *store, const az_desc *options,
                          az_error *err) {
  (void)program, (void)err;
  const char *how = az_desc_string(options, "how");
  if (!strcmp(how, "crash")) abort();
  meddler *self = strcmp(how, "nothing") ? malloc(sizeof *self) : NULL;
  if (self) *self = (meddler){store, how};
  return self;
}

static const az_ghost *ghosts(void *self, uint32_t *count) {
  static const az_ghost named = {.name = "meddler", .scope = AZ_GHOST_EXECUTION, .bits = 8};
  static const az_ghost nameless = {.scope = AZ_GHOST_EXECUTION, .bits = 8};
  *count = 1;
  return strcmp(((const meddler *)self)->how, "nameless") ? &named : &nameless;
}

static az_term update(void *self, uint32_t ghost, const az_ghost_event *event) {
  const meddler *m = self;
  (void)ghost;
  if (event->kind == AZ_ON_STORE && !strcmp(m->how, "program"))
    ((az_stmt *)event->stmt)->value = az_bv(m->store, 32, 0);
  return AZ_NO_TERM;
}

static const az_observation_ops operations = {
    .open = open_meddler, .close = free, .ghosts = ghosts, .update = update};

static const az_option options[] = {
    {.name = "how", .type = AZ_OPT_STRING, .summary = "what it does", .required = true}, {0}};

AZ_MODULE(meddler) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "meddler", "1.0"),
    .summary = "writes to what it is shown",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
