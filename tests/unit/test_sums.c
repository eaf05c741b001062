/* The domain `sums`: what single actions and lattice operations find, as it is printed. */
#include "ansatz/transfer.h"
#include "module/builtin.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { X, Y, N, VARS };

typedef struct world {
  az_registry *registry;
  az_desc *desc;
  az_store *s;
  az_abstract_variable vars[VARS];
  az_transfer_context context;
  az_transfer t;
} world;

static world w;

static uint32_t var_of(const az_transfer_context *context, az_term term) {
  for (uint32_t v = 0; v < context->var_count; v++)
    if (context->vars[v].term == term) return v;
  return AZ_NONE;
}

static void open_world(void) {
  static const char *const names[] = {"x", "y", "n"};
  az_error err;
  w = (world){.registry = az_registry_new(&err), .s = az_store_new()};
  w.desc = az_desc_from_json(
      w.registry,
      "{\"module\":\"sums\",\"kind\":\"domain\",\"options\":{\"domain\":[{\"module\":\"interval\","
      "\"kind\":\"domain\"}]}}",
      &err);
  ck_assert_msg(w.desc != NULL, "%s", err.message);
  for (uint32_t v = 0; v < VARS; v++)
    w.vars[v] = (az_abstract_variable){.name = names[v],
                                       .term = az_var(w.s, az_sort_bv(32), names[v]),
                                       .bits = 32,
                                       .is_signed = true};
  w.context = (az_transfer_context){
      .store = w.s, .vars = w.vars, .var_count = VARS, .var_of = var_of, .registry = w.registry};
  ck_assert(az_transfer_open(&w.context, w.desc, &w.t, &err) == AZ_OK);
}

static void close_world(void) {
  az_transfer_close(&w.t);
  az_store_free(w.s);
  az_desc_free(w.desc);
  az_registry_free(w.registry);
}

static az_term plus(uint32_t v, int64_t n) {
  return az_bv_add(w.s, w.vars[v].term, az_bv_signed(w.s, 32, n));
}

/* 0 <= n <= 100. */
static void *begin(void) {
  void *s = w.t.ops->top(w.t.self);
  w.t.ops->assume(w.t.self, s, az_bv_ule(w.s, w.vars[N].term, az_bv(w.s, 32, 100)));
  return s;
}

static void assign(void *s, uint32_t v, az_term value) {
  w.t.ops->assign(w.t.self, s, v, value, false);
}

static void prints(void *s, const char *expected) {
  char *text = w.t.ops->print(w.t.self, s);
  ck_assert_str_eq(text, expected);
  free(text);
}

static void end(void *s) {
  w.t.ops->free(w.t.self, s);
}

START_TEST(assignments) {
  void *s = begin();
  assign(s, X, plus(N, 1)); /* the row */
  prints(s, "x: [1,101] n: [0,100], x == n+1");
  assign(s, X, plus(X, 2)); /* invertible */
  prints(s, "x: [3,103] n: [0,100], x == n+3");
  assign(s, Y, w.vars[X].term);
  assign(s, X, AZ_NO_TERM); /* eliminated: what follows of y and n stays */
  prints(s, "y: [3,103] n: [0,100], y == n+3");
  end(s);
}
END_TEST

/* What may wrap is no sum. */
START_TEST(wrapping) {
  void *s = w.t.ops->top(w.t.self);
  assign(s, X, plus(N, 1));
  prints(s, "");
  end(s);
}
END_TEST

START_TEST(conditions) {
  void *s = begin();
  w.t.ops->assume(w.t.self, s, az_bv_slt(w.s, w.vars[X].term, w.vars[N].term));
  w.t.ops->assume(w.t.self, s, az_bv_sle(w.s, w.vars[N].term, w.vars[Y].term));
  az_sum x = {.count = 1, .of = {{w.vars[X].term, true, 1}}},
         y = {.count = 1, .of = {{w.vars[Y].term, true, 1}}};
  ck_assert(w.t.ops->at_most(w.t.self, s, &x, &y) == AZ_YES);
  w.t.ops->assume(w.t.self, s, az_eq(w.s, w.vars[X].term, w.vars[Y].term));
  ck_assert(w.t.ops->is_bottom(w.t.self, s));
  end(s);
}
END_TEST

/* A loop from 0 to n: the second round shows what relates x and n, if widening leaves room for it.
 */
START_TEST(loop) {
  const az_wide values[] = {0, 1, 2, 100};
  const az_thresholds thresholds = {values, 4};
  void *head = begin();
  assign(head, X, az_bv(w.s, 32, 0));
  for (int round = 0; round < 4; round++) {
    void *s = w.t.ops->copy(w.t.self, head);
    w.t.ops->assume(w.t.self, s, az_bv_slt(w.s, w.vars[X].term, w.vars[N].term));
    assign(s, X, plus(X, 1));
    w.t.ops->widen(w.t.self, head, s, &thresholds);
    end(s);
  }
  prints(head, "x: [0,100] n: [0,100], x <= n");
  end(head);
}
END_TEST

START_TEST(joins) {
  void *s = begin(), *t = begin();
  assign(s, X, plus(N, 1));
  assign(t, X, plus(N, 3));
  w.t.ops->join(w.t.self, s, t);
  prints(s, "x: [1,103] n: [0,100], n <= x-1 && x <= n+3");
  ck_assert(w.t.ops->included(w.t.self, t, s));
  ck_assert(!w.t.ops->included(w.t.self, s, t));
  end(s);
  end(t);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("sums");
  TCase *cases = tcase_create("sums");
  tcase_add_checked_fixture(cases, open_world, close_world);
  tcase_add_test(cases, assignments);
  tcase_add_test(cases, wrapping);
  tcase_add_test(cases, conditions);
  tcase_add_test(cases, loop);
  tcase_add_test(cases, joins);
  suite_add_tcase(suite, cases);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
