/* The worked analyses of the slides (Cousot, Cousot, Logozzo, "A parametric segmentation functor")
 * by their own equations, which the slides establish by hand, too: a point for each comment of the
 * program, a statement or test for each edge, iterated in the order of points with widening at the
 * loop head. The same analyses over C programs, by the strategy, are in experiments/functor. */
#include "made_variables.h"
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { I, N, LOW, HIGH, C_, X, NUMBERS, A = NUMBERS, B, C, ALL, POINTS = 16 };

typedef struct edge {
  uint32_t from, to;
  const char *does; /* "i = i+1", "A[i] = x", "i < n"; NULL: nothing */
} edge;

static void *states[POINTS];

static void setup(void) {
  static const char *const names[] = {"i", "n", "a", "b", "c", "x", "A", "B", "C"};
  make_variables(names, NUMBERS, ALL);
}

/* ---- statements ------------------------------------------------------------------------------ */

static const char *at;

static void blanks(void) {
  while (*at == ' ') at++;
}

static uint32_t named(char name) {
  for (uint32_t v = 0; v < ALL; v++)
    if (vars[v].name[0] == name) return v;
  ck_abort_msg("no variable %c", name);
  return 0;
}

/* "A[i]", "i+1", "-16". */
static az_term read_term(uint32_t *var, az_term *index) {
  blanks();
  *index = AZ_NO_TERM;
  *var = AZ_NONE;
  if (!isalpha((unsigned char)*at)) return az_bv_signed(store, 32, strtol(at, (char **)&at, 10));
  *var = named(*at++);
  az_term t = vars[*var].term;
  if (*at == '[') {
    *index = az_sext(store, vars[named(at[1])].term, 64);
    at += 3;
    return az_select(store, t, *index);
  }
  if (*at == '+' || *at == '-')
    t = az_bv_add(store, t, az_bv_signed(store, 32, strtol(at, (char **)&at, 10)));
  return t;
}

static void apply(void *s, const char *statement) {
  if (!statement) return;
  at = statement;
  uint32_t var, other;
  az_term index, ignored, left = read_term(&var, &index);
  blanks();
  char relation[3] = {at[0], at[1] == '=' ? '=' : 0, 0};
  at += strlen(relation);
  az_term right = read_term(&other, &ignored);
  const az_transfer_ops *ops = domain.ops;
  if (!strcmp(relation, "=") && index)
    ops->write(domain.self, s, var, index, AZ_NO_TERM, right, false);
  else if (!strcmp(relation, "="))
    ops->assign(domain.self, s, var, right, false);
  else if (!strcmp(relation, "<"))
    ops->assume(domain.self, s, az_bv_slt(store, left, right));
  else
    ops->assume(domain.self, s, az_not(store, az_bv_slt(store, left, right)));
}

/* ---- iteration ------------------------------------------------------------------------------- */

static void *bottom(void) {
  void *s = domain.ops->top(domain.self);
  domain.ops->set_bottom(domain.self, s);
  return s;
}

static void *incoming(const edge *edges, uint32_t point) {
  void *all = bottom();
  for (const edge *e = edges; e->to; e++) {
    if (e->to != point) continue;
    void *s = domain.ops->copy(domain.self, states[e->from]);
    apply(s, e->does);
    domain.ops->join(domain.self, all, s);
    domain.ops->free(domain.self, s);
  }
  return all;
}

static char *printed(uint32_t point) {
  char *text = domain.ops->print(domain.self, states[point]);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  return text;
}

static void start(uint32_t last) {
  for (uint32_t p = 1; p <= last; p++) states[p] = bottom();
}

/* One round over all points, upwards with widening at the loop head, which is point 2, or downwards
 * with narrowing. */
static bool round_of(const edge *edges, uint32_t last, const az_thresholds *thresholds, bool up) {
  bool changes = false;
  for (uint32_t p = 1; p <= last; p++) {
    void *next = incoming(edges, p);
    if (p != 2) {
      changes = changes || (up && !domain.ops->included(domain.self, next, states[p]));
    } else {
      void *head = domain.ops->copy(domain.self, states[2]);
      if (!up)
        domain.ops->narrow(domain.self, head, next);
      else if (!domain.ops->included(domain.self, next, head)) {
        changes = true;
        domain.ops->widen(domain.self, head, next, thresholds);
      }
      domain.ops->free(domain.self, next);
      next = head;
    }
    domain.ops->free(domain.self, states[p]);
    states[p] = next;
  }
  return changes;
}

static void iterate(const edge *edges, uint32_t last, const az_thresholds *thresholds,
                    uint32_t narrowings) {
  start(last);
  for (int round = 0; round_of(edges, last, thresholds, true); round++)
    ck_assert_msg(round < 40, "the iteration does not end");
  while (narrowings--) round_of(edges, last, thresholds, false);
}

#define INTERVAL "{\"module\":\"interval\",\"kind\":\"domain\",\"options\":{}}"
#define TOP "{\"module\":\"top\",\"kind\":\"domain\",\"options\":{}}"

static void open_with(const char *elements, const char *variables, const char *more) {
  char json[2000];
  az_error err = {.status = AZ_OK};
  snprintf(json, sizeof json,
           "{\"module\":\"segments\",\"kind\":\"domain\",\"options\":{\"elements\":%s,"
           "\"variables\":%s%s}}",
           elements, variables, more);
  desc = az_desc_from_json(registry, json, &err);
  ck_assert_msg(desc != NULL, "%s", err.message);
  ck_assert_msg(az_transfer_open(&context, desc, &domain, &err) == AZ_OK, "%s", err.message);
  states[0] = domain.ops->top(domain.self);
}

static void declare(uint32_t v, az_term length) {
  domain.ops->add(domain.self, states[0], v, length);
}

static void set_n(const char *does) {
  declare(N, AZ_NO_TERM);
  apply(states[0], does);
}

static void declare_array(uint32_t v) {
  declare(v, az_sext(store, vars[N].term, 64));
  declare_in_main(states[0], v);
}

static void finish(uint32_t last) {
  for (uint32_t p = 0; p <= last; p++) domain.ops->free(domain.self, states[p]);
  az_transfer_close(&domain);
  az_desc_free(desc);
}

static void expect(uint32_t point, const char *expected) {
  char *text = printed(point);
  ck_assert_str_eq(text, expected);
  free(text);
}

static const edge upwards[] = {
    {0, 1, "i = 0"},    {1, 2, NULL},      {5, 2, NULL},     {2, 3, "i < n"},
    {3, 4, "A[i] = 0"}, {4, 5, "i = i+1"}, {2, 6, "i >= n"}, {0}};

START_TEST(initialise_upwards) {
  open_with(INTERVAL, INTERVAL, "");
  set_n("n = 10");
  declare_array(A);
  declare(I, AZ_NO_TERM);
  iterate(upwards, 6, NULL, 1);
  expect(6, "A: <{0},[0,0],{n,10,i}> i: [10,10] n: [10,10]");
  finish(6);
}
END_TEST

START_TEST(trace_upwards) {
  open_with(INTERVAL, INTERVAL, "");
  set_n("n = 10");
  declare_array(A);
  declare(I, AZ_NO_TERM);
  start(6);
  ck_assert(round_of(upwards, 6, NULL, true));
  expect(1, "A: <{0,i},[-oo,+oo],{n,10}> i: [0,0] n: [10,10]");
  expect(2, "A: <{0,i},[-oo,+oo],{n,10}> i: [0,0] n: [10,10]");
  expect(3, "A: <{0,i},[-oo,+oo],{n,10}> i: [0,0] n: [10,10]");
  expect(4, "A: <{0,i},[0,0],{1,i+1},[-oo,+oo],{n,10}> i: [0,0] n: [10,10]");
  expect(5, "A: <{0,i-1},[0,0],{1,i},[-oo,+oo],{n,10}> i: [1,1] n: [10,10]");
  expect(6, "_|_");
  ck_assert(round_of(upwards, 6, NULL, true));
  expect(2, "A: <{0},[0,0],{i}?,[-oo,+oo],{n,10}> i: [0,+oo] n: [10,10]");
  expect(3, "A: <{0},[0,0],{i}?,[-oo,+oo],{n,10}> i: [0,9] n: [10,10]");
  expect(4, "A: <{0},[0,0],{i}?,[0,0],{i+1},[-oo,+oo],{n,10}?> i: [0,9] n: [10,10]");
  expect(5, "A: <{0},[0,0],{i-1}?,[0,0],{i},[-oo,+oo],{n,10}?> i: [1,10] n: [10,10]");
  ck_assert(round_of(upwards, 6, NULL, true));
  expect(2, "A: <{0},[0,0],{i}?,[-oo,+oo],{n,10}?> i: [0,+oo] n: [10,10]");
  expect(6, "A: <{0},[0,0],{n,10,i}> i: [10,+oo] n: [10,10]");
  ck_assert(!round_of(upwards, 6, NULL, true));
  expect(6, "A: <{0},[0,0],{n,10,i}> i: [10,+oo] n: [10,10]");
  finish(6);
}
END_TEST

static const edge downwards[] = {
    {0, 1, "i = n"},   {1, 2, NULL},       {5, 2, NULL},     {2, 3, "0 < i"},
    {3, 4, "i = i-1"}, {4, 5, "A[i] = 0"}, {2, 6, "0 >= i"}, {0}};

START_TEST(initialise_downwards) {
  /* Nothing is known of n but that it equals the length, 10: it is assigned behind the array. */
  open_with(INTERVAL, TOP, ",\"reduce\":\"never\",\"coarseness\":\"smash\"");
  declare(A, az_bv(store, 64, 10));
  set_n("n = 10");
  declare(I, AZ_NO_TERM);
  iterate(downwards, 6, NULL, 0);
  expect(6, "A: <{0},[-oo,+oo],{10,n}?> ");
  finish(6);
  open_with(INTERVAL, INTERVAL, "");
  set_n("n >= 2");
  declare_array(A);
  declare(I, AZ_NO_TERM);
  iterate(downwards, 6, NULL, 1);
  expect(6, "A: <{0,i},[0,0],{n}> i: [0,0] n: [2,+oo]");
  finish(6);
  open_with(INTERVAL, INTERVAL, ",\"reduce\":\"never\"");
  set_n("n >= 2");
  declare_array(A);
  declare(I, AZ_NO_TERM);
  iterate(downwards, 6, NULL, 1);
  expect(6, "A: <{0},[-oo,+oo],{i}?,[0,0],{n}?> i: [0,0] n: [2,+oo]");
  finish(6);
}
END_TEST

static const edge partition[] = {{0, 10, "a = 0"},
                                 {10, 11, "b = 0"},
                                 {11, 1, "c = 0"},
                                 {1, 2, NULL},
                                 {9, 2, NULL},
                                 {2, 3, "a < n"},
                                 {3, 4, "A[a] >= 0"},
                                 {4, 12, "B[b] = A[a]"},
                                 {12, 5, "b = b+1"},
                                 {3, 6, "A[a] < 0"},
                                 {6, 13, "C[c] = A[a]"},
                                 {13, 7, "c = c+1"},
                                 {5, 8, NULL},
                                 {7, 8, NULL},
                                 {8, 9, "a = a+1"},
                                 {2, 14, "a >= n"},
                                 {0}};

START_TEST(partition_into_two) {
  open_with(INTERVAL, INTERVAL, ",\"entry\":\"A: {0} [-100,100] {n}\"");
  set_n("n >= 2");
  for (uint32_t v = A; v <= C; v++) declare_array(v);
  iterate(partition, 14, NULL, 1);
  /* The slides have {n}? of A: they do not find that a = n and 0 < n. */
  expect(14, "A: <{0},[-100,100],{n,a}> B: <{0},[0,100],{b}?,[-oo,+oo],{n}?> C: "
             "<{0},[-100,-1],{c}?,[-oo,+oo],{n}?> n: [2,+oo] a: [2,+oo] b: [0,+oo] c: [0,+oo]");
  finish(14);
}
END_TEST

static const edge in_situ[] = {{0, 10, "a = 0"},
                               {10, 1, "b = n"},
                               {1, 2, NULL},
                               {9, 2, NULL},
                               {2, 3, "a < b"},
                               {3, 4, "A[a] >= 0"},
                               {4, 5, "a = a+1"},
                               {3, 6, "A[a] < 0"},
                               {6, 11, "b = b-1"},
                               {11, 12, "x = A[a]"},
                               {12, 13, "A[a] = A[b]"},
                               {13, 7, "A[b] = x"},
                               {5, 9, NULL},
                               {7, 9, NULL},
                               {2, 14, "a >= b"},
                               {0}};

START_TEST(partition_in_situ) {
  open_with(INTERVAL, INTERVAL, ",\"entry\":\"A: {0} [-100,100] {n}\"");
  set_n("n >= 2");
  declare_array(A);
  iterate(in_situ, 14, NULL, 1);
  expect(1, "A: <{0,a},[-100,100],{n,b}> n: [2,+oo] a: [0,0] b: [2,+oo]");
  expect(2,
         "A: <{0},[0,100],{a}?,[-100,100],{b}?,[-100,-1],{n}?> n: [2,+oo] a: [0,+oo] b: [0,+oo]");
  expect(14, "A: <{0},[0,100],{b,a}?,[-100,-1],{n}?> n: [2,+oo] a: [0,+oo] b: [0,+oo]");
  finish(14);
}
END_TEST

#define PARITY "{\"module\":\"congruence\",\"kind\":\"domain\",\"options\":{\"modulus\":2}}"
#define BOTH                                                                                       \
  "{\"module\":\"product\",\"kind\":\"domain\",\"options\":{\"components\":[" PARITY "," INTERVAL  \
  "]}}"
#define POWER(on)                                                                                  \
  "{\"module\":\"power\",\"kind\":\"domain\",\"options\":{\"domain\":[" INTERVAL "],\"on\":\"" on  \
  "\"}}"

static const edge twice[] = {{0, 1, "i = 0"},      {1, 2, NULL},
                             {7, 2, NULL},         {2, 3, "i < n"},
                             {3, 4, "A[i] = 0"},   {4, 5, "i = i+1"},
                             {5, 6, "A[i] = -16"}, {6, 7, "i = i+1"},
                             {2, 8, "i >= n"},     {0}};

/* `first`: of the cells that were written; `rest`: of those that were not. */
static void initialise_twice(const char *elements, const char *first, const char *rest) {
  char text[300];
  open_with(elements, BOTH, "");
  set_n("n = 10");
  declare_array(A);
  declare(I, AZ_NO_TERM);
  iterate(twice, 8, NULL, 0);
  snprintf(text, sizeof text, "A: <{0},%s,{i}?,%s,{n,10}?> i: (e, [0,+oo-1]) n: (e, [10,10])",
           first, rest);
  expect(2, text);
  snprintf(text, sizeof text, "A: <{0},%s,{n,10,i}> i: (e, [10,+oo-1]) n: (e, [10,10])", first);
  expect(8, text);
  finish(8);
}

START_TEST(two_at_a_time) {
  initialise_twice(BOTH, "(e, [-16,0])", "(T, [-oo,+oo])");
}
END_TEST

START_TEST(two_at_a_time_by_values) {
  /* No odd value is -oo, no even one +oo. */
  initialise_twice(POWER("value"), "(o -> _|_, e -> [-16,0])",
                   "(o -> [-oo+1,+oo], e -> [-oo,+oo-1])");
}
END_TEST

START_TEST(two_at_a_time_by_indices) {
  initialise_twice(POWER("index"), "(o -> [-16,-16], e -> [0,0])",
                   "(o -> [-oo,+oo], e -> [-oo,+oo])");
}
END_TEST

static const edge identity[] = {
    {0, 1, "i = n"},   {1, 2, NULL},       {5, 2, NULL},     {2, 3, "0 < i"},
    {3, 4, "i = i-1"}, {4, 5, "A[i] = i"}, {2, 6, "0 >= i"}, {0}};

START_TEST(cells_hold_their_indices) {
  const az_wide values[] = {-1, 0, 1};
  const az_thresholds thresholds = {values, 3};
  for (int with = 0; with < 2; with++) {
    open_with(INTERVAL, INTERVAL, "");
    set_n("n >= 2");
    declare_array(A);
    declare(I, AZ_NO_TERM);
    iterate(identity, 6, with ? &thresholds : NULL, 1);
    expect(6, with ? "A: <{0,i},[0,+oo-1],{n}> i: [0,0] n: [2,+oo]"
                   : "A: <{0,i},[-oo,+oo-1],{n}> i: [0,0] n: [2,+oo]");
    finish(6);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("segments of the slides");
  TCase *tests = tcase_create("analyses");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, initialise_upwards);
  tcase_add_test(tests, trace_upwards);
  tcase_add_test(tests, initialise_downwards);
  tcase_add_test(tests, partition_into_two);
  tcase_add_test(tests, partition_in_situ);
  tcase_add_test(tests, two_at_a_time);
  tcase_add_test(tests, two_at_a_time_by_values);
  tcase_add_test(tests, two_at_a_time_by_indices);
  tcase_add_test(tests, cells_hold_their_indices);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
