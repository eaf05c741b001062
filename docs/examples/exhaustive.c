/* A back end that tries all values of the variables: exact, and for toy formulas only. With more
 * than `bits` bits of variables, or past the deadline, it does not know. */
#include <ansatz/clock.h>
#include <ansatz/module.h>
#include <ansatz/solver.h>
#include <stdlib.h>
#include <string.h>

typedef struct exhaustive {
  az_store *store;
  uint32_t most; /* bits */
  az_term *formulas;
  size_t count;
  az_term *vars, *values; /* of the last check */
  size_t var_count;
} exhaustive;

static void *open_backend(az_store *store, const struct az_options *options, az_error *err) {
  exhaustive *e = calloc(1, sizeof *e);
  if (!e) {
    az_fail(err, AZ_ERR_RESOURCE, "exhaustive: out of memory");
    return NULL;
  }
  e->store = store;
  e->most = options && options->desc ? (uint32_t)az_desc_int(options->desc, "bits") : 20;
  return e;
}

static void close_backend(void *self) {
  exhaustive *e = self;
  free(e->formulas);
  free(e->vars);
  free(e->values);
  free(e);
}

static void add(void *self, az_term formula) {
  exhaustive *e = self;
  e->formulas = realloc(e->formulas, (e->count + 1) * sizeof *e->formulas);
  e->formulas[e->count++] = formula;
}

static void note(void *ctx, az_term var) {
  exhaustive *e = ctx;
  for (size_t i = 0; i < e->var_count; i++)
    if (e->vars[i] == var) return;
  e->vars = realloc(e->vars, (e->var_count + 1) * sizeof *e->vars);
  e->values = realloc(e->values, (e->var_count + 1) * sizeof *e->values);
  e->vars[e->var_count++] = var;
}

static bool is_bool(const exhaustive *e, az_term var) {
  return az_sort_kind_of(az_sort_of(e->store, var)) == AZ_SORT_BOOL;
}

static uint32_t width(const exhaustive *e, az_term var) {
  return is_bool(e, var) ? 1 : az_sort_width(az_sort_of(e->store, var));
}

static az_term assigned(void *ctx, az_term var) {
  const exhaustive *e = ctx;
  for (size_t i = 0; i < e->var_count; i++)
    if (e->vars[i] == var) return e->values[i];
  return AZ_NO_TERM; /* zero */
}

/* The variables' values are the bits of a number. */
static void assign(exhaustive *e, uint64_t number) {
  for (size_t i = 0; i < e->var_count; i++) {
    uint32_t bits = width(e, e->vars[i]);
    uint64_t value = number & (((uint64_t)1 << bits) - 1);
    e->values[i] =
        is_bool(e, e->vars[i]) ? az_bool(e->store, value != 0) : az_bv(e->store, bits, value);
    number >>= bits;
  }
}

static bool all_true(const exhaustive *e, az_eval *eval, const az_term *t, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!az_is_true(e->store, az_eval_term(eval, t[i]))) return false;
  return true;
}

static bool is_late(const exhaustive *e, double deadline) {
  return deadline > 0 && az_clock(az_store_work(e->store)) > deadline;
}

static az_answer check(void *self, const az_term *assumptions, size_t n, double deadline) {
  exhaustive *e = self;
  e->var_count = 0;
  az_free_vars(e->store, e->formulas, e->count, note, e);
  az_free_vars(e->store, assumptions, n, note, e);
  uint32_t bits = 0;
  for (size_t i = 0; i < e->var_count && bits <= e->most; i++) bits += width(e, e->vars[i]);
  if (bits > e->most) return AZ_UNKNOWN;
  az_eval *eval = az_eval_new(e->store, assigned, e);
  az_answer answer = AZ_UNSAT;
  for (uint64_t number = 0; answer == AZ_UNSAT && number >> bits == 0; number++) {
    if ((number & 1023) == 0 && is_late(e, deadline)) answer = AZ_UNKNOWN;
    assign(e, number);
    az_eval_reset(eval);
    if (all_true(e, eval, e->formulas, e->count) && all_true(e, eval, assumptions, n))
      answer = AZ_SAT;
  }
  az_eval_free(eval);
  return answer;
}

static az_term value(void *self, az_term var) {
  exhaustive *e = self;
  az_term v = assigned(e, var);
  return v ? v : az_zero_of(e->store, az_sort_of(e->store, var));
}

static const az_backend_ops operations = {
    .open = open_backend, .close = close_backend, .add = add, .check = check, .value = value};

static const az_option options[] = {{.name = "bits",
                                     .type = AZ_OPT_INT,
                                     .summary = "of all variables of a query, at most",
                                     .initial = "20",
                                     .least = 1,
                                     .greatest = 40},
                                    {0}};

AZ_MODULE(exhaustive) = {
    AZ_MODULE_HEAD(AZ_MODULE_SOLVER, "exhaustive", "1.0"),
    .summary = "tries all values; for toy formulas",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
