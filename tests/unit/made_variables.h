/* Numbers of 32 bits and arrays of them, made by hand, for tests of domains along the control flow.
 */
#ifndef ANSATZ_MADE_VARIABLES_H
#define ANSATZ_MADE_VARIABLES_H

#include "ansatz/transfer.h"

enum { MADE_MOST = 16 };

static az_store *store;
static az_registry *registry;
static az_abstract_variable vars[MADE_MOST];
static az_transfer_context context;
static az_desc *desc;
static az_transfer domain;

static uint32_t made_var_of(const az_transfer_context *c, az_term term) {
  for (uint32_t v = 0; v < c->var_count; v++)
    if (c->vars[v].term == term) return v;
  return AZ_NONE;
}

/* The first `numbers` of the names are numbers, the others arrays. */
static void make_variables(const char *const *names, uint32_t numbers, uint32_t all) {
  store = az_store_new();
  registry = az_registry_new(NULL);
  for (uint32_t v = 0; v < all; v++) {
    bool array = v >= numbers;
    az_sort sort = array ? az_sort_array(64, az_sort_bv(32)) : az_sort_bv(32);
    vars[v] = (az_abstract_variable){.kind = array ? AZ_ABSTRACT_ARRAY : AZ_ABSTRACT_NUMBER,
                                     .name = names[v],
                                     .term = az_var(store, sort, names[v]),
                                     .bits = 32,
                                     .is_signed = true,
                                     .index_bits = array ? 64 : 0};
    if (array) vars[v].index = az_fresh(store, az_sort_bv(64), "rigid");
  }
  context = (az_transfer_context){
      .store = store, .vars = vars, .var_count = all, .var_of = made_var_of, .registry = registry};
}

/* The entry function declares the array. */
static inline void declare_in_main(void *made, uint32_t array) {
  const az_named_array declared = {vars[array].name, array};
  const az_entered main_function = {
      .function = "main", .first = true, .declares = true, .arrays = &declared, .array_count = 1};
  domain.ops->entry.enter(domain.self, made, &main_function);
}

static void teardown(void) {
  az_registry_free(registry);
  az_store_free(store);
}

#endif
