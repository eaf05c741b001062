/* Known bits: claims and texts against masks of plain integers for widths 8 to 64, of variables and
 * exclusive ors; joins end within the lattice's height; what they prove that bounds, differences
 * and remainders do not, and what they must not. */
#include "end_to_end.h"
#include "domain_rows.h"
#include "ansatz/expression.h"

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

/* Row `row` is x, or x ^ y; the states joined differ in few bits. */
static void check_row(uint32_t row, const az_tvar *x, const az_tvar *y) {
  az_term terms[VARS] = {0};
  az_state state = {.view = 0, .values = terms};
  void *value = domain.ops->value_new(domain.self);
  uint32_t bits = y && y->bits < x->bits ? y->bits : x->bits, joins = 0;
  uint64_t mask = UINT64_MAX >> (64 - bits), first = 0, base = random_bits();
  for (int round = 0; round < 60; round++) {
    uint64_t a = round % 2 ? base ^ UINT64_C(1) << random_bits() % bits : random_bits();
    uint64_t b = y ? random_bits() : 0, seen = a;
    if (round % 3 == 0) a = base ^ (random_bits() & random_bits() & random_bits()), seen = a;
    a ^= b; /* so that a ^ b is what was chosen */
    if (y) seen = a ^ b;
    terms[x->at] = az_bv(store, x->bits, a & (UINT64_MAX >> (64 - x->bits)));
    if (y) terms[y->at] = az_bv(store, y->bits, b & (UINT64_MAX >> (64 - y->bits)));
    bool holds = joins && !((seen ^ first) & mask);
    ck_assert(claimed(row, value, &state) == holds);
    check_text(row, value, &state, holds);
    if (round % 3) continue; /* looked at only */
    ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state) == !holds);
    if (!joins++)
      first = seen;
    else
      mask &= ~(seen ^ first);
    ck_assert(claimed(row, value, &state));
    check_text(row, value, &state, true);
    ck_assert(!domain.ops->improve(domain.self, row, value, &constants, &state));
  }
  domain.ops->value_top(domain.self, value, row);
  ck_assert(claimed(row, value, &state));
  ck_assert_ptr_null(domain.ops->print(domain.self, row, value));
  domain.ops->value_free(domain.self, value);
}

START_TEST(one_variable) {
  open_domain("known_bits", "{}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), VARS);
  for (uint32_t v = 0; v < VARS; v++)
    for (int k = 0; k < 15; k++) check_row(v, &vars[v], NULL);
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
      open_domain("known_bits", "{\"pairs\":\"all\"}", NULL);
      ck_assert_uint_eq(domain.ops->row_count(domain.self), 2);
      for (int k = 0; k < 3; k++) {
        check_row(0, &two[0], &two[1]);
        check_row(1, &two[1], NULL);
      }
      close_domain();
    }
  }
}
END_TEST

/* However the states come, a row is joined at most once a bit and once more. */
START_TEST(chains_end) {
  open_domain("known_bits", "{}", NULL);
  for (uint32_t v = 0; v < VARS; v++) {
    void *value = domain.ops->value_new(domain.self);
    uint32_t joins = 0;
    az_term terms[VARS] = {0};
    az_state state = {.view = 0, .values = terms};
    for (uint32_t i = 0; i <= vars[v].bits; i++) {
      terms[v] = az_bv(store, vars[v].bits, i ? UINT64_C(1) << (i - 1) : 0);
      joins += domain.ops->improve(domain.self, v, value, &constants, &state);
    }
    ck_assert_uint_eq(joins, vars[v].bits + 1);
    ck_assert_ptr_null(domain.ops->print(domain.self, v, value));
    domain.ops->value_free(domain.self, value);
  }
  close_domain();
}
END_TEST

START_TEST(programs) {
  static const end_to_end tests[] = {
      {.program = "known_bits_flags",
       .property = "unreach-call",
       .variants = 2,
       .domain = "known_bits()",
       .weaker = {"product{ congruence(), octagons() }", "affine()"}},
      {.program = "known_bits_pair",
       .property = "unreach-call",
       .variants = 2,
       .domain = "known_bits{ pairs = \"all\" }",
       .weaker = {"known_bits()", "product{ congruence{ pairs = \"all\" }, octagons() }"}}};
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) check_end_to_end(&tests[i]);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {one_variable, pairs_of_variables, chains_end, programs};
  return run_suite("known_bits", tests, sizeof tests / sizeof *tests);
}
