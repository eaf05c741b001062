/* Checks of answers in checking builds: see check.h. */
#include "check.h"
#include "ansatz/module.h"
#include <string.h>

/* The sample contains the first few answers, and then fewer and fewer. */
bool az_is_sampled(uint64_t n) {
  enum { FIRST = 2, LATER = 64 };
  return n <= FIRST || (n & (n - 1)) == 0 || n % LATER == 0;
}

az_term az_refuted_by_model(const az_checked_query *q, az_model *model) {
  bool sure = true;
  for (size_t i = 0; i < q->count; i++) {
    az_term value = az_model_exact(model, q->formulas[i], &sure);
    if (!sure) return AZ_NO_TERM; /* the value is unspecified or cannot be folded */
    if (!az_is_true(q->store, value)) return q->formulas[i];
  }
  return AZ_NO_TERM;
}

static const char *other_backend(const az_checked_query *q) {
  static const char *const names[] = {"boolector", "z3", "bitblast"};
  for (size_t i = 0; q->registry && i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], q->backend) != 0 &&
        az_registry_find(q->registry, AZ_MODULE_SOLVER, names[i], NULL))
      return names[i];
  return NULL;
}

bool az_satisfied_elsewhere(const az_checked_query *q) {
  const double seconds = 0.1;
  const az_solver_config config = {.backend = other_backend(q), .second = true};
  az_error err = {.status = AZ_OK};
  if (!config.backend) return false;
  az_solver *other = az_solver_new(q->store, q->registry, &config, &err);
  if (!other) return false;
  for (size_t i = 0; i < q->definition_count; i++)
    az_solver_define(other, q->definitions[i][0], q->definitions[i][1]);
  for (size_t i = 0; i < q->count; i++) az_solver_assert(other, q->formulas[i]);
  bool satisfied =
      az_solver_check(other, NULL, 0, az_clock(az_store_work(q->store)) + seconds) == AZ_SAT &&
      !az_solver_abstracted(other);
  az_solver_free(other);
  return satisfied;
}
