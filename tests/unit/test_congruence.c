/* Congruences: claims against remainders of exact integers for widths 8 to 64, signed and unsigned,
 * at their limits, of variables, sums and differences; the texts read as C say the same; joins end
 * within the lattice's height. */
#include "domain_rows.h"
#include "ansatz/expression.h"

/* What the row must be, by definition: all values seen are congruent. */
typedef struct seen {
  az_wide first, modulus;
} seen;

static az_wide gcd(az_wide a, az_wide b) {
  return b ? gcd(b, a % b) : a < 0 ? -a : a;
}

static bool congruent(const seen *s, az_wide e) {
  return s->modulus ? (e - s->first) % s->modulus == 0 : e == s->first;
}

/* The printed claim, read back as C, in the state. */
static void check_text(uint32_t row, const void *value, const az_state *state, bool holds) {
  char *text = domain.ops->print(domain.self, row, value);
  if (text && !strstr(text, "__int128") && strcmp(text, "false")) {
    az_error err = {.status = AZ_OK};
    az_expression *e = az_expression_parse(&context, 0, text, &err);
    ck_assert_msg(e != NULL, "%s: %s", text, err.message);
    az_term truth = az_expression_truth(e, state);
    ck_assert_msg(holds ? az_is_true(store, truth) : az_is_false(store, truth), "%s", text);
    az_expression_free(e);
  }
  if (!text) ck_assert(holds);
  free(text);
}

/* Row `row` is cx * x + cy * y. */
static void check_row(uint32_t row, uint32_t x, int cx, uint32_t y, int cy) {
  az_term terms[VARS] = {0};
  az_state state = {.view = 0, .values = terms};
  void *value = domain.ops->value_new(domain.self);
  seen s = {0};
  uint32_t joins = 0;
  az_wide stride = (az_wide)1 << random_bits() % vars[x].bits;
  if (random_bits() % 2) stride = 1 + (az_wide)(random_bits() % 1000);
  for (int round = 0; round < 60; round++) {
    az_wide a = some_value(&vars[x]), b = cy ? some_value(&vars[y]) : 0, e;
    if (round % 2) a -= a % stride, b -= b % stride;
    terms[x] = constant_of(&vars[x], a);
    if (cy) terms[y] = constant_of(&vars[y], b);
    e = cx * a + cy * b;
    bool holds = joins && congruent(&s, e);
    ck_assert(claimed(row, value, &state) == holds);
    check_text(row, value, &state, holds);
    if (round % 3) continue; /* looked at only */
    ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state) == !holds);
    if (!joins++)
      s.first = e;
    else
      s.modulus = gcd(s.modulus, e - s.first);
    ck_assert(claimed(row, value, &state));
    check_text(row, value, &state, true);
    ck_assert(!domain.ops->improve(domain.self, row, value, &constants, &state));
  }
  domain.ops->value_top(domain.self, value, row);
  ck_assert(claimed(row, value, &state));
  domain.ops->value_free(domain.self, value);
}

START_TEST(one_variable) {
  open_domain("congruence", "{}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), VARS);
  for (uint32_t v = 0; v < VARS; v++)
    for (int k = 0; k < 15; k++) check_row(v, v, 1, 0, 0);
  close_domain();
}
END_TEST

START_TEST(pairs_of_variables) {
  for (uint32_t x = 0; x < VARS; x++) {
    for (uint32_t y = 0; y < VARS; y++) {
      if (x == y) continue;
      az_tvar two[2] = {vars[x], vars[y]};
      two[0].changes = false; /* then x alone has no row */
      context.vars = two;
      context.var_count = 2;
      open_domain("congruence", "{\"pairs\":\"all\"}", NULL);
      ck_assert_uint_eq(domain.ops->row_count(domain.self), 3);
      for (int k = 0; k < 3; k++) {
        check_row(0, x, 1, y, 1);
        check_row(1, x, 1, y, -1);
        check_row(2, y, 1, 0, 0);
      }
      close_domain();
    }
  }
}
END_TEST

/* However the states come, a row is joined at most once a bit and twice more. */
START_TEST(chains_end) {
  open_domain("congruence", "{}", NULL);
  for (uint32_t v = 0; v < VARS; v++) {
    void *value = domain.ops->value_new(domain.self);
    uint32_t joins = 0;
    az_term terms[VARS] = {0};
    az_state state = {.view = 0, .values = terms};
    for (uint32_t i = 0; i <= vars[v].bits; i++) { /* the slowest: 0, 2^(n-1), 2^(n-2) ... */
      terms[v] = constant_of(&vars[v], i ? (az_wide)1 << (vars[v].bits - i) : 0);
      joins += domain.ops->improve(domain.self, v, value, &constants, &state);
    }
    ck_assert_uint_le(joins, vars[v].bits + 1);
    ck_assert_ptr_null(domain.ops->print(domain.self, v, value));
    domain.ops->value_free(domain.self, value);
  }
  close_domain();
}
END_TEST

START_TEST(values_are_separate) {
  open_domain("congruence", "{}", NULL);
  az_term terms[VARS];
  for (uint32_t v = 0; v < VARS; v++) terms[v] = constant_of(&vars[v], 5);
  az_state state = {.view = 0, .values = terms};
  void *a = domain.ops->value_new(domain.self), *b;
  ck_assert(domain.ops->improve(domain.self, 3, a, &constants, &state));
  b = domain.ops->value_copy(domain.self, a);
  domain.ops->value_top(domain.self, a, 3);
  char *text = domain.ops->print(domain.self, 3, b);
  ck_assert_str_eq(text, "t8 == 5");
  free(text);
  ck_assert_ptr_null(domain.ops->print(domain.self, 3, a));
  domain.ops->value_free(domain.self, a);
  domain.ops->value_free(domain.self, b);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {one_variable, pairs_of_variables, chains_end, values_are_separate};
  return run_suite("congruence", tests, sizeof tests / sizeof *tests);
}
