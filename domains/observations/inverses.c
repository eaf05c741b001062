/* Inverse links, for an object o* with links f and g: the place to which g leads from the target of
 * o*.f,
 *   o*.f->g   which is o* itself where o*.f is NULL, and NULL where o*.f leads to no live object.
 * Claims state that g leads back from the target of f: p->next->prev == p. The variables are
 * auxiliary and are compared with the address of o*, az_fixed_object. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct inverses {
  uint32_t most_links;
} inverses;

static void *open_inverses(const az_program *program, az_store *store, const az_desc *options,
                           az_error *err) {
  (void)program, (void)store, (void)err;
  inverses *i = az_calloc(1, sizeof *i);
  i->most_links = (uint32_t)az_desc_int(options, "links");
  return i;
}

/* Computes the condition that the link leads to a live object of the site. */
static bool leads_to_living(az_cut *cut, uint32_t site, const az_term link[2], az_term *leads) {
  az_store *s = az_cut_store(cut);
  az_term live[2];
  if (!az_cut_formals(cut, az_cut_live_set(cut, site), live, NULL)) return false;
  az_term instance = az_extract(s, link[0], AZ_INSTANCE_BITS - 1, 0);
  az_term instance_number = az_extract(s, link[0], AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
  const az_term lives = az_eq_value(s, az_select(s, live[0], instance_number), 1);
  *leads = az_and(s, az_eq_value(s, instance, site), lives);
  return true;
}

static void add_inverse(az_cut *cut, uint32_t view, uint32_t site, const az_object_field *f,
                        const az_object_field *g) {
  az_store *s = az_cut_store(cut);
  az_path object = az_cut_fixed(cut, site, 0), link = az_cut_field(cut, object, f);
  az_path back = az_cut_field(cut, link, g);
  az_term self[2], to[2], then[2], leads, there;
  if (!az_cut_formals(cut, object, self, NULL) || az_cut_formals(cut, link, to, NULL) != 2 ||
      az_cut_formals(cut, back, then, &there) != 2 || !leads_to_living(cut, site, to, &leads))
    return;
  az_term null = az_eq_value(s, to[1], 0), value[2];
  null = az_and(s, az_eq_value(s, to[0], 0), null);
  for (int i = 0; i < 2; i++) {
    const az_term zero = az_zero_of(s, az_sort_of(s, to[i]));
    value[i] = az_ite(s, null, self[i], az_ite(s, leads, then[i], zero));
  }
  const char *field = strchr(g->name, '.');
  char name[300];
  snprintf(name, sizeof name, "%s->%s", f->name, field ? field + 1 : g->name);
  az_cut_add_term(cut, view, value, back,
                  &(az_tvar){.kind = AZ_TV_POINTER,
                             .name = name,
                             .type = g->type,
                             .bits = az_pointer_width(az_cut_program(cut)),
                             .auxiliary = true});
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  uint32_t most = ((const inverses *)self)->most_links;
  const uint32_t *sites;
  for (uint32_t i = 0, n = az_cut_sites(cut, &sites); i < n; i++) {
    const az_object_field *fields;
    uint32_t count = az_cut_fields(cut, sites[i], &fields), links = 0;
    uint32_t view = az_cut_view_of_object(cut, sites[i]);
    for (uint32_t f = 0; f < count; f++) links += fields[f].is_pointer && !fields[f].is_array;
    if (links < 2 || links > most || view == UINT32_MAX) continue;
    for (uint32_t f = 0; f < count; f++)
      for (uint32_t g = 0; g < count; g++)
        if (f != g && fields[f].is_pointer && !fields[f].is_array && fields[g].is_pointer &&
            !fields[g].is_array)
          add_inverse(cut, view, sites[i], &fields[f], &fields[g]);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_inverses, .close = free, .declare = declare, .phase = 1};

static const az_option options[] = {
    {.name = "links",
     .type = AZ_OPT_INT,
     .summary =
         "links of an object, at most: with more, none is compared with the inverse of another",
     .initial = "3",
     .least = 2,
     .greatest = 16},
    {0}};

AZ_MODULE(inverses) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "inverses", "1.0"),
    .summary = "the target of a link of the target of another link: p->next->prev",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
