/* The operations of the segmentation functor on segmentations that are parsed, with the results of
 * the slides (Cousot, Cousot, Logozzo, "A parametric segmentation functor"), each printed. */
#include "../../domains/array/segments/segments.h"
#include "made_variables.h"
#include <check.h>
#include <stdio.h>

enum { I, J, N, VARIABLES, A = VARIABLES, B, ALL };

static void setup(void) {
  static const char *const names[] = {"i", "j", "n", "A", "B"};
  make_variables(names, VARIABLES, ALL);
}

/* More options: ",\"reduce\":\"never\"". Fails the test where `says` is NULL; else that is in the
 * message. */
static void open_with(const char *more, const char *says) {
  char json[600];
  az_error err = {.status = AZ_OK};
  const char *interval = "{\"module\":\"interval\",\"kind\":\"domain\",\"options\":{}}";
  snprintf(json, sizeof json,
           "{\"module\":\"segments\",\"kind\":\"domain\",\"options\":{\"elements\":%s,"
           "\"variables\":%s%s}}",
           interval, interval, more);
  desc = az_desc_from_json(registry, json, &err);
  ck_assert_msg(desc != NULL, "%s", err.message);
  az_status status = az_transfer_open(&context, desc, &domain, &err);
  if (says)
    ck_assert_msg(status != AZ_OK && strstr(err.message, says), "%s", err.message);
  else
    ck_assert_msg(status == AZ_OK, "%s", err.message);
}

static void open_segments(void) {
  open_with("", NULL);
}

static void close_segments(void) {
  az_transfer_close(&domain);
  az_desc_free(desc);
}

/* "7", "[7,9]" or "[7,+oo]". */
static void know(void *s, uint32_t v, const char *facts) {
  az_facts f = az_facts_any(vars[v].bits, vars[v].is_signed);
  long least, greatest;
  int ends = sscanf(facts, "[%ld,%ld]", &least, &greatest);
  if (!ends) ck_assert_int_eq(sscanf(facts, "%ld", &least), 1);
  f.least = least;
  if (ends != 1) f.greatest = ends ? greatest : least;
  domain.ops->refine(domain.self, s, v, f);
}

/* A state with A as the text says, and facts about the variables, NULL: none. */
static void *made(const char *text, const char *i, const char *j, const char *n) {
  az_error err = {.status = AZ_OK};
  state *s = domain.ops->top(domain.self);
  const char *const of[] = {i, j, n};
  for (uint32_t v = 0; v < VARIABLES; v++) {
    domain.ops->add(domain.self, s, v, AZ_NO_TERM);
    if (of[v]) know(s, v, of[v]);
  }
  if (text) {
    state_put_array(domain.self, s, A, segmentation_parse(domain.self, A, NULL, text, &err));
    ck_assert_msg(state_array(s, A) != NULL, "%s", err.message);
  }
  return s;
}

/* And is freed. */
static void check_text(void *s, const char *expected) {
  char *text = domain.ops->print(domain.self, s);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  ck_assert_str_eq(text, expected);
  free(text);
  domain.ops->free(domain.self, s);
}

static void *join(void *a, void *b) {
  domain.ops->join(domain.self, a, b);
  domain.ops->free(domain.self, b);
  return a;
}

static void *widen(void *a, void *b) {
  domain.ops->widen(domain.self, a, b, NULL);
  domain.ops->free(domain.self, b);
  return a;
}

static az_term plus(uint32_t v, int64_t constant) {
  return az_bv_add(store, vars[v].term, az_bv_signed(store, 32, constant));
}

static void write_at(void *s, uint32_t v, int64_t value) {
  domain.ops->write(domain.self, s, A, az_sext(store, vars[v].term, 64), AZ_NO_TERM,
                    az_bv_signed(store, 32, value), false);
}

/* What `broken` says at a call of f, whose parameter p leads to A. */
static void check_call(const char *state_text, const char *n, const char *says) {
  const az_named_array led = {"p", A};
  const az_entered call = {.function = "f", .arrays = &led, .array_count = 1};
  void *s = made(state_text, NULL, NULL, n);
  char *text = domain.ops->entry.broken(domain.self, s, &call);
  ck_assert_msg(says ? text && strstr(text, says) : !text, "%s", text ? text : "");
  free(text);
  domain.ops->entry.enter(domain.self, s, &call); /* nothing changes */
  ck_assert_ptr_null(domain.ops->entry.assumed(domain.self));
  domain.ops->free(domain.self, s);
}

START_TEST(entries_of_functions) {
  open_with(",\"entry\":\"f: p: {0} [0,9] {n}\"", NULL);
  check_call("{0}[0,9]{n}", NULL, NULL);
  check_call("{0}[3,4]{i}?[9,9]{n}", NULL, NULL);
  check_call("{0}[0,9]{8}", "[8,8]", NULL);
  check_call("{0}[0,10]{n}", NULL, "p may not be {0} [0,9] {n}");
  check_call("{0}[0,9]{i}[0,99]{n}", NULL, "p may not be");
  check_call("{0}[0,9]{8}", "[9,9]", "p may not be");
  void *s = made("{0}T{n}", NULL, NULL, NULL);
  char *text = domain.ops->entry.broken(domain.self, s, &(az_entered){.function = "f"});
  ck_assert_str_eq(text, "p is not known to be the start of one array");
  free(text);
  ck_assert_ptr_null(domain.ops->entry.broken(domain.self, s, &(az_entered){.function = "g"}));
  domain.ops->free(domain.self, s);
  close_segments();
  open_with(",\"entry\":\"f: p: {0} [0,9] {m}\"", NULL);
  check_call("{0}[0,9]{n}", NULL, "there is no such variable");
  close_segments();
}
END_TEST

START_TEST(parsing_and_printing) {
  open_segments();
  check_text(made("{0}T{n}", NULL, NULL, NULL), "A: <{0},[-oo,+oo],{n}> ");
  check_text(made("<{0},[-oo+1,+oo-1],{i-1}?,5,{ j , i+2 },_|_,{n,10}?>", NULL, "[2,+oo]", NULL),
             "A: <{0},[-oo+1,+oo-1],{i-1}?,[5,5],{j,i+2},_|_,{n,10}?> j: [2,+oo]");
  az_error err = {.status = AZ_OK};
  static const char *const wrong[][2] = {
      {"{1}T{n}", "begins with {0}"},       {"{0}", "has a segment"},
      {"{0}T", "'{' is expected"},          {"{0}T{m}", "no such variable"},
      {"{0}T{i+j}", "have this form"},      {"{0}[3,2]{n}", "interval is empty"},
      {"{0}T{n} x", "a number is expected"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    err = (az_error){.status = AZ_OK};
    ck_assert_msg(!segmentation_parse(domain.self, A, NULL, wrong[i][0], &err), "%s", wrong[i][0]);
    ck_assert_msg(strstr(err.message, wrong[i][1]) != NULL, "%s: %s", wrong[i][0], err.message);
  }
  close_segments();
  open_with(",\"bounds\":\"linear\"", NULL);
  check_text(made("{0}T{2*i-j+1}T{n}", NULL, NULL, NULL),
             "A: <{0},[-oo,+oo],{2*i-j+1},[-oo,+oo],{n}> ");
  close_segments();
  open_with(",\"entry\":\"A: {0} [-100,100] {n}; B: {0} T {7}\"", NULL);
  void *s = made(NULL, NULL, NULL, NULL);
  domain.ops->add(domain.self, s, A, az_sext(store, vars[N].term, 64));
  ck_assert_ptr_null(domain.ops->entry.assumed(domain.self));
  declare_in_main(s, A);
  check_text(s, "A: <{0},[-100,100],{n}> ");
  ck_assert_str_eq(domain.ops->entry.assumed(domain.self), "A: {0} [-100,100] {n}");
  close_segments();
  open_with(",\"entry\":\"C: {0} T {n}\"", "no array 'C'");
  az_desc_free(desc);
  open_with(",\"entry\":\"A {0} T {n}\"", "is expected");
  az_desc_free(desc);
}
END_TEST

START_TEST(declaration) {
  open_segments();
  void *s = made(NULL, NULL, NULL, "10");
  domain.ops->add(domain.self, s, A, az_sext(store, vars[N].term, 64));
  domain.ops->assign(domain.self, s, I, az_bv_signed(store, 32, 0), false);
  check_text(s, "A: <{0,i},[-oo,+oo],{n,10}> i: [0,0] n: [10,10]");
  s = made(NULL, NULL, NULL, NULL); /* a length that nobody can name */
  domain.ops->add(domain.self, s, A, AZ_NO_TERM);
  char *text = domain.ops->print(domain.self, s);
  ck_assert_msg(!strncmp(text, "A: <{0},[-oo,+oo],{|A|", 22), "%s", text);
  free(text);
  domain.ops->free(domain.self, s);
  close_segments();
}
END_TEST

START_TEST(assignment_to_a_variable) {
  open_segments();
  void *s = made("{0}T{i}[1,+oo-1]{n}?", "[1,+oo]", NULL, NULL);
  domain.ops->assign(domain.self, s, I, plus(I, -1), false);
  check_text(s, "A: <{0},[-oo,+oo],{i+1},[1,+oo-1],{n}?> i: [0,+oo-1]");
  s = made("{0,i}0{1,i+1}T{n,10}", "0", NULL, "10");
  domain.ops->assign(domain.self, s, I, plus(I, 1), false);
  check_text(s, "A: <{0,i-1},[0,0],{1,i},[-oo,+oo],{n,10}> i: [1,1] n: [10,10]");
  /* It may wrap: what mentions it goes. */
  s = made("{0}0{i}?T{n}?", "[0,+oo]", NULL, NULL);
  domain.ops->assign(domain.self, s, I, plus(I, 1), false);
  check_text(s, "A: <{0},[-oo,+oo],{n}?> ");
  /* Not invertible: it leaves, and enters the sets of its value. */
  s = made("{0}0{i}?1{j}?2{n}?", NULL, NULL, NULL);
  domain.ops->assign(domain.self, s, I, vars[N].term, false);
  check_text(s, "A: <{0},[0,1],{j}?,[2,2],{n,i}?> ");
  s = made("{0}0{i}?1{n}?", "[0,10]", NULL, NULL); /* j = n - 1 is not in a set */
  domain.ops->assign(domain.self, s, J, plus(I, 1), false);
  check_text(s, "A: <{0},[0,0],{i}?,[1,1],{n}?> i: [0,10] j: [1,11]");
  s = made("{0}0{i}?1{n}?", "[0,10]", NULL, NULL); /* weak */
  domain.ops->assign(domain.self, s, I, plus(I, 1), true);
  check_text(s, "A: <{0},[0,1],{n}?> i: [0,11]");
  s = made("{0}0{i}?1{n}?", "[0,10]", NULL, "[0,10]"); /* i = n - i */
  domain.ops->assign(domain.self, s, I, az_bv_sub(store, vars[N].term, vars[I].term), false);
  check_text(s, "A: <{0},[0,1],{n}?> i: [-10,10] n: [0,10]");
  close_segments();
  open_with(",\"bounds\":\"linear\"", NULL);
  s = made("{0}0{i}?1{n}?", "[0,10]", NULL, "[0,10]");
  domain.ops->assign(domain.self, s, I, az_bv_sub(store, vars[N].term, vars[I].term), false);
  check_text(s, "A: <{0},[0,0],{-i+n}?,[1,1],{n}?> i: [-10,10] n: [0,10]");
  close_segments();
}
END_TEST

START_TEST(assignment_to_a_cell) {
  open_segments();
  void *s = made("{0,i}T{n,10}", "0", NULL, "10");
  write_at(s, I, 0);
  check_text(s, "A: <{0,i},[0,0],{1,i+1},[-oo,+oo],{n,10}> i: [0,0] n: [10,10]");
  s = made("{0}0{i}?T{n,10}", "[0,9]", NULL, "10");
  write_at(s, I, 0);
  check_text(s, "A: <{0},[0,0],{i}?,[0,0],{i+1},[-oo,+oo],{n,10}?> i: [0,9] n: [10,10]");
  s = made("{0}T{i+1}0{n}?", "[0,2147483646]", NULL, NULL);
  write_at(s, I, 0);
  check_text(s, "A: <{0},[-oo,+oo],{i}?,[0,0],{i+1},[0,0],{n}?> i: [0,+oo-1]");
  /* Between bounds: the segments in which it may lie are joined. */
  s = made("{0}1{2}2{4}3{6}4{8}", "[3,4]", NULL, NULL);
  write_at(s, I, 9);
  check_text(s, "A: <{0},[1,1],{2},[2,3],{i},[9,9],{i+1},[2,3],{6},[4,4],{8}> i: [3,4]");
  s = made("{0}1{2}2{4}", "[2,2]", NULL, NULL); /* at a bound, by what is known of i */
  write_at(s, I, 9);
  check_text(s, "A: <{0},[1,1],{2,i},[9,9],{3,i+1},[2,2],{4}> i: [2,2]");
  s = made("{0}1{2}2{4}", "[3,3]", NULL, NULL);
  write_at(s, I, 9);
  check_text(s, "A: <{0},[1,1],{2},[2,2],{i},[9,9],{4,i+1}> i: [3,3]");
  /* What follows an access may rely on it. */
  s = made("{0}0{i}?T{n}?", "[0,+oo]", NULL, "[2,+oo]");
  write_at(s, I, 0);
  check_text(s, "A: <{0},[0,0],{i}?,[0,0],{i+1},[-oo,+oo],{n}?> i: [0,+oo-1] n: [2,+oo]");
  /* A range; an index that is no sum. */
  s = made("{0}1{n}", "[1,3]", "[4,5]", "[7,9]");
  domain.ops->write(domain.self, s, A, az_sext(store, vars[I].term, 64),
                    az_sext(store, vars[J].term, 64), az_bv(store, 32, 8), false);
  check_text(s, "A: <{0},[1,1],{i},[8,8],{j},[1,1],{n}> i: [1,3] j: [4,5] n: [7,9]");
  s = made("{0}1{i}2{n}", NULL, NULL, NULL);
  az_term index = az_bv_mul(store, vars[I].term, vars[J].term);
  domain.ops->write(domain.self, s, A, az_sext(store, index, 64), AZ_NO_TERM, az_bv(store, 32, 3),
                    false);
  check_text(s, "A: <{0},[1,3],{i},[2,3],{n}> ");
  close_segments();
  open_with(",\"within\":false", NULL); /* nothing is known: any cell, or none */
  s = made("{0}0{i}?1{n}?", "[0,+oo]", NULL, NULL);
  write_at(s, I, 7);
  check_text(s, "A: <{0},[0,0],{i}?,[1,7],{n}?> i: [0,+oo]");
  close_segments();
}
END_TEST

START_TEST(values_of_cells) {
  open_segments();
  void *s = made("{0}1{2}[4,5]{n}", "[0,1]", "[1,3]", "[5,9]");
  az_term at_i = az_select(store, vars[A].term, az_sext(store, vars[I].term, 64));
  az_term at_j = az_select(store, vars[A].term, az_sext(store, vars[J].term, 64));
  az_facts f = domain.ops->facts(domain.self, s, at_i, true), expected = az_facts_value(1);
  ck_assert(az_facts_equal(&f, &expected));
  f = domain.ops->facts(domain.self, s, az_bv_add(store, at_j, at_i), true);
  ck_assert(f.least == 2 && f.greatest == 6);
  domain.ops->assign(domain.self, s, I, at_j, false);
  check_text(s, "A: <{0},[1,1],{2},[4,5],{n}> i: [1,5] j: [1,3] n: [5,9]");
  /* A test narrows the one cell. */
  s = made("{0}[-100,100]{n}", "0", NULL, "[2,+oo]");
  domain.ops->assume(domain.self, s, az_bv_sle(store, az_bv(store, 32, 0), at_i));
  check_text(s, "A: <{0,i},[0,100],{1,i+1},[-100,100],{n}> i: [0,0] n: [2,+oo]");
  close_segments();
}
END_TEST

START_TEST(tests_of_variables) {
  open_segments();
  az_term less = az_bv_slt(store, vars[I].term, vars[N].term);
  void *s = made("{0}0{i}?T{n,10}?", "[0,+oo]", NULL, "10");
  domain.ops->assume(domain.self, s, az_not(store, less));
  check_text(s, "A: <{0},[0,0],{n,10,i}> i: [10,+oo] n: [10,10]");
  s = made("{0}0{i}?T{n,10}?", "[0,+oo]", NULL, "10");
  domain.ops->assume(domain.self, s, less);
  check_text(s, "A: <{0},[0,0],{i}?,[-oo,+oo],{n,10}> i: [0,9] n: [10,10]");
  az_term positive = az_bv_slt(store, az_bv(store, 32, 0), vars[I].term);
  s = made("{0}T{i}?0{n}?", "[0,+oo]", NULL, "[2,+oo]");
  domain.ops->assume(domain.self, s, az_not(store, positive));
  check_text(s, "A: <{0,i},[0,0],{n}> i: [0,0] n: [2,+oo]");
  /* Not neighbours; what becomes empty; equality; apart. */
  s = made("{0}0{i}?1{j}?2{n}?", "[0,+oo]", NULL, NULL);
  domain.ops->assume(domain.self, s, az_not(store, less));
  check_text(s, "A: <{0},[0,0],{n,j,i}?> i: [0,+oo]");
  s = made("{0}0{i}1{n}", NULL, NULL, NULL);
  domain.ops->assume(domain.self, s, az_eq(store, vars[I].term, vars[J].term));
  check_text(s, "A: <{0},[0,0],{i,j},[1,1],{n}> ");
  s = made("{0}0{i}?1{n}?", NULL, NULL, NULL);
  domain.ops->assume(domain.self, s, az_ne(store, vars[I].term, vars[N].term));
  check_text(s, "A: <{0},[0,0],{i}?,[1,1],{n}> ");
  s = made("{0}0{i}1{n}", NULL, NULL, NULL);
  domain.ops->assume(domain.self, s, az_not(store, less));
  check_text(s, "_|_");
  close_segments();
  open_with(",\"reduce\":\"never\"", NULL);
  s = made("{0}T{i}?0{n}?", "[0,+oo]", NULL, "[2,+oo]");
  domain.ops->assume(domain.self, s, az_not(store, positive));
  check_text(s, "A: <{0},[-oo,+oo],{i}?,[0,0],{n}?> i: [0,0] n: [2,+oo]");
  close_segments();
}
END_TEST

START_TEST(unification) {
  open_segments();
  check_text(
      join(made("{0,i}T{10,n}", "0", NULL, "10"), made("{0,i-1}0{1,i}T{10,n}", "1", NULL, "10")),
      "A: <{0},[0,0],{i}?,[-oo,+oo],{10,n}> i: [0,1] n: [10,10]");
  check_text(
      widen(made("{0,i}T{10,n}", "0", NULL, "10"), made("{0}0{i}?T{10,n}", "[0,1]", NULL, "10")),
      "A: <{0},[0,0],{i}?,[-oo,+oo],{10,n}> i: [0,+oo] n: [10,10]");
  /* By a split: a = 1, b = 2, a' = 4, b' = 5, c' = 6. */
  segmentation *x, *y;
  state *a = made("{0}1{i}2{n}", "[1,2]", "[3,4]", "[5,6]");
  state *b = made("{0}4{i}5{j}6{n}", "[1,2]", "[3,4]", "[5,6]");
  const order of_a = {.d = domain.self, .s = a}, of_b = {.d = domain.self, .s = b};
  segmentation_unify(&of_a, state_array(a, A), &of_b, state_array(b, A), false, &x, &y);
  char *text = segmentation_print(domain.self, x);
  ck_assert_str_eq(text, "<{0},[1,1],{i},[2,2],{j},[2,2],{n}>");
  free(text);
  text = segmentation_print(domain.self, y);
  ck_assert_str_eq(text, "<{0},[4,4],{i},[5,5],{j},[6,6],{n}>");
  free(text);
  segmentation_free(x), segmentation_free(y);
  /* Widening keeps only what the left operand has. */
  segmentation_unify(&of_a, state_array(a, A), &of_b, state_array(b, A), true, &x, &y);
  text = segmentation_print(domain.self, y);
  ck_assert_str_eq(text, "<{0},[4,4],{i},[5,6],{n}>");
  free(text);
  segmentation_free(x), segmentation_free(y);
  domain.ops->free(domain.self, a), domain.ops->free(domain.self, b);
  /* i and j are not comparable: the segments are joined. */
  check_text(join(made("{0}1{i}2{n}", NULL, NULL, NULL), made("{0}4{j}6{n}", NULL, NULL, NULL)),
             "A: <{0},[1,6],{n}> ");
  /* Opposite orders: one of them stays. */
  check_text(
      join(made("{0}1{i}2{j}3{n}", NULL, NULL, NULL), made("{0}4{j}5{i}6{n}", NULL, NULL, NULL)),
      "A: <{0},[1,5],{i},[2,6],{n}> ");
  close_segments();
  open_with(",\"coarseness\":\"common\"", NULL);
  check_text(join(made("{0}1{i}2{n}", "[1,2]", "[3,4]", "[5,6]"),
                  made("{0}4{i}5{j}6{n}", "[1,2]", "[3,4]", "[5,6]")),
             "A: <{0},[1,4],{i},[2,6],{n}> i: [1,2] j: [3,4] n: [5,6]");
  close_segments();
}
END_TEST

static bool included(const char *a, const char *b, const char *i) {
  void *x = made(a, i, NULL, NULL), *y = made(b, i, NULL, NULL);
  bool is = domain.ops->included(domain.self, x, y);
  domain.ops->free(domain.self, x), domain.ops->free(domain.self, y);
  return is;
}

START_TEST(order_of_states) {
  open_segments();
  ck_assert(included("{0}0{n}", "{0}[0,1]{n}?", NULL));
  ck_assert(!included("{0}0{n}?", "{0}[0,1]{n}", NULL));
  ck_assert(!included("{0}[0,2]{n}", "{0}[0,1]{n}", NULL));
  ck_assert(included("{0}0{i}1{n}", "{0}[0,1]{n}", NULL));
  ck_assert(!included("{0}[0,1]{n}", "{0}0{i}1{n}", NULL));
  ck_assert(included("{0,i}1{n}", "{0}0{i}?1{n}", NULL));
  ck_assert(!included("{0}0{i}?1{n}", "{0,i}1{n}", NULL));
  ck_assert(!included("{0}1{n}", "{0,i}1{n}", NULL));
  ck_assert(included("{0}1{n}", "{0,i}1{n}", "0"));
  ck_assert(included("{0}1{i}?1{9}", "{0}1{9}", "[0,9]"));
  void *bottom = made("{0}1{n}", NULL, NULL, NULL), *s = made("{0}1{n}", NULL, NULL, NULL);
  domain.ops->set_bottom(domain.self, bottom);
  ck_assert(domain.ops->is_bottom(domain.self, bottom));
  ck_assert(domain.ops->included(domain.self, bottom, s));
  ck_assert(!domain.ops->included(domain.self, s, bottom));
  domain.ops->free(domain.self, bottom);
  check_text(join(s, made("{0}2{n}", NULL, NULL, NULL)), "A: <{0},[1,2],{n}> ");
  close_segments();
}
END_TEST

START_TEST(meet_and_narrowing) {
  open_segments();
  void *a = made("{0}[0,9]{i}?T{n}?", "[0,+oo]", NULL, "10");
  void *b = made("{0}[5,12]{i}?[1,2]{n}", "[0,10]", NULL, "10");
  domain.ops->meet(domain.self, a, b);
  check_text(a, "A: <{0},[5,9],{i}?,[1,2],{n}> i: [0,10] n: [10,10]");
  a = made("{0}T{n}?", NULL, NULL, NULL);
  domain.ops->narrow(domain.self, a, b);
  check_text(a, "A: <{0},[5,12],{i}?,[1,2],{n}> i: [0,10] n: [10,10]");
  domain.ops->free(domain.self, b);
  close_segments();
}
END_TEST

/* States in which two arrays say of each other's bounds what the order is. */
START_TEST(levels_of_the_order) {
  static const char *const levels[] = {"symbolic", "variables", "segments"};
  for (int level = 0; level < 3; level++) {
    char options[40];
    snprintf(options, sizeof options, ",\"order\":\"%s\"", levels[level]);
    open_with(options, NULL);
    state *s = made("{0}1{i}?2{j}3{n}?", "[1,2]", NULL, "[5,6]");
    az_sum i = {.count = 1, .of = {{vars[I].term, true, 1}}}, j = i, n = i;
    j.of[0].var = vars[J].term, n.of[0].var = vars[N].term;
    az_sum more = sum_plus(&i, 3);
    const order o = {.d = domain.self, .s = s};
    ck_assert(order_at_most(&o, &i, &more, 3) && !order_at_most(&o, &i, &more, 4));
    ck_assert(order_at_most(&o, &i, &n, 3) == (level >= 1));
    ck_assert(order_at_most(&o, &i, &j, 1) == (level >= 2));
    ck_assert(!order_at_most(&o, &j, &n, 1) && !order_at_most(&o, &j, &i, 0));
    domain.ops->free(domain.self, s);
    close_segments();
  }
}
END_TEST

/* States share what they have in common of their arrays, however many there are between two. */
START_TEST(changes_of_shared_arrays) {
  open_segments();
  void *s = made("{0}1{n}", NULL, NULL, NULL);
  void *copy = domain.ops->copy(domain.self, s);
  ck_assert_uint_eq(state_next_difference(s, copy, 0), AZ_NONE);
  az_error err = {.status = AZ_OK};
  state_put_array(domain.self, copy, B, segmentation_parse(domain.self, B, NULL, "{0}2{n}", &err));
  ck_assert_uint_eq(state_next_difference(s, copy, 0), B);
  ck_assert_ptr_null(state_array(s, B));
  ck_assert_ptr_eq(state_array(s, A), state_array(copy, A));
  ck_assert_ptr_ne(segmentation_own(domain.self, copy, A), state_array(s, A));
  state_put_array(domain.self, copy, A, NULL);
  ck_assert_uint_eq(state_next_array(copy, 0), A < B ? B : AZ_NONE);
  ck_assert_uint_eq(state_next_array(s, 0), A);
  state_put_array(domain.self, copy, B, NULL);
  ck_assert_uint_eq(state_next_array(copy, 0), AZ_NONE);
  domain.ops->free(domain.self, copy);
  domain.ops->free(domain.self, s);
  close_segments();
}
END_TEST

START_TEST(copies_of_arrays) {
  open_segments();
  void *s = made("{0}1{i}2{n}", NULL, NULL, NULL);
  az_error err = {.status = AZ_OK};
  state_put_array(domain.self, s, B, segmentation_parse(domain.self, B, NULL, "{0}7{n}", &err));
  void *before = domain.ops->copy(domain.self, s);
  domain.ops->assign(domain.self, s, B, az_select(store, vars[A].term, vars[B].index), false);
  check_text(s, "A: <{0},[1,1],{i},[2,2],{n}> B: <{0},[1,1],{i},[2,2],{n}> ");
  s = domain.ops->copy(domain.self, before);
  domain.ops->assign(domain.self, s, B, az_bv(store, 32, 4), false);
  check_text(s, "A: <{0},[1,1],{i},[2,2],{n}> B: <{0},[4,4],{n}> ");
  domain.ops->assign(domain.self, before, B, az_bv(store, 32, 4), true);
  domain.ops->remove(domain.self, before, A);
  check_text(before, "B: <{0},[4,7],{n}> ");
  close_segments();
}
END_TEST

START_TEST(restarted) {
  open_segments();
  void *s = made("{0}1{n}", "[0,9]", NULL, NULL);
  domain.ops->arrays.restart(domain.self, s);
  ck_assert(domain.ops->is_bottom(domain.self, s));
  void *copy = domain.ops->copy(domain.self, s);
  check_text(join(made("{0}5{n}", "[2,3]", NULL, NULL), copy), "A: <{0},[5,5],{n}> i: [2,3]");
  check_text(widen(s, made("{0}5{n}", "[2,3]", NULL, NULL)), "A: <{0},[5,5],{n}> i: [0,9]");
  close_segments();
}
END_TEST

int main(void) {
  Suite *suite = suite_create("segments");
  TCase *tests = tcase_create("operations");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, parsing_and_printing);
  tcase_add_test(tests, entries_of_functions);
  tcase_add_test(tests, declaration);
  tcase_add_test(tests, assignment_to_a_variable);
  tcase_add_test(tests, assignment_to_a_cell);
  tcase_add_test(tests, values_of_cells);
  tcase_add_test(tests, tests_of_variables);
  tcase_add_test(tests, unification);
  tcase_add_test(tests, order_of_states);
  tcase_add_test(tests, meet_and_narrowing);
  tcase_add_test(tests, levels_of_the_order);
  tcase_add_test(tests, copies_of_arrays);
  tcase_add_test(tests, changes_of_shared_arrays);
  tcase_add_test(tests, restarted);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
