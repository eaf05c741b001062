/* Partitions by pointers, for claims about an arbitrary object o*. For each pointer p that the loop
 * changes, there are two views: the states in which p leads to o*, and the states in which p does
 * not. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct partitions {
  uint32_t most_pointers;
} partitions;

static void *open_partitions(const az_program *program, az_store *store, const az_desc *options,
                             az_error *err) {
  (void)program, (void)store, (void)err;
  partitions *p = az_calloc(1, sizeof *p);
  p->most_pointers = (uint32_t)az_desc_int(options, "pointers");
  return p;
}

static bool may_lead_to(const az_tvar *v, uint32_t site) {
  for (uint32_t t = 0; t < v->target_count; t++)
    if (v->targets[t] == site) return true;
  return v->anywhere;
}

static void add_cases(az_cut *cut, uint32_t view, uint32_t site, const az_tvar *pointer,
                      uint32_t group) {
  az_store *s = az_cut_store(cut);
  az_term value[2], object[2];
  if (!az_cut_formals(cut, pointer->path, value, NULL) ||
      !az_cut_formals(cut, az_cut_fixed(cut, site, 0), object, NULL))
    return;
  az_term leads = az_eq(s, value[0], object[0]);
  for (int is = 1; is >= 0; is--) {
    char name[240];
    snprintf(name, sizeof name, " [%s %s o*]", pointer->name, is ? "==" : "!=");
    (void)az_cut_view(cut, &(az_view_description){.of = view,
                                                  .name = name,
                                                  .guard = is ? leads : az_not(s, leads),
                                                  .group = group,
                                                  .depth = 1});
  }
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  uint32_t most = ((const partitions *)self)->most_pointers;
  const uint32_t *sites;
  const az_tvar *const *vars;
  for (uint32_t i = 0, n = az_cut_sites(cut, &sites); i < n; i++) {
    uint32_t view = az_cut_view_of_object(cut, sites[i]), count = az_cut_vars(cut, &vars), made = 0;
    for (uint32_t v = 0; v < count && made < most && view != UINT32_MAX; v++) {
      const az_tvar *p = vars[v];
      if (p->kind == AZ_TV_POINTER && p->changes && !p->auxiliary &&
          p->view == az_cut_view_of_all(cut) && may_lead_to(p, sites[i]))
        add_cases(cut, view, sites[i], p, ++made);
    }
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_partitions, .close = free, .declare = declare, .phase = 3};

static const az_option options[] = {
    {.name = "pointers",
     .type = AZ_OPT_INT,
     .summary = "pointers of a loop that distinguish objects, at most",
     .initial = "4",
     .least = 0,
     .greatest = 64},
    {0}};

AZ_MODULE(pointer_partitions) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "pointer_partitions", "1.0"),
    .summary = "whether a pointer of the loop points to the object that a claim is about",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
