/* Predicates: texts of the user at the views that have their names, mined conditions with their
 * variants and disjunctions; claims about states against the texts' meaning at the types' limits.
 */
#include "domain_rows.h"
#include "ansatz/expression.h"

/* Every row's text, read back as C, agrees with its claim in random states. */
static void check_rows(int rounds) {
  az_term terms[VARS];
  az_state state = {.view = 0, .values = terms};
  for (uint32_t r = 0; r < domain.ops->row_count(domain.self); r++) {
    az_expression *e = NULL;
    for (int round = 0; round < rounds; round++) {
      for (uint32_t v = 0; v < VARS; v++) {
        bool equal = v % 2 && random_bits() % 4 == 0;
        terms[v] = equal ? terms[v - 1] : constant_of(&vars[v], some_value(&vars[v]));
      }
      void *value = domain.ops->value_new(domain.self);
      ck_assert(!claimed(r, value, &state));
      ck_assert(domain.ops->improve(domain.self, r, value, &constants, &state));
      ck_assert(claimed(r, value, &state));
      char *text = domain.ops->print(domain.self, r, value);
      if (text && !e) {
        az_error err = {.status = AZ_OK};
        e = az_expression_parse(&context, 0, text, &err);
        ck_assert_msg(e != NULL, "%s: %s", text, err.message);
      }
      if (e) ck_assert(az_is_true(store, az_expression_truth(e, &state)) == (text != NULL));
      free(text);
      domain.ops->value_free(domain.self, value);
    }
    ck_assert_msg(e != NULL, "row %u never holds", r);
    az_expression_free(e);
  }
}

START_TEST(texts) {
  open_domain("predicates",
              "{\"list\":[\"u8 < v8\",\"s64 <= t64 || u32 == 7\",\"s32 + 1 > t32\","
              "\"!(s8 % 3 == 1)\",\"u64 - v64 <= 5\"],\"mined\":false}",
              NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 5);
  check_rows(100);
  close_domain();
}
END_TEST

START_TEST(bad_texts) {
  open_domain("predicates", "{\"list\":[\"u8 <\"]}", "u8 <");
  close_domain();
  open_domain("predicates", "{\"list\":[\"nobody < 3\"]}", "no loop has all of its variables");
  close_domain();
  open_domain("predicates", "{\"list\":[\"u8 <= 255\"]}", NULL); /* says nothing */
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 0);
  close_domain();
}
END_TEST

/* The canonical state and conditions over it, as the core mines them. */
static az_term canonical[VARS];
static const az_term *canonical_of_views[] = {canonical};

static void make_canonical(void) {
  for (uint32_t v = 0; v < VARS; v++)
    canonical[v] = az_var(store, az_sort_bv(vars[v].bits), vars[v].name);
  context.canonical = canonical_of_views;
}

START_TEST(mined) {
  make_canonical();
  az_term u = canonical[0], v = canonical[1], s = canonical[2], t = canonical[3];
  az_term three = az_eq(store, s, az_bv(store, 8, 3)), /* first: the text has this order */
      either = az_or(store, az_bv_ult(store, u, v), three);
  az_condition conditions[] = {{.term = az_bv_slt(store, s, t)},
                               {.term = either, .in_check = true}};
  context.conditions = conditions;
  context.condition_count = 2;
  open_domain("predicates", "{\"implications\":false}", NULL);
  /* The order gives <, <=, >, >=, == and !=; what is no atom itself and its negation. */
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 8);
  az_term terms[VARS];
  for (uint32_t i = 0; i < VARS; i++) terms[i] = constant_of(&vars[i], 3);
  az_state state = {.view = 0, .values = terms};
  ck_assert_uint_ne(row_named("t8 >= s8", &state), AZ_NONE);
  ck_assert_uint_ne(row_named("u8 < v8 || s8 == 3", &state), AZ_NONE);
  check_rows(200);
  close_domain();
  open_domain("predicates", "{}", NULL);
  ck_assert_uint_gt(domain.ops->row_count(domain.self), 8);
  close_domain();
  open_domain("predicates", "{\"most\":3}", NULL);
  ck_assert_uint_ge(domain.ops->row_count(domain.self), 3);
  ck_assert_uint_le(domain.ops->row_count(domain.self), 8); /* variants of one more at most */
  close_domain();
  open_domain("predicates", "{\"mined\":false}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 0);
  close_domain();
}
END_TEST

/* A claim must mean the same in every state: conditions about anything else are no rows; canonical
 * terms need not be variables. */
START_TEST(foreign_terms) {
  make_canonical();
  az_term other = az_var(store, az_sort_bv(8), "somewhere else");
  canonical[1] = az_bv_add(store, other, az_bv(store, 8, 1));
  canonical[3] = az_bv(store, 8, 4); /* a constant binds nothing */
  vars[3].changes = false;
  az_condition conditions[] = {{.term = az_bv_ult(store, canonical[0], other)},
                               {.term = az_eq(store, canonical[0], canonical[1])},
                               {.term = az_eq(store, canonical[2], canonical[3])}};
  context.conditions = conditions;
  context.condition_count = 3;
  open_domain("predicates", "{\"implications\":false}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 4);
  az_term terms[VARS];
  for (uint32_t i = 0; i < VARS; i++) terms[i] = constant_of(&vars[i], 4);
  az_state state = {.view = 0, .values = terms};
  ck_assert_uint_ne(row_named("u8 == v8", &state), AZ_NONE);
  ck_assert_uint_ne(row_named("s8 == 4", &state), AZ_NONE);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {texts, bad_texts, mined, foreign_terms};
  return run_suite("predicates", tests, sizeof tests / sizeof *tests);
}
