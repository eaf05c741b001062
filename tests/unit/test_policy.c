/* The strategy `policy` on wide loops: exact bounds at the limits of types, relations, operations
 * that it takes apart into linear pieces, paths that are not linear, two copies; and how many
 * queries it takes beside thresholds where there are many relations. Its results on 4-bit programs
 * are in test_strategies_exhaustive.c. */
#include "step_formula.h"

static az_registry *registry;
static const az_module *policy, *thresholds;

static void set_up(void) {
  registry = open_registry();
  policy = az_registry_find(registry, AZ_MODULE_STRATEGY, "policy", NULL);
  thresholds = az_registry_find(registry, AZ_MODULE_STRATEGY, "thresholds", NULL);
}
static void tear_down(void) {
  az_registry_free(registry);
}

static az_wide type_least(uint32_t bits, bool is_signed) {
  return is_signed ? -((az_wide)1 << (bits - 1)) : 0;
}
static az_wide type_greatest(uint32_t bits, bool is_signed) {
  return ((az_wide)1 << (bits - is_signed)) - 1;
}

/* The bound that the value has for e = sum of factors * variables; the row's greatest value: top.
 */
static az_wide bound_of(const formula *f, const void *value, const int *factors) {
  const az_numeric_facet *numeric = az_domain_facets(&f->domain).numeric;
  az_eval *eval = az_eval_new(f->store, NULL, NULL);
  uint32_t n = (uint32_t)arrlenu(f->vars), rows = f->domain.ops->row_count(f->domain.self);
  az_wide bound = 0;
  bool found = false;
  for (uint32_t r = 0; r < rows && !found; r++) {
    found = true;
    for (uint32_t v = 0; v < n; v++) { /* the row's factors are its values at the unit states */
      az_term unit[64];
      for (uint32_t w = 0; w < n; w++) unit[w] = az_bv(f->store, f->vars[w].bits, v == w);
      az_state state = {.values = unit};
      az_wide factor = 0;
      az_term e = az_eval_term(eval, numeric->expression(f->domain.self, r, &state));
      found = found && az_const_wide(f->store, e, true, &factor) && factor == factors[v];
    }
    if (found) ck_assert(numeric->bound(f->domain.self, r, value, &bound));
  }
  az_eval_free(eval);
  ck_assert_msg(found, "no such row");
  return bound;
}

static void same(az_wide found, az_wide wanted, const char *what, uint32_t bits, bool is_signed) {
  ck_assert_msg(found == wanted, "%s, %u bits, %ssigned: %lld, wanted %lld", what, bits,
                is_signed ? "" : "un", (long long)found, (long long)wanted);
}

typedef struct limits {
  uint32_t bits;
  bool is_signed;
} limits;
static const limits widths[] = {{8, true},  {8, false},  {16, true}, {16, false}, {31, true},
                                {32, true}, {32, false}, {64, true}, {64, false}};
enum { WIDTHS = sizeof widths / sizeof *widths };

static az_term below(az_store *s, az_term a, az_term b, bool is_signed) {
  return is_signed ? az_bv_slt(s, a, b) : az_bv_ult(s, a, b);
}

/* x from the least value + 3 up to the greatest - 1, y follows; z goes round. */
START_TEST(limits_of_types) {
  if (!policy) return;
  const uint32_t bits = widths[_i].bits;
  const bool is_signed = widths[_i].is_signed;
  az_wide least = type_least(bits, is_signed), greatest = type_greatest(bits, is_signed);
  formula *f = new_formula(registry, 1);
  az_store *s = f->store;
  add_variable(f, "x", bits, is_signed);
  add_variable(f, "y", bits, is_signed);
  add_variable(f, "z", bits, is_signed);
  az_term one = az_bv(s, bits, 1), head[3], last = az_bv_wide(s, bits, greatest - 1);
  az_term entry[] = {az_bv_wide(s, bits, least + 3), az_bv_wide(s, bits, least + 1), one};
  begin_loop(f, az_true(s), entry, head);
  az_term next[] = {az_bv_add(s, head[0], one), az_bv_sub(s, az_bv_add(s, head[0], one), one),
                    az_bv_add(s, head[2], one)};
  add_iteration(f, below(s, head[0], last, is_signed), next, 3);
  open_domain(f, "zones");
  void *value;
  ck_assert_int_eq(run_strategy(f, &(az_desc){.module = policy}, &value, 60), AZ_STEP_INDUCTIVE);
  same(bound_of(f, value, (int[]){1, 0, 0}), greatest - 1, "x <=", bits, is_signed);
  same(bound_of(f, value, (int[]){-1, 0, 0}), -(least + 4), "-x <=", bits, is_signed);
  same(bound_of(f, value, (int[]){0, 1, 0}), greatest - 2, "y <=", bits, is_signed);
  same(bound_of(f, value, (int[]){1, -1, 0}), 1, "x - y <=", bits, is_signed);
  same(bound_of(f, value, (int[]){-1, 1, 0}), -1, "y - x <=", bits, is_signed);
  f->domain.ops->value_free(f->domain.self, value);
  free_formula(f);
}
END_TEST

/* One variable; its exact interval, and how many queries are enough. */
typedef struct piece {
  const char *name;
  uint32_t bits;
  bool is_signed;
  int64_t entry;
  az_term (*guard)(az_store *, az_term x);
  az_term (*next)(az_store *, az_term x, az_term input); /* input: 8 bits less 4 */
  int64_t least, greatest;
  uint32_t queries;
} piece;

static az_term c32(az_store *s, int64_t v) {
  return az_bv_signed(s, 32, v);
}
static az_term always(az_store *s, az_term x) {
  (void)x;
  return az_true(s);
}
static az_term not_million(az_store *s, az_term x) {
  return az_ne(s, x, c32(s, 1000000));
}
static az_term positive(az_store *s, az_term x) {
  return az_bv_slt(s, c32(s, 0), x);
}
static az_term below_100(az_store *s, az_term x) {
  return az_bv_slt(s, x, c32(s, 100));
}
static az_term by_one(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_bv_add(s, x, c32(s, 1));
}
static az_term by_input(az_store *s, az_term x, az_term in) {
  return az_bv_add(s, x, az_zext(s, in, 32));
}
static az_term half(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_bv_sdiv(s, x, c32(s, 2));
}
static az_term shift(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_bv_lshr(s, az_bv_add(s, x, c32(s, 40)), c32(s, 2));
}
static az_term low_bits(az_store *s, az_term x, az_term in) {
  return az_bv_and(s, by_input(s, x, in), c32(s, 31));
}
static az_term remainder_of(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_bv_srem(s, az_bv_add(s, x, c32(s, 7)), c32(s, 60));
}
static az_term back_to_zero(az_store *s, az_term x, az_term in) {
  return az_ite(s, az_bv_slt(s, x, c32(s, 77777)), by_one(s, x, in), c32(s, -3));
}
static az_term byte_of(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_sext(s, az_extract(s, az_bv_add(s, x, c32(s, 1)), 7, 0), 32);
}
static az_term square(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_bv_add(s, az_bv_mul(s, x, x), c32(s, 1));
}
static az_term mirrored(az_store *s, az_term x, az_term in) {
  (void)in;
  return az_bv_neg(s, az_bv_not(s, az_bv_neg(s, x))); /* 1 - x, two ways to write minus */
}

static const piece pieces[] = {
    {"count to !=", 32, true, 0, not_million, by_one, 1, 1000000, 8},
    {"by an input", 32, true, 0, below_100, by_input, 0, 99 + 63, 8},
    {"halved", 32, true, 1000001, positive, half, 0, 500000, 12},
    {"shifted", 32, true, 100, always, shift, 13, 35, 12},
    {"low bits", 32, true, 5, always, low_bits, 0, 31, 12},
    {"remainder", 32, true, 0, always, remainder_of, 0, 59, 40},
    {"goes round", 32, true, 0, always, back_to_zero, -3, 77777, 10},
    {"a byte of it", 32, true, 0, always, byte_of, -128, 127, 14},
    {"1 - x", 32, true, 0, below_100, mirrored, 0, 1, 10},
    {"not linear", 32, true, 0, below_100, square, 1, 99 * 99 + 1, 80},
};

START_TEST(one_piece) {
  if (!policy) return;
  const piece *p = &pieces[_i];
  formula *f = new_formula(registry, 1);
  az_store *s = f->store;
  add_variable(f, "x", p->bits, p->is_signed);
  az_term entry = az_bv_signed(s, p->bits, p->entry), head;
  az_term input = az_var(s, az_sort_bv(6), "in");
  begin_loop(f, az_true(s), &entry, &head);
  az_term next = p->next(s, head, input);
  add_iteration(f, p->guard(s, head), &next, 1);
  open_domain(f, "interval");
  void *value;
  uint64_t before = az_solver_statistics(f->solver).calls;
  ck_assert_int_eq(run_strategy(f, &(az_desc){.module = policy}, &value, 60), AZ_STEP_INDUCTIVE);
  uint64_t queries = az_solver_statistics(f->solver).calls - before;
  az_wide least = -bound_of(f, value, (int[]){-1}), greatest = bound_of(f, value, (int[]){1});
  printf("%s: %lld .. %lld, %llu queries\n", p->name, (long long)least, (long long)greatest,
         (unsigned long long)queries);
  same(least, p->least, p->name, p->bits, p->is_signed);
  same(greatest, p->greatest, p->name, p->bits, p->is_signed);
  ck_assert_msg(queries <= p->queries, "%s: %llu queries", p->name, (unsigned long long)queries);
  f->domain.ops->value_free(f->domain.self, value);
  free_formula(f);
}
END_TEST

/* i < 100000 counts; `vars` others keep step with it, each now and then set back to it. */
static formula *many(uint32_t vars, uint32_t k) {
  static const char *const names[] = {"i", "a", "b", "c", "d", "e", "f", "g", "h", "j"};
  formula *f = new_formula(registry, k);
  az_store *s = f->store;
  az_term entry[10], at[10], next[10], inside = az_true(s);
  for (uint32_t v = 0; v < vars; v++) {
    add_variable(f, names[v], 32, true);
    entry[v] = c32(s, v ? v - 1 : 0);
  }
  begin_loop(f, inside, entry, at);
  for (uint32_t j = 0; j < k; j++) {
    inside = az_and(s, inside, az_bv_slt(s, at[0], c32(s, 100000)));
    for (uint32_t v = 0; v < vars; v++) {
      char name[32];
      snprintf(name, sizeof name, "set%u.%u", v, j);
      next[v] = az_bv_add(s, at[v], c32(s, 1));
      if (v % 3 == 2)
        next[v] =
            az_ite(s, az_var(s, az_sort_bool(), name), az_bv_add(s, at[0], c32(s, 1)), next[v]);
    }
    add_iteration(f, inside, next, vars);
    memcpy(at, next, sizeof at);
  }
  open_domain(f, "octagons");
  return f;
}

/* With two copies as with one: what holds is found. */
START_TEST(copies) {
  if (!policy) return;
  formula *f = many(4, (uint32_t)_i);
  void *value;
  ck_assert_int_eq(run_strategy(f, &(az_desc){.module = policy}, &value, 60), AZ_STEP_INDUCTIVE);
  same(bound_of(f, value, (int[]){1, 0, 0, 0}), 100000, "i <=", 32, true);
  same(bound_of(f, value, (int[]){1, 1, 0, 0}), 200000, "i + a <=", 32, true);
  same(bound_of(f, value, (int[]){1, -1, 0, 0}), 0, "i - a <=", 32, true);
  same(bound_of(f, value, (int[]){-1, 0, 1, 0}), 1, "b - i <=", 32, true);
  same(bound_of(f, value, (int[]){1, 0, -1, 0}), 0, "i - b <=", 32, true);
  same(bound_of(f, value, (int[]){0, 0, -1, 1}), 2, "c - b <=", 32, true);
  f->domain.ops->value_free(f->domain.self, value);
  free_formula(f);
}
END_TEST

/* Beside thresholds: the same relations at least, and how long both take (figures, not a test of
 * time). */
START_TEST(many_relations) {
  if (!policy) return;
  for (uint32_t vars = 3; vars < 3 + CASES(4u); vars++) {
    formula *f = many(vars, 1);
    const az_numeric_facet *numeric = az_domain_facets(&f->domain).numeric;
    const az_module *modules[] = {policy, thresholds};
    void *value[2];
    for (int m = 0; m < 2; m++) {
      double start = az_clock(NULL);
      uint64_t before = az_solver_statistics(f->solver).calls;
      az_step end = run_strategy(f, &(az_desc){.module = modules[m]}, &value[m], 60);
      printf("%u variables, %u rows, %s: %.3f s, %llu queries\n", vars,
             f->domain.ops->row_count(f->domain.self), modules[m]->name, az_clock(NULL) - start,
             (unsigned long long)(az_solver_statistics(f->solver).calls - before));
      ck_assert_int_eq(end, AZ_STEP_INDUCTIVE);
    }
    for (uint32_t r = 0; r < f->domain.ops->row_count(f->domain.self); r++) {
      az_wide a = 0, b = 0;
      ck_assert(numeric->bound(f->domain.self, r, value[0], &a));
      ck_assert(numeric->bound(f->domain.self, r, value[1], &b));
      ck_assert_msg(a <= b, "%u variables, row %u: %lld, thresholds has %lld", vars, r,
                    (long long)a, (long long)b);
    }
    for (int m = 0; m < 2; m++) f->domain.ops->value_free(f->domain.self, value[m]);
    free_formula(f);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("policy");
  TCase *test = tcase_create("wide loops");
  tcase_add_checked_fixture(test, set_up, tear_down);
  tcase_set_timeout(test, 60);
  tcase_add_loop_test(test, limits_of_types, 0, WIDTHS);
  tcase_add_loop_test(test, one_piece, 0, sizeof pieces / sizeof *pieces);
  tcase_add_loop_test(test, copies, 1, 4);
  tcase_add_test(test, many_relations);
  suite_add_tcase(suite, test);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
