/* Equality rows: which pairs there are, what they claim at the types' limits, pointers by both
 * parts, and the step bottom, holds, top. */
#include "domain_rows.h"

START_TEST(pairs_of_one_type) {
  open_domain("equality", "{\"pairs\":\"all\",\"zero\":false}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * 2 * WIDTHS); /* u, v and s, t */
  close_domain();
  vars[0].changes = vars[1].changes = false; /* both: no row */
  vars[4].changes = false;                   /* one: still a row, but none with 0 */
  open_domain("equality", "{\"pairs\":\"all\"}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * (2 * WIDTHS - 1) + 2 * (VARS - 3));
  close_domain();
}
END_TEST

START_TEST(related_pairs) {
  static const uint32_t none[] = {UINT32_MAX}, of_2[] = {3, UINT32_MAX}, of_3[] = {2, UINT32_MAX};
  const uint32_t *related[VARS];
  for (uint32_t v = 0; v < VARS; v++) related[v] = v == 2 ? of_2 : v == 3 ? of_3 : none;
  context.related = related;
  open_domain("equality", "{\"zero\":false}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2);
  close_domain();
}
END_TEST

START_TEST(claims_at_limits) {
  open_domain("equality", "{}", NULL);
  az_term terms[VARS];
  az_state state = {.view = 0, .values = terms};
  uint32_t rows = domain.ops->row_count(domain.self);
  for (int round = 0; round < 300; round++) {
    az_wide x[VARS];
    for (uint32_t v = 0; v < VARS; v++) {
      x[v] = v % 2 && random_bits() % 2 ? x[v - 1] : some_value(&vars[v]);
      terms[v] = constant_of(&vars[v], x[v]);
    }
    for (uint32_t r = 0; r < rows; r++) {
      void *value = domain.ops->value_new(domain.self);
      ck_assert(!claimed(r, value, &state));
      ck_assert(domain.ops->improve(domain.self, r, value, &constants, &state));
      ck_assert(claimed(r, value, &state));
      char *text = domain.ops->print(domain.self, r, value), name[2][16], op[4];
      if (text) { /* it holds: the text must be true */
        az_wide a = 0, b = 0;
        ck_assert_int_eq(sscanf(text, "%15s %3s %15s", name[0], op, name[1]), 3);
        for (uint32_t v = 0; v < VARS; v++) {
          if (!strcmp(vars[v].name, name[0])) a = x[v];
          if (!strcmp(vars[v].name, name[1])) b = x[v];
        }
        ck_assert(*op == '=' ? a == b : a != b);
        ck_assert(!domain.ops->improve(domain.self, r, value, &constants, &state));
      }
      free(text);
      domain.ops->value_free(domain.self, value);
    }
  }
  close_domain();
}
END_TEST

START_TEST(pointers) {
  az_tvar p[2] = {{.kind = AZ_TV_POINTER, .name = "p", .bits = 80, .changes = true, .at = 0},
                  {.kind = AZ_TV_POINTER, .name = "q", .bits = 80, .changes = true, .at = 2}};
  context.vars = p;
  context.var_count = 2;
  open_domain("equality", "{}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 6);
  static const uint64_t states[][4] = {{3, 0, 3, 0}, {3, 8, 3, 0}, {3, 8, 4, 8},
                                       {0, 0, 3, 0}, {0, 0, 0, 0}, {0, 4, 0, 0}};
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    const uint64_t *n = states[i];
    az_term terms[4];
    for (int k = 0; k < 4; k++) terms[k] = az_bv(store, k % 2 ? 64 : 16, n[k]);
    az_state state = {.view = 0, .values = terms};
    bool equal = n[0] == n[2] && n[1] == n[3], null = !n[0] && !n[1];
    ck_assert((row_named("p == q", &state) != AZ_NONE) == equal);
    ck_assert((row_named("p != q", &state) != AZ_NONE) == !equal);
    ck_assert((row_named("p == 0", &state) != AZ_NONE) == null);
    ck_assert((row_named("p != 0", &state) != AZ_NONE) == !null);
  }
  close_domain();
}
END_TEST

START_TEST(bottom_holds_top) {
  open_domain("equality", "{}", NULL);
  az_term terms[VARS];
  az_state state = {.view = 0, .values = terms};
  for (uint32_t v = 0; v < VARS; v++) terms[v] = constant_of(&vars[v], 7);
  uint32_t row = row_named("u8 == v8", &state);
  ck_assert_uint_ne(row, AZ_NONE);
  void *value = domain.ops->value_new(domain.self), *copy;
  char *text = domain.ops->print(domain.self, row, value);
  ck_assert_str_eq(text, "false");
  free(text);
  ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state));
  copy = domain.ops->value_copy(domain.self, value);
  terms[1] = constant_of(&vars[1], 8);
  ck_assert(!claimed(row, value, &state));
  ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state));
  ck_assert(claimed(row, value, &state));
  ck_assert_ptr_null(domain.ops->print(domain.self, row, value));
  ck_assert(!claimed(row, copy, &state));
  domain.ops->value_top(domain.self, copy, row);
  ck_assert(claimed(row, copy, &state));
  domain.ops->value_free(domain.self, value);
  domain.ops->value_free(domain.self, copy);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {pairs_of_one_type, related_pairs, claims_at_limits, pointers,
                                bottom_holds_top};
  return run_suite("equality", tests, sizeof tests / sizeof *tests);
}
