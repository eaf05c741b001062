/* Affine equalities modulo powers of two: a row claims exactly the low bits of its sum in which all
 * joined states agree, and its text says the same as C. The expected values come from sums modulo
 * 2^64 of the variables' numbers, for widths 8 to 64, signed and unsigned. */
#include "domain_rows.h"
#include "ansatz/expression.h"

enum { MOST_TERMS = 4 };

typedef struct sum {
  uint32_t terms, width; /* width: of its widest variable */
  uint32_t var[MOST_TERMS];
  int coefficient[MOST_TERMS];
} sum;

static uint64_t mask(uint32_t bits) {
  return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static uint64_t sum_of(const sum *s, const az_wide *numbers) {
  uint64_t e = 0;
  for (uint32_t i = 0; i < s->terms; i++)
    e += (uint64_t)numbers[s->var[i]] * (uint64_t)(int64_t)s->coefficient[i];
  return e;
}

static sum one_variable(uint32_t v) {
  return (sum){.terms = 1, .width = vars[v].bits, .var = {v}, .coefficient = {1}};
}

/* Different variables; the first coefficient is 1, so that the row is not divided by anything. */
static sum some_sum(void) {
  sum s = {.terms = 2 + (uint32_t)((random_bits() >> 8) % (MOST_TERMS - 1))};
  for (uint32_t i = 0; i < s.terms; i++) {
    bool new;
    do {
      s.var[i] = (uint32_t)((random_bits() >> 8) % VARS);
      new = true;
      for (uint32_t j = 0; j < i; j++) new &= s.var[j] != s.var[i];
    } while (!new);
    int c = 1 + (int)((random_bits() >> 8) % 9);
    s.coefficient[i] = !i ? 1 : random_bits() >> 8 & 1 ? c : -c;
    if (vars[s.var[i]].bits > s.width) s.width = vars[s.var[i]].bits;
  }
  return s;
}

static int print_sum(char *out, size_t size, const sum *s) {
  int n = 0;
  for (uint32_t i = 0; i < s->terms; i++)
    n += snprintf(out + n, size - (size_t)n, "%s%d*%s",
                  s->coefficient[i] < 0 ? " - "
                  : i                   ? " + "
                                        : "",
                  abs(s->coefficient[i]), vars[s->var[i]].name);
  return n;
}

/* The printed claim, read back as C, in the state. */
static void check_text(uint32_t row, const void *value, const az_state *state, bool holds) {
  char *text = domain.ops->print(domain.self, row, value);
  if (text && strcmp(text, "false")) {
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

/* Joins random states into a row; between joins, states that are looked at only. */
static void check_row(uint32_t row, const sum *s) {
  void *value = domain.ops->value_new(domain.self);
  uint32_t bits = s->width, alike = (uint32_t)((random_bits() >> 8) % 8), joins = 0;
  uint64_t rest = 0;
  bool joined = false;
  for (int round = 0; round < 80; round++) {
    az_term terms[VARS];
    az_wide numbers[VARS];
    for (uint32_t v = 0; v < VARS; v++) {
      az_wide x = some_value(&vars[v]);
      if (round < 60) x -= x & (az_wide)mask(alike); /* these states agree in their low bits */
      numbers[v] = x;
      terms[v] = constant_of(&vars[v], x);
    }
    az_state state = {.values = terms};
    uint64_t e = sum_of(s, numbers);
    bool holds = joined && ((e ^ rest) & (bits ? mask(bits) : 0)) == 0;
    ck_assert(claimed(row, value, &state) == holds);
    check_text(row, value, &state, holds);
    if (round % 2) continue;
    ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state) == !holds);
    joins += !holds;
    if (!joined) rest = e;
    joined = true;
    while (bits && ((e ^ rest) & mask(bits))) bits--;
    ck_assert(claimed(row, value, &state));
    check_text(row, value, &state, true);
  }
  ck_assert_uint_le(joins, s->width + 1);
  domain.ops->value_top(domain.self, value, row);
  ck_assert_ptr_null(domain.ops->print(domain.self, row, value));
  domain.ops->value_free(domain.self, value);
}

START_TEST(variables) {
  open_domain("affine", "{\"mined\":false}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), VARS); /* x, but not -x as well */
  for (uint32_t v = 0; v < VARS; v++) {
    sum s = one_variable(v);
    for (int k = 0; k < 5; k++) check_row(v, &s);
  }
  close_domain();
}
END_TEST

START_TEST(sums) {
  for (int k = 0; k < 150; k++) {
    sum s = some_sum();
    char text[200], json[300];
    print_sum(text, sizeof text, &s);
    snprintf(json, sizeof json, "{\"rows\":[\"%s\"]}", text);
    open_domain("affine", json, NULL);
    ck_assert_msg(domain.ops->row_count(domain.self) == VARS + 1, "%s", text);
    check_row(VARS, &s);
    close_domain();
  }
}
END_TEST

/* A row that is given twice, with the opposite sign or a common factor is one row. */
START_TEST(equal_rows) {
  open_domain("affine",
              "{\"rows\":[\"u8 - 3*s16\",\"3*s16 - u8\",\"2*u8 - 6*s16\",\"u8 == 3*s16\"]}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), VARS + 1);
  close_domain();
}
END_TEST

/* The states of the loop `x += 3, y += 5` from x == 7, y == 0 keep 5*x - 3*y == 35 when one or both
 * wrap around: modulo 2^w where both have w bits, modulo that of the narrower otherwise. A loop
 * that leaves this line by one in a late round keeps nothing. */
static void check_counters(uint32_t x, uint32_t y) {
  sum s = {.terms = 2, .var = {x, y}, .coefficient = {5, -3}};
  uint32_t narrow = vars[x].bits < vars[y].bits ? vars[x].bits : vars[y].bits;
  char text[100], json[200];
  print_sum(text, sizeof text, &s);
  snprintf(json, sizeof json, "{\"rows\":[\"%s\"]}", text);
  open_domain("affine", json, NULL);
  void *value = domain.ops->value_new(domain.self);
  az_term terms[VARS] = {0};
  az_state state = {.values = terms};
  for (int round = 0; round < 1200; round++) {
    uint64_t i = round < 400 ? (uint64_t)round : random_bits(); /* then both wrap around often */
    terms[x] = az_bv(store, vars[x].bits, (7 + 3 * i) & mask(vars[x].bits));
    terms[y] = az_bv(store, vars[y].bits, (5 * i) & mask(vars[y].bits));
    if (round % 3 == 0) domain.ops->improve(domain.self, VARS, value, &constants, &state);
    if (round > 800) ck_assert(claimed(VARS, value, &state));
  }
  /* Nothing more was lost than the wrapping of the narrower one: one step off the line is seen. */
  terms[x] = az_bv(store, vars[x].bits, 7);
  for (uint32_t bit = 0; bit < narrow; bit++) {
    terms[y] = az_bv(store, vars[y].bits, UINT64_C(1) << bit);
    ck_assert_msg(!claimed(VARS, value, &state), "%s: bit %u of %u", text, bit, narrow);
  }
  terms[y] = az_bv(store, vars[y].bits, 1);
  ck_assert(domain.ops->improve(domain.self, VARS, value, &constants, &state));
  ck_assert_ptr_null(domain.ops->print(domain.self, VARS, value));
  domain.ops->value_free(domain.self, value);
  close_domain();
}

START_TEST(wrapping_keeps_low_bits) {
  for (uint32_t x = 0; x < VARS; x++)
    for (uint32_t k = 0; k < 4; k++) {
      uint32_t y = (uint32_t)((random_bits() >> 8) % VARS);
      if (x != y) check_counters(x, y);
    }
}
END_TEST

/* However the states come, a row is joined at most once a bit, and once for the first state. */
START_TEST(chains_end) {
  open_domain("affine", "{\"mined\":false}", NULL);
  for (uint32_t v = 0; v < VARS; v++) {
    void *value = domain.ops->value_new(domain.self);
    uint32_t joins = 0;
    az_term terms[VARS] = {0};
    az_state state = {.values = terms};
    for (uint32_t i = 0; i <= vars[v].bits; i++) { /* the slowest: 0, 2^(n-1), 2^(n-2) ... */
      terms[v] = az_bv(store, vars[v].bits, i ? UINT64_C(1) << (vars[v].bits - i) : 0);
      joins += domain.ops->improve(domain.self, v, value, &constants, &state);
    }
    ck_assert_uint_eq(joins, vars[v].bits + 1);
    ck_assert_ptr_null(domain.ops->print(domain.self, v, value));
    domain.ops->value_free(domain.self, value);
  }
  close_domain();
}
END_TEST

START_TEST(values_are_separate) {
  open_domain("affine", "{\"mined\":false}", NULL);
  az_term terms[VARS];
  for (uint32_t v = 0; v < VARS; v++) terms[v] = constant_of(&vars[v], 5);
  az_state state = {.values = terms};
  void *a = domain.ops->value_new(domain.self);
  ck_assert(domain.ops->improve(domain.self, 3, a, &constants, &state));
  void *b = domain.ops->value_copy(domain.self, a);
  domain.ops->value_top(domain.self, a, 3);
  ck_assert_ptr_null(domain.ops->print(domain.self, 3, a));
  char *text = domain.ops->print(domain.self, 3, b);
  ck_assert_str_eq(text, "((unsigned)t8) % 256 == 5");
  free(text);
  domain.ops->value_free(domain.self, a);
  domain.ops->value_free(domain.self, b);
  close_domain();
}
END_TEST

START_TEST(options) {
  open_domain("affine", "{\"rows\":[\"all pears\"]}", "all pairs");
  az_desc_free(desc);
  open_domain("affine", "{\"rows\":[\"s8 +\"]}", "column 5");
  az_desc_free(desc);
  open_domain("affine", "{\"rows\":[\"s8 - nowhere\"]}", NULL);
  ck_assert_str_eq(az_domain_facets(&domain).note, "no loop has a row for 's8 - nowhere'");
  ck_assert_uint_eq(domain.ops->row_count(domain.self), VARS);
  close_domain();
  open_domain("affine", "{\"rows\":[\"all pairs\"],\"most\":40}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 40);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {
      variables,           sums,   equal_rows, wrapping_keeps_low_bits, chains_end,
      values_are_separate, options};
  return run_suite("affine", tests, sizeof tests / sizeof *tests);
}
