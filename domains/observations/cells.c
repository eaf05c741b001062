/* The cells of small arrays, as separate variables beside the array: a[0], ..., a[n - 1] for an
 * array of n numbers that the loop changes, if n is at most `most`. */
#include "ansatz/observation.h"
#include <stdlib.h>

typedef struct cells {
  uint32_t most;
} cells;

static void *open_cells(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)program, (void)store, (void)err;
  cells *c = az_calloc(1, sizeof *c);
  c->most = (uint32_t)az_desc_int(options, "most");
  return c;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)err;
  const az_tvar *const *vars;
  uint64_t most = ((const cells *)self)->most, elements;
  for (uint32_t i = 0; i < az_cut_vars(cut, &vars); i++) {
    const az_tvar *array = vars[i];
    if (array->kind != AZ_TV_ARRAY || !array->changes || !array->size ||
        !az_const_u64(az_cut_store(cut), array->size, &elements) || elements > most)
      continue;
    for (uint64_t k = 0; k < elements; k++)
      az_cut_add_path(cut, array->view, az_cut_cell(cut, array->path, k), NULL);
  }
  return true;
}

static const az_observation_ops operations = {
    .open = open_cells, .close = free, .declare = declare, .of_numbers = true};

static const az_option options[] = {
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "elements of an array that is observed cell by cell",
     .initial = "8",
     .least = 0,
     .greatest = 1024},
    {0}};

AZ_MODULE(cells) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "cells", "1.0"),
    .summary = "the cells of small arrays of numbers, as variables of their own",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
