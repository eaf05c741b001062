/* Control states: which variables are finite, which conditions get rows, claims against sets of
 * combinations, what is given up; what they prove that bounds and predicates do not, and what they
 * must not. */
#include "end_to_end.h"
#include "domain_rows.h"
#include "ansatz/expression.h"

/* A state machine over the first four variables of 32 bits: `mode` runs through 1, 5, 9; `last` is
 * a copy of it; `count` counts and `hit` does not change. `hit` decides in the modes 5 and 9,
 * `debug`, another one, in the mode 1 alone. */
enum { MODE, LAST, COUNT, HIT, DEBUG, USED };
static az_tvar machine[USED];
static az_term at_head[USED], after[USED];
static const az_term *canonical[1], *next[1];
static az_condition conditions[5];

static az_term number(uint64_t v) {
  return az_bv(store, 32, v);
}
static az_term is(uint32_t v, uint64_t n) {
  return az_eq(store, at_head[v], number(n));
}

static void make_machine(bool counts) {
  static const char *const names[] = {"mode", "last", "count", "hit", "debug"};
  for (uint32_t v = 0; v < USED; v++) {
    machine[v] = vars[3];
    machine[v].name = names[v];
    machine[v].bits = 32;
    machine[v].at = v;
    machine[v].changes = v < HIT;
    static const az_access path = {.kind = AZ_ACCESS_PROGRAM};
    machine[v].path = &path;
    at_head[v] = az_var(store, az_sort_bv(32), names[v]);
    after[v] = at_head[v];
  }
  const az_term hit = az_ne(store, at_head[HIT], number(0)), debug = is(DEBUG, 0);
  const az_term of_1 = az_ite(store, debug, number(5), number(1));
  const az_term of_5 = az_ite(store, hit, number(9), number(1));
  const az_term of_9 = az_ite(store, hit, number(1), number(9));
  after[MODE] = az_ite(store, is(MODE, 9), of_9, at_head[MODE]);
  after[MODE] = az_ite(store, is(MODE, 5), of_5, after[MODE]);
  after[MODE] = az_ite(store, is(MODE, 1), of_1, after[MODE]);
  after[LAST] = at_head[counts ? COUNT : MODE];
  after[COUNT] = az_bv_add(store, at_head[COUNT], number(1));
  conditions[0] = (az_condition){.term = is(MODE, 1)};
  conditions[1] = (az_condition){.term = hit};
  conditions[2] = (az_condition){.term = debug};
  conditions[3] = (az_condition){.term = is(LAST, 9), .in_check = true};
  conditions[4] = (az_condition){.term = az_not(store, hit)};
  canonical[0] = at_head;
  next[0] = after;
  context.vars = machine;
  context.var_count = USED;
  context.canonical = canonical;
  context.next = next;
  context.conditions = conditions;
  context.condition_count = 5;
}

static void check_row(uint32_t row, const char *text) {
  char *said = domain.ops->row_text(domain.self, row);
  ck_assert_str_eq(said, text);
  free(said);
}

START_TEST(rows) {
  make_machine(false);
  open_domain("control_states", "{}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2);
  check_row(0, "(mode, last) in d");
  check_row(1, "(mode, last, hit == 0) in d");
  close_domain();
  open_domain("control_states", "{\"conditions\":0}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 1);
  close_domain();
  make_machine(true); /* what copies a counter is not finite */
  open_domain("control_states", "{}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2);
  check_row(0, "(mode) in d");
  close_domain();
  after[MODE] = az_ite(store, is(MODE, 1), number(5), number(1)); /* two values only */
  open_domain("control_states", "{}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 0);
  close_domain();
}
END_TEST

static uint32_t class_of(uint64_t v) {
  return v == 1 ? 0 : v == 5 ? 1 : v == 9 ? 2 : 3;
}

START_TEST(claims) {
  static const uint64_t values[] = {1, 5, 9, 0, 7, 0xffffffff};
  make_machine(false);
  open_domain("control_states", "{}", NULL);
  for (uint32_t row = 0; row < 2; row++) {
    bool seen[4][4][2] = {0};
    void *value = domain.ops->value_new(domain.self);
    for (int round = 0; round < 400; round++) {
      az_term terms[USED];
      const uint64_t mode = values[random_bits() % 6], last = values[random_bits() % 6];
      const uint64_t hit = random_bits() % 2 ? 0 : random_bits() & 0xff;
      for (uint32_t v = 0; v < USED; v++) terms[v] = number(v);
      terms[MODE] = number(mode), terms[LAST] = number(last), terms[HIT] = number(hit);
      const az_state state = {.view = 0, .values = terms};
      bool *is_seen = &seen[class_of(mode)][class_of(last)][row && hit];
      ck_assert(claimed(row, value, &state) == *is_seen);
      char *text = domain.ops->print(domain.self, row, value);
      az_error err = {.status = AZ_OK};
      az_expression *e = az_expression_parse(&context, 0, text, &err);
      ck_assert_msg(e != NULL, "%s: %s", text, err.message);
      ck_assert(az_is_true(store, az_expression_truth(e, &state)) == *is_seen);
      az_expression_free(e);
      free(text);
      if (round % 4) continue; /* looked at only */
      void *copy = domain.ops->value_copy(domain.self, value);
      ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state) == !*is_seen);
      ck_assert(claimed(row, copy, &state) == *is_seen);
      domain.ops->value_free(domain.self, copy);
      *is_seen = true;
      ck_assert(claimed(row, value, &state));
      ck_assert(!domain.ops->improve(domain.self, row, value, &constants, &state));
    }
    domain.ops->value_top(domain.self, value, row);
    ck_assert_ptr_null(domain.ops->print(domain.self, row, value));
    domain.ops->value_free(domain.self, value);
  }
  close_domain();
}
END_TEST

START_TEST(given_up) {
  make_machine(false);
  open_domain("control_states", "{\"most\":2}", NULL);
  void *value = domain.ops->value_new(domain.self);
  for (uint64_t k = 0; k < 4; k++) {
    az_term terms[USED];
    for (uint32_t v = 0; v < USED; v++) terms[v] = number(4 * k + 1);
    const az_state state = {.view = 0, .values = terms};
    ck_assert(domain.ops->improve(domain.self, 0, value, &constants, &state) == (k < 3));
    char *text = domain.ops->print(domain.self, 0, value);
    ck_assert((text != NULL) == (k < 2));
    free(text);
  }
  domain.ops->value_free(domain.self, value);
  close_domain();
}
END_TEST

START_TEST(programs) {
  static const end_to_end test = {.program = "control_states_protocol",
                                  .property = "unreach-call",
                                  .variants = 2,
                                  .domain = "control_states()",
                                  .weaker = {"control_states{ conditions = 0 }",
                                             "product{ interval(), predicates() }",
                                             "guarded{ interval() }"}};
  check_end_to_end(&test);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {rows, claims, given_up, programs};
  return run_suite("control_states", tests, sizeof tests / sizeof *tests);
}
