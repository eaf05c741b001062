/* The values that variables had when the loop was last entered: for each number i that the loop
 * changes, entry(i), a history variable that the loop does not change. The variables are auxiliary:
 * borders of array segments and relations that a domain requests use them; bounds do not. */
#include "ansatz/observation.h"

/* The observation has no state, so `self` is any address. */
static void *open_entry_values(const az_program *program, az_store *store, const az_desc *options,
                               az_error *err) {
  (void)store, (void)options, (void)err;
  return (void *)(uintptr_t)program;
}

static void close_entry_values(void *self) {
  (void)self;
}

static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)err;
  const az_tvar *const *vars;
  uint32_t count = az_cut_vars(cut, &vars);
  for (uint32_t i = 0; i < count; i++) {
    (void)az_cut_vars(cut, &vars); /* the list may move when it grows */
    const az_tvar *v = vars[i];
    if (v->kind != AZ_TV_INT || !v->changes || v->auxiliary || az_tvar_is_cell(v) ||
        az_tvar_of_fixed(v, 0) || v->view != az_cut_view_of_all(cut))
      continue;
    az_cut_add_path(cut, v->view, az_cut_entry(cut, v->path), &(az_tvar){.auxiliary = true});
  }
  return true;
}

static const az_observation_ops operations = {.open = open_entry_values,
                                              .close = close_entry_values,
                                              .declare = declare,
                                              .phase = 2,
                                              .of_numbers = true};

AZ_MODULE(entry_values) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "entry_values", "1.0"),
    .summary = "the values of a loop's numeric variables when the loop was last entered",
    AZ_MODULE_OPERATIONS(operations),
};
