/* A second arbitrary index of arrays: the element a[#2] beside a[#], for claims about any two
 * elements. The elements are auxiliary: no claim is about only them. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *open_pairs(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)store, (void)options, (void)err;
  return (void *)(uintptr_t)program; /* without state: any address */
}

static void close_pairs(void *self) {
  (void)self;
}

/* Returns whether the array has integers and one dimension; other arrays are indexed by vectors. */
static bool has_pairs(const az_cut *cut, const az_tvar *array) {
  const az_program *p = az_cut_program(cut);
  return array->kind == AZ_TV_ARRAY && array->path && array->index && !array->auxiliary &&
         p->types[array->type].kind == AZ_T_INT &&
         az_sort_width(az_sort_of(az_cut_store(cut), array->index)) == p->pointer_bits;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)err;
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars);
  for (uint32_t v = 0; v < count; v++) {
    az_cut_vars(cut, &vars); /* declarations may move the list */
    az_term content[2];
    az_tvar like = *vars[v];
    if (!has_pairs(cut, &like) || az_cut_formals(cut, like.path, content, NULL) != 1) continue;
    char name[200];
    snprintf(name, sizeof name, "%.*s[#2]", (int)strcspn(like.name, "["), like.name);
    az_path of = like.path;
    like = (az_tvar){.kind = AZ_TV_INT,
                     .name = name,
                     .type = like.type,
                     .bits = like.bits,
                     .is_signed = like.is_signed,
                     .auxiliary = true,
                     .index = az_cut_second_index(cut)};
    az_term element = az_select(az_cut_store(cut), content[0], like.index);
    az_cut_add_term(cut, vars[v]->view, &element, of, &like);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_pairs, .close = close_pairs, .declare = declare, .phase = 1};

AZ_MODULE(index_pairs) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "index_pairs", "1.0"),
    .summary = "the element of an array at a second arbitrary index, for claims about any two",
    AZ_MODULE_OPERATIONS(operations),
};
