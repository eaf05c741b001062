/* Fields behind pointers: for a pointer p of the loop, and for a link o*.f of an arbitrary object,
 *   p->g      each integer field g of the object to whose start p leads,
 * so that domains can relate a node to the next node, and the loop's variables to the current one.
 * If the pointer leads elsewhere, the variable does not exist (az_tvar.there). Auxiliary. */
#include "ansatz/observation.h"
#include <stdlib.h>

typedef struct reached {
  uint32_t most, most_fields;
} reached;

static void *open_reached(const az_program *program, az_store *store, const az_desc *options,
                          az_error *err) {
  (void)program, (void)store, (void)err;
  reached *r = az_calloc(1, sizeof *r);
  r->most = (uint32_t)az_desc_int(options, "most");
  r->most_fields = (uint32_t)az_desc_int(options, "fields");
  return r;
}

/* Returns whether v is one of the loop's own pointers, or a link of o*. */
static bool is_followed(const az_cut *cut, const az_tvar *v) {
  if (v->kind != AZ_TV_POINTER || v->auxiliary || !v->path) return false;
  return v->view == az_cut_view_of_all(cut) || az_tvar_of_fixed(v, 0);
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const reached *r = self;
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars), total = 0;
  for (uint32_t i = 0; i < count; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    const az_tvar *pointer = vars[i];
    if (!is_followed(cut, pointer)) continue;
    const az_object_field *fields;
    uint32_t n = az_cut_fields_behind(cut, pointer->path, &fields), added = 0;
    for (uint32_t f = 0; f < n && added < r->most_fields && total < r->most; f++) {
      if (fields[f].is_pointer) continue;
      if (!az_cut_add_path(cut, pointer->view, az_cut_field(cut, pointer->path, &fields[f]),
                           &(az_tvar){.auxiliary = true}))
        continue;
      added++;
      total++;
    }
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_reached, .close = free, .declare = declare, .phase = 1};

static const az_option options[] = {
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "fields of the targets of all pointers of a loop together, at most",
     .initial = "24",
     .least = 0,
     .greatest = 1000},
    {.name = "fields",
     .type = AZ_OPT_INT,
     .summary = "fields of the target of one pointer, at most",
     .initial = "4",
     .least = 0,
     .greatest = 100},
    {0}};

AZ_MODULE(reached) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "reached", "1.0"),
    .summary = "the integer fields of a pointer's target",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
