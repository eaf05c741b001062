/* A second arbitrary object beside o* of a site, for claims about any two objects: the pointers in
 *   another live object o** of the same site, and in a live object of each other site.
 * If there is no such object, these pointers are NULL. They are auxiliary: no claim is about only
 * them. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct pairs {
  uint32_t most_sites;
} pairs;

static void *open_pairs(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)program, (void)store, (void)err;
  pairs *p = az_calloc(1, sizeof *p);
  p->most_sites = (uint32_t)az_desc_int(options, "sites");
  return p;
}

/* Computes the condition that o** is live and, if it is of the same site as o*, differs from o*. */
static bool exists(az_cut *cut, uint32_t site, uint32_t ordinal, az_term *there) {
  az_store *s = az_cut_store(cut);
  az_term first[2], other[2];
  if (!az_cut_formals(cut, az_cut_fixed(cut, site, ordinal), other, there)) return false;
  if (!ordinal) return true;
  if (!az_cut_formals(cut, az_cut_fixed(cut, site, 0), first, NULL)) return false;
  *there = az_and(s, *there, az_ne(s, other[0], first[0]));
  return true;
}

static void declare_links(az_cut *cut, uint32_t view, uint32_t site, uint32_t ordinal) {
  az_store *s = az_cut_store(cut);
  const az_object_field *fields;
  az_term there, value[2];
  uint32_t n = az_cut_fields(cut, site, &fields);
  if (!exists(cut, site, ordinal, &there)) return;
  for (uint32_t f = 0; f < n; f++) {
    az_path link = az_cut_field(cut, az_cut_fixed(cut, site, ordinal), &fields[f]);
    if (!fields[f].is_pointer || fields[f].is_array || az_cut_formals(cut, link, value, NULL) != 2)
      continue;
    char name[200];
    snprintf(name, sizeof name, "other %s", fields[f].name);
    for (int i = 0; i < 2; i++)
      value[i] = az_ite(s, there, value[i], az_zero_of(s, az_sort_of(s, value[i])));
    az_cut_add_term(cut, view, value, link,
                    &(az_tvar){.kind = AZ_TV_POINTER,
                               .name = name,
                               .type = fields[f].type,
                               .bits = az_pointer_width(az_cut_program(cut)),
                               .auxiliary = true});
  }
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const uint32_t *sites;
  uint32_t n = az_cut_sites(cut, &sites);
  if (n > ((const pairs *)self)->most_sites) return true;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t view = az_cut_view_of_object(cut, sites[i]);
    if (view == UINT32_MAX) continue;
    for (uint32_t k = 0; k < n; k++) declare_links(cut, view, sites[k], k == i);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_pairs, .close = free, .declare = declare, .phase = 1};

static const az_option options[] = {
    {.name = "sites",
     .type = AZ_OPT_INT,
     .summary =
         "allocation sites that a loop reaches, at most: with more, no two objects are compared",
     .initial = "3",
     .least = 1,
     .greatest = 64},
    {0}};

AZ_MODULE(object_pairs) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "object_pairs", "1.0"),
    .summary = "the pointers in a second arbitrary object, for claims about any two objects",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
