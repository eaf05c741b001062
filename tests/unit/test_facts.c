/* Facts about integers (ansatz/facts.h) against what terms are: for random terms over two variables
 * of 4 bits, all values of the variables that satisfy random facts are tried. */
#include "facts_admit.h"
#include <check.h>
#include <stdlib.h>

enum { BITS = 4, VALUES = 1 << BITS };

typedef struct world {
  az_store *s;
  az_term vars[2];
  az_facts facts[2];       /* read signed */
  az_facts narrowed[2][2]; /* by reading: what a condition said */
  az_term now[2];          /* an assignment */
} world;

static uint64_t seed;
static uint32_t draw(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

static az_facts leaf_facts(void *ctx, az_term leaf, bool is_signed) {
  const world *w = ctx;
  az_facts f = w->facts[leaf == w->vars[1]];
  if (is_signed) return f;
  /* The other reading, value by value. */
  az_facts g = az_facts_none();
  for (int v = 0; v < VALUES; v++)
    if (facts_admit(&f, v < VALUES / 2 ? v : v - VALUES)) g = az_facts_join(g, az_facts_value(v));
  return g;
}

static void hear(void *ctx, az_term leaf, bool is_signed, az_facts facts) {
  az_facts *f = &((world *)ctx)->narrowed[leaf == ((world *)ctx)->vars[1]][is_signed];
  *f = az_facts_meet(*f, facts);
}

static az_term assigned(void *ctx, az_term var) {
  const world *w = ctx;
  return w->now[var == w->vars[1]];
}

static az_term random_condition(world *w, int depth);

static az_term random_term(world *w, int depth) {
  az_store *s = w->s;
  uint32_t what = draw(depth ? 22 : 3);
  if (what < 2) return w->vars[what];
  if (what < 4) return az_bv(s, BITS, draw(VALUES));
  az_term a = random_term(w, depth - 1), b = random_term(w, depth - 1);
  switch (what) {
  case 4:
  case 5: return az_bv_add(s, a, b);
  case 6: return az_bv_sub(s, a, b);
  case 7: return az_bv_mul(s, a, b);
  case 8: return az_bv_neg(s, a);
  case 9: return az_bv_not(s, a);
  case 10: return az_bv_and(s, a, b);
  case 11: return az_bv_xor(s, a, b);
  case 12: return az_bv_udiv(s, a, b);
  case 13: return az_bv_urem(s, a, b);
  case 14: return az_bv_sdiv(s, a, b);
  case 15: return az_bv_srem(s, a, b);
  case 16: return az_bv_shl(s, a, b);
  case 17: return az_bv_lshr(s, a, b);
  case 18: return az_bv_ashr(s, a, b);
  case 19: {
    uint32_t wider = BITS + 1 + draw(4), low = draw(2);
    az_term x = az_bv_add(s, az_resize(s, a, wider, draw(2)), az_resize(s, b, wider, draw(2)));
    return az_extract(s, x, low + BITS - 1, low);
  }
  case 20: return az_extract(s, az_concat(s, a, b), BITS + 1, 2);
  default: return az_ite(s, random_condition(w, depth - 1), a, b);
  }
}

static az_term random_condition(world *w, int depth) {
  az_store *s = w->s;
  uint32_t what = draw(depth ? 10 : 7);
  if (what >= 7) {
    az_term a = random_condition(w, depth - 1), b = random_condition(w, depth - 1);
    return what == 7 ? az_and(s, a, b) : what == 8 ? az_or(s, a, b) : az_eq(s, a, b);
  }
  az_term a = random_term(w, depth), b = random_term(w, depth);
  uint32_t wider = BITS + 2;
  switch (what) {
  case 0: return az_eq(s, a, b);
  case 1: return az_ne(s, a, b);
  case 2: return az_bv_slt(s, a, b);
  case 3: return az_bv_ule(s, a, b);
  case 4: return az_bv_slt(s, az_resize(s, a, wider, draw(2)), az_bv(s, wider, draw(4 * VALUES)));
  case 5: return az_eq(s, az_zext(s, a, wider), az_sext(s, b, wider));
  default: return az_bv_ult(s, az_bv_add(s, a, az_bv(s, BITS, draw(VALUES))), b);
  }
}

static az_facts random_facts(void) {
  az_wide a = (az_wide)draw(VALUES) - VALUES / 2, b = (az_wide)draw(VALUES) - VALUES / 2;
  az_facts f = az_facts_join(az_facts_value(a), az_facts_value(b));
  if (draw(2)) f = az_facts_join(f, az_facts_value((az_wide)draw(VALUES) - VALUES / 2));
  return f;
}

static az_wide value_of(world *w, az_term constant, bool is_signed) {
  az_wide v;
  ck_assert(az_const_wide(w->s, constant, is_signed, &v));
  return v;
}

static void check_all(world *w, az_term t, az_term condition) {
  az_oracle oracle = {leaf_facts, w};
  az_facts of[2] = {az_facts_of_term(w->s, t, false, &oracle),
                    az_facts_of_term(w->s, t, true, &oracle)};
  az_truth truth = az_truth_of(w->s, condition, &oracle);
  for (int v = 0; v < 2; v++)
    for (int r = 0; r < 2; r++) w->narrowed[v][r] = az_facts_any(BITS, r);
  bool can = az_facts_assume(w->s, condition, &oracle, hear, w);
  az_eval *eval = az_eval_new(w->s, assigned, w);
  for (int x = 0; x < VALUES; x++)
    for (int y = 0; y < VALUES; y++) {
      w->now[0] = az_bv(w->s, BITS, (uint64_t)x), w->now[1] = az_bv(w->s, BITS, (uint64_t)y);
      if (!facts_admit(&w->facts[0], value_of(w, w->now[0], true)) ||
          !facts_admit(&w->facts[1], value_of(w, w->now[1], true)))
        continue;
      az_eval_reset(eval);
      az_term is = az_eval_term(eval, t);
      for (int r = 0; r < 2; r++) ck_assert(facts_admit(&of[r], value_of(w, is, r)));
      bool holds = az_is_true(w->s, az_eval_term(eval, condition));
      ck_assert(truth == AZ_MAYBE || (truth == AZ_YES) == holds);
      if (!holds) continue;
      ck_assert(can);
      for (int v = 0; v < 2; v++)
        for (int r = 0; r < 2; r++)
          ck_assert(facts_admit(&w->narrowed[v][r], value_of(w, w->now[v], r)));
    }
  az_eval_free(eval);
}

START_TEST(terms_and_conditions) {
  for (uint32_t round = 0; round < 1000; round++) {
    seed = round;
    draw(2), draw(2);
    world w = {.s = az_store_new()};
    w.vars[0] = az_var(w.s, az_sort_bv(BITS), "x"), w.vars[1] = az_var(w.s, az_sort_bv(BITS), "y");
    for (int v = 0; v < 2; v++) w.facts[v] = random_facts();
    az_term t = random_term(&w, 2);
    check_all(&w, t, random_condition(&w, 2));
    az_store_free(w.s);
  }
}
END_TEST

START_TEST(lattice) {
  for (uint32_t round = 0; round < 3000; round++) {
    seed = round;
    az_facts a = random_facts(), b = random_facts(), join = az_facts_join(a, b),
             meet = az_facts_meet(a, b);
    ck_assert(az_facts_included(&a, &join) && az_facts_included(&b, &join));
    ck_assert(az_facts_included(&meet, &a) && az_facts_included(&meet, &b));
    for (az_wide v = -VALUES; v < VALUES; v++) {
      bool in_a = facts_admit(&a, v), in_b = facts_admit(&b, v);
      ck_assert((!in_a && !in_b) || facts_admit(&join, v));
      ck_assert((in_a && in_b) == facts_admit(&meet, v));
    }
  }
}
END_TEST

/* What the evaluation must find, so that a domain stands on something. */
START_TEST(precise) {
  az_store *s = az_store_new();
  world w = {.s = s, .facts = {az_facts_any(BITS, true), az_facts_any(BITS, true)}};
  w.vars[0] = az_var(s, az_sort_bv(BITS), "x"), w.vars[1] = az_var(s, az_sort_bv(BITS), "y");
  for (int v = 0; v < 2; v++)
    for (int r = 0; r < 2; r++) w.narrowed[v][r] = az_facts_any(BITS, r);
  az_oracle oracle = {leaf_facts, &w};
  /* (int)(x < 5) != 0, and -3 <= x */
  az_term less = az_bv_slt(s, w.vars[0], az_bv(s, BITS, 5));
  az_term c = az_and(s, az_ne(s, az_bool_to_bv(s, less, BITS), az_bv(s, BITS, 0)),
                     az_bv_sle(s, az_bv_signed(s, BITS, -3), w.vars[0]));
  ck_assert(az_facts_assume(s, c, &oracle, hear, &w));
  ck_assert(w.narrowed[0][1].least == -3 && w.narrowed[0][1].greatest == 4);
  /* x % 2 == 1 */
  c = az_eq(s, az_bv_srem(s, w.vars[1], az_bv(s, BITS, 2)), az_bv(s, BITS, 1));
  ck_assert(az_facts_assume(s, c, &oracle, hear, &w));
  ck_assert(w.narrowed[1][1].modulus == 2 && w.narrowed[1][1].rest == 1);
  w.facts[0] = w.narrowed[0][1], w.facts[1] = w.narrowed[1][1];
  az_term sum = az_bv_add(s, az_sext(s, w.vars[0], 8),
                          az_bv_mul(s, az_sext(s, w.vars[1], 8), az_bv(s, 8, 2)));
  az_facts f = az_facts_of_term(s, sum, true, &oracle);
  ck_assert(f.least == -3 + 2 && f.greatest == 4 + 14);
  f = az_facts_of_term(s, az_bv_mul(s, w.vars[1], az_bv(s, BITS, 2)), false, &oracle);
  ck_assert(f.modulus == 4 && f.rest == 2);
  az_store_free(s);
}
END_TEST

static bool all_signed(void *ctx, az_term var) {
  (void)ctx, (void)var;
  return true;
}

START_TEST(sums) {
  for (uint32_t round = 0; round < 1000; round++) {
    seed = round;
    draw(2);
    world w = {.s = az_store_new()};
    w.vars[0] = az_var(w.s, az_sort_bv(BITS), "x"), w.vars[1] = az_var(w.s, az_sort_bv(BITS), "y");
    for (int v = 0; v < 2; v++) w.facts[v] = random_facts();
    az_oracle oracle = {leaf_facts, &w};
    az_term t = az_resize(w.s, random_term(&w, 2), 8, draw(2));
    if (draw(2)) t = az_bv_add(w.s, t, az_sext(w.s, w.vars[draw(2)], 8));
    bool is_signed = draw(2);
    az_sum sum;
    if (az_sum_of(w.s, t, is_signed, &oracle, all_signed, NULL, &sum)) {
      uint32_t bits = az_sum_bits(w.s, &sum);
      az_term again = az_sum_term(w.s, &sum, bits < 9 ? 9 : bits);
      az_eval *eval = az_eval_new(w.s, assigned, &w);
      for (int x = 0; x < VALUES; x++)
        for (int y = 0; y < VALUES; y++) {
          w.now[0] = az_bv(w.s, BITS, (uint64_t)x), w.now[1] = az_bv(w.s, BITS, (uint64_t)y);
          if (!facts_admit(&w.facts[0], value_of(&w, w.now[0], true)) ||
              !facts_admit(&w.facts[1], value_of(&w, w.now[1], true)))
            continue;
          az_eval_reset(eval);
          ck_assert(value_of(&w, az_eval_term(eval, t), is_signed) ==
                    value_of(&w, az_eval_term(eval, again), true));
        }
      az_eval_free(eval);
    }
    az_store_free(w.s);
  }
}
END_TEST

START_TEST(sum_text) {
  az_store *s = az_store_new();
  az_term i = az_var(s, az_sort_bv(32), "i"), n = az_var(s, az_sort_bv(32), "n");
  az_sum a = {.constant = 1, .count = 1, .of = {{i, true, 1}}},
         b = {.constant = -1, .count = 1, .of = {{n, true, 2}}}, sum;
  ck_assert(az_sum_add(&a, &b, -1, &sum));
  char *text = az_sum_text(s, &sum, NULL, NULL);
  ck_assert_str_eq(text, "i-2*n+2");
  free(text);
  ck_assert(az_sum_add(&sum, &b, 1, &sum) && az_sum_equal(&sum, &a));
  az_store_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("facts");
  TCase *cases = tcase_create("all");
  tcase_set_timeout(cases, 120);
  tcase_add_test(cases, terms_and_conditions);
  tcase_add_test(cases, lattice);
  tcase_add_test(cases, precise);
  tcase_add_test(cases, sums);
  tcase_add_test(cases, sum_text);
  suite_add_tcase(suite, cases);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
