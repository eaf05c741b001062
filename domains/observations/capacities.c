/* The number of elements of an array, for a pointer p to its start,
 *   capacity(p)      = the size of the object / sizeof *p
 * for pointers of the loop, for pointers in their targets, and for those in an arbitrary object, if
 * sizes of objects differ. For an array that grows by realloc, this is the length that the program
 * keeps beside the pointer. If a pointer does not point to a start, the value is arbitrary. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>

typedef struct capacities {
  uint32_t most;
} capacities;

static void *open_capacities(const az_program *program, az_store *store, const az_desc *options,
                             az_error *err) {
  (void)program, (void)store, (void)err;
  capacities *c = az_calloc(1, sizeof *c);
  c->most = (uint32_t)az_desc_int(options, "most");
  return c;
}

static uint32_t add_capacity(az_cut *cut, uint32_t view, az_path pointer, az_type type,
                             const char *name) {
  const az_program *p = az_cut_program(cut);
  az_store *s = az_cut_store(cut);
  az_path size = az_cut_size(cut, pointer);
  az_term value[2];
  if (!size || az_cut_formals(cut, size, value, NULL) != 1) return 0;
  uint64_t bytes = p->types[p->types[type].element].bytes;
  az_term elements =
      bytes > 1 ? az_bv_udiv(s, value[0], az_bv(s, p->pointer_bits, bytes)) : value[0];
  char text[300];
  snprintf(text, sizeof text, "capacity(%s)", name);
  return az_cut_add_term(cut, view, &elements, size,
                         &(az_tvar){.kind = AZ_TV_INT, .name = text, .bits = p->pointer_bits}) !=
         NULL;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const az_tvar *const *vars;
  uint32_t most = ((const capacities *)self)->most, count = az_cut_vars(cut, &vars), made = 0;
  for (uint32_t i = 0; i < count && made < most; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    const az_tvar *pointer = vars[i];
    if (pointer->kind != AZ_TV_POINTER || pointer->auxiliary || !pointer->path) continue;
    made += add_capacity(cut, pointer->view, pointer->path, pointer->type, pointer->name);
    if (pointer->view != az_cut_view_of_all(cut)) continue;
    const az_object_field *fields;
    uint32_t n = az_cut_fields_behind(cut, pointer->path, &fields);
    for (uint32_t f = 0; f < n && made < most; f++) {
      az_path link = fields[f].is_pointer ? az_cut_field(cut, pointer->path, &fields[f]) : NULL;
      const char *field = fields[f].name;
      char name[300];
      snprintf(name, sizeof name, "%s->%s", pointer->name, field);
      if (link) made += add_capacity(cut, pointer->view, link, fields[f].type, name);
    }
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_capacities, .close = free, .declare = declare, .phase = 1};

static const az_option options[] = {{.name = "most",
                                     .type = AZ_OPT_INT,
                                     .summary = "pointers of a loop, at most",
                                     .initial = "8",
                                     .least = 0,
                                     .greatest = 1000},
                                    {0}};

AZ_MODULE(capacities) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "capacities", "1.0"),
    .summary = "the number of elements of the array that a pointer leads to: capacity(p)",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
