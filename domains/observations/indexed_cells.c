/* The cell of an array whose index is the value of an integer variable,
 *   a[i]   of each array of integers that the loop changes or reads, and each integer variable i.
 * A loop may decrease a cell and then continue with the next one, so that the loop's ranking has
 * a[i]. If i is not an index of a, the value is arbitrary, but the same for the same a and i. */
#include "ansatz/observation.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct indexed_cells {
  uint32_t most;
} indexed_cells;

static void *open_indexed_cells(const az_program *program, az_store *store, const az_desc *options,
                                az_error *err) {
  (void)program, (void)store, (void)err;
  indexed_cells *c = az_calloc(1, sizeof *c);
  c->most = (uint32_t)az_desc_int(options, "most");
  return c;
}

/* Returns whether the array has integers and one dimension; other arrays are indexed by vectors. */
static bool has_cells(const az_cut *cut, const az_tvar *array) {
  const az_type_info *types = az_cut_program(cut)->types;
  return array->kind == AZ_TV_ARRAY && array->path && array->index && !array->auxiliary &&
         types[array->type].kind == AZ_T_INT &&
         az_sort_width(az_sort_of(az_cut_store(cut), array->index)) ==
             az_cut_program(cut)->pointer_bits;
}

static bool is_index(const az_tvar *v) {
  return v->kind == AZ_TV_INT && v->path && !v->auxiliary && v->bits > 1;
}

static bool add_cell(az_cut *cut, const az_tvar *array, const az_tvar *index) {
  az_store *s = az_cut_store(cut);
  az_term content[2], at[2];
  if (az_cut_formals(cut, array->path, content, NULL) != 1 ||
      az_cut_formals(cut, index->path, at, NULL) != 1)
    return false;
  uint32_t bits = az_cut_program(cut)->pointer_bits;
  az_term cell = az_select(s, content[0], az_resize(s, at[0], bits, index->is_signed));
  char name[300];
  size_t n = strcspn(array->name, "[");
  snprintf(name, sizeof name, "%.*s[%.120s]", (int)(n < 160 ? n : 160), array->name, index->name);
  return az_cut_add_term(cut, array->view, &cell, array->path,
                         &(az_tvar){.kind = AZ_TV_INT,
                                    .name = name,
                                    .type = array->type,
                                    .bits = array->bits,
                                    .is_signed = array->is_signed}) != NULL;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const az_tvar *const *vars;
  uint32_t most = ((const indexed_cells *)self)->most, count = az_cut_vars(cut, &vars), made = 0;
  /* Declarations may move the list. */
  const az_tvar **all = az_calloc(count + 1, sizeof *all);
  for (uint32_t i = 0; i < count; i++) all[i] = vars[i];
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t i = 0; i < count && has_cells(cut, all[a]); i++)
      if (is_index(all[i]) && all[i]->view == all[a]->view && made < most)
        made += add_cell(cut, all[a], all[i]);
  free(all);
  return true;
}

static const az_observation_ops operations = {
    .open = open_indexed_cells, .close = free, .declare = declare, .phase = 2};

static const az_option options[] = {{.name = "most",
                                     .type = AZ_OPT_INT,
                                     .summary = "cells of a loop, at most",
                                     .initial = "24",
                                     .least = 0,
                                     .greatest = 10000},
                                    {0}};

AZ_MODULE(indexed_cells) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "indexed_cells", "1.0"),
    .summary = "the cell of an array whose index is the value of a variable: a[i]",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
