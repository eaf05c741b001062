/* No depth of recursion depends on the program: terms 200,000 operators deep, on a small stack. And
 * linear forms of more summands than they have room for. */
#include "ansatz/facts.h"
#include "ansatz/term.h"
#include "memory/linear.h"
#include "memory/memory.h"
#include <check.h>
#include <pthread.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEEP = 200000, SMALL = 256 << 10, USUAL = 8 << 20 };

static az_store *store;

static az_term fresh(az_sort sort) {
  return az_fresh(store, sort, "x");
}

/* c1 ? x1 : c2 ? x2 : ..., or with the branches exchanged; `leaf` makes the x. */
static az_term choices(bool in_first, az_term (*leaf)(void)) {
  az_term t = leaf();
  for (int i = 0; i < DEEP; i++) {
    az_term c = fresh(az_sort_bool()), x = leaf();
    t = in_first ? az_ite(store, c, t, x) : az_ite(store, c, x, t);
  }
  return t;
}

static az_term word(void) {
  return fresh(az_sort_bv(32));
}

static az_term scaled(void) {
  return az_bv_mul_nsw(store, word(), 4);
}

static void *conjunctions(void *ctx) {
  az_term left = fresh(az_sort_bool()), right = left;
  for (int i = 1; i < DEEP; i++) {
    az_term x = fresh(az_sort_bool());
    left = az_and(store, left, x);
    right = az_and(store, x, right);
  }
  az_term *parts = az_conjuncts(store, left);
  ck_assert_uint_eq(arrlenu(parts), DEEP);
  arrfree(parts);
  parts = az_conjuncts(store, right);
  ck_assert_uint_eq(arrlenu(parts), DEEP);
  arrfree(parts);
  return ctx;
}

static az_term next(void *ctx, az_term t) {
  ++*(int *)ctx;
  return az_bv_add(store, t, az_bv(store, 32, 1));
}

static void *maps(void *ctx) {
  for (int first = 0; first < 2; first++) {
    int leaves = 0;
    az_term t = choices(first, word), mapped = az_map_choices(store, t, next, &leaves);
    ck_assert_int_eq(leaves, DEEP + 1);
    az_term inner = az_operand(store, t, first ? 2 : 1);
    ck_assert(az_operand(store, mapped, first ? 2 : 1) ==
              az_bv_add(store, inner, az_bv(store, 32, 1)));
    t = az_bv_without_nsw(store, choices(first, scaled));
    ck_assert(!az_bv_is_nsw(store, az_operand(store, t, first ? 2 : 1)));
  }
  /* Branches that are shared are mapped once: without that, this takes 2^60 steps. */
  az_term shared = word();
  for (int i = 0; i < 60; i++)
    shared =
        az_ite(store, fresh(az_sort_bool()), az_ite(store, fresh(az_sort_bool()), shared, word()),
               az_ite(store, fresh(az_sort_bool()), shared, word()));
  int leaves = 0;
  az_map_choices(store, shared, next, &leaves);
  ck_assert_int_eq(leaves, 121);
  return ctx;
}

static void *floats(void *ctx) {
  az_sort narrow = az_sort_float(8, 24), wide = az_sort_float(11, 53);
  az_term t = fresh(narrow);
  for (int i = 0; i < DEEP; i++)
    t = az_float_rounded(store, AZ_K_F_FROM_FLOAT, AZ_ROUND_NEAREST_EVEN, t, AZ_NO_TERM,
                         i % 2 ? narrow : wide);
  az_term is_nan = az_float_unary(store, AZ_K_F_IS_NAN, t);
  ck_assert(az_kind_of(store, az_operand(store, is_nan, 0)) == AZ_K_VAR);
  return ctx;
}

static az_facts any(void *ctx, az_term leaf, bool is_signed) {
  (void)ctx;
  return az_facts_any(az_sort_width(az_sort_of(store, leaf)), is_signed);
}

static bool is_signed(void *ctx, az_term var) {
  (void)ctx, (void)var;
  return true;
}

/* x * y + z, of that again, and so on. */
static void *sums(void *ctx) {
  az_oracle oracle = {any, NULL};
  az_term t = word(), y = word();
  for (int i = 0; i < DEEP; i++) t = az_bv_add(store, az_bv_mul(store, t, y), word());
  az_sum sum;
  ck_assert(!az_sum_of(store, t, true, &oracle, is_signed, NULL, &sum));
  (void)az_facts_of_term(store, t, true, &oracle);
  ck_assert_uint_le(az_linear_of(store, t).count, AZ_LINEAR_MAX);
  return ctx;
}

static void *pointers(void *ctx) {
  az_type_info types[2] = {{.kind = AZ_T_VOID, .name = "void"},
                           {.kind = AZ_T_INT, .name = "int", .bytes = 4, .width = 32}};
  types[1].sort = az_sort_bv(32);
  az_object object = {.kind = AZ_OBJ_GLOBAL, .name = "g", .type = 1, .bytes = 4, .align = 4};
  object.function = AZ_NONE;
  object.address = az_bv(store, AZ_OBJECT_BITS, 1);
  az_program p = {.store = store,
                  .arena = az_arena_new(),
                  .pointer_bits = 32,
                  .types = types,
                  .type_count = 2,
                  .objects = &object,
                  .object_count = 1};
  az_memory *m = az_memory_new(&p, NULL);
  az_memory_report nobody = {0};
  az_term to = az_pointer(&p, object.address, az_bv(store, 32, 0));
  az_term address = az_mem_pointer_to_int(m, to, &nobody), t = address;
  for (int i = 0; i < DEEP; i++)
    t = az_ite(store, fresh(az_sort_bool()), az_bv(store, 32, (uint64_t)i + 5), t);
  az_term back = az_mem_int_to_pointer(m, t, &nobody);
  for (int i = 0; i < DEEP; i++) {
    ck_assert(az_kind_of(store, back) == AZ_K_ITE || i > 0);
    if (az_kind_of(store, back) != AZ_K_ITE) break;
    back = az_operand(store, back, 2);
  }
  ck_assert(az_mem_int_to_pointer(m, address, &nobody) == to);
  az_memory_free(m);
  az_arena_free(p.arena);
  return ctx;
}

static void on_stack(size_t bytes, void *(*job)(void *)) {
  pthread_attr_t attributes;
  pthread_t thread;
  int done = 1;
  void *result = NULL;
  store = az_store_new();
  pthread_attr_init(&attributes);
  ck_assert(!pthread_attr_setstacksize(&attributes, bytes));
  ck_assert(!pthread_create(&thread, &attributes, job, &done));
  ck_assert(!pthread_join(thread, &result));
  pthread_attr_destroy(&attributes);
  ck_assert(result == &done);
  az_store_free(store);
}

/* Facts and sums recurse as deep as their budget, a few thousand operators. */
static const struct {
  void *(*run)(void *);
  size_t stack;
} jobs[] = {
    {conjunctions, SMALL}, {maps, SMALL}, {floats, SMALL}, {pointers, SMALL}, {sums, USUAL}};

START_TEST(deep) {
  on_stack(jobs[_i].stack, jobs[_i].run);
}
END_TEST

/* constant + sum coefficient * term is the term, whatever the summands are. */
START_TEST(linear_forms) {
  store = az_store_new();
  uint64_t state = 1;
  for (int n = 1; n < 60; n++) {
    az_term t = az_bv(store, 32, (uint64_t)n);
    az_subst *subst = az_subst_new(store);
    for (int i = 0; i < n; i++) {
      state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
      az_term x = state >> 60 & 1 ? az_bv_mul(store, word(), word()) : word();
      if (state >> 61 & 1) x = az_bv_neg(store, x);
      if (state >> 62 & 1) x = az_bv_mul(store, x, az_bv(store, 32, state >> 33 & 31));
      t = state >> 63 ? az_bv_add(store, x, t) : az_bv_add(store, t, x);
    }
    az_linear_form form = az_linear_of(store, t);
    ck_assert_uint_le(form.count, AZ_LINEAR_MAX);
    az_term sum = az_bv_signed(store, 32, form.constant);
    for (uint32_t i = 0; i < form.count; i++)
      sum =
          az_bv_add(store, sum,
                    az_bv_mul(store, az_bv_signed(store, 32, form.coefficients[i]), form.terms[i]));
    az_visit *cone = az_visit_new(store, AZ_VISIT_ANY);
    az_visit_add(cone, t);
    for (az_term v; (v = az_visit_next(cone));) {
      if (az_kind_of(store, v) != AZ_K_VAR) continue;
      state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
      az_subst_bind(subst, v, az_bv(store, 32, state >> 32));
    }
    az_visit_free(cone);
    ck_assert(az_subst_apply(subst, t) == az_subst_apply(subst, sum));
    az_subst_free(subst);
  }
  az_store_free(store);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("deep terms");
  TCase *tc = tcase_create("all");
  tcase_set_timeout(tc, 120);
  tcase_add_loop_test(tc, deep, 0, sizeof jobs / sizeof *jobs);
  tcase_add_test(tc, linear_forms);
  suite_add_tcase(suite, tc);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
