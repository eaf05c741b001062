/* C expressions over template variables: values, widths and signs against what the compiler of this
 * test makes of the same text; pointers; linear forms; errors with their columns. */
#include "ansatz/expression.h"
#include <check.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

static const az_view views[] = {{.kind = AZ_CUTPOINT_LOOP, .name = "main.1"},
                                {.kind = AZ_CUTPOINT_LOOP, .name = "main.2"}};
enum { A, B, C, D, I, N, U, L, W, SX, A0, P, OP, Q, F, ARR, THERE, VARS };
static const az_tvar vars[VARS] = {
    [A] = {.kind = AZ_TV_INT, .name = "a", .bits = 8, .is_signed = true, .at = 0},
    [B] = {.kind = AZ_TV_INT, .name = "b", .bits = 8, .at = 1},
    [C] = {.kind = AZ_TV_INT, .name = "c", .bits = 16, .is_signed = true, .at = 2},
    [D] = {.kind = AZ_TV_INT, .name = "d", .bits = 16, .at = 3},
    [I] = {.kind = AZ_TV_INT, .name = "i", .bits = 32, .is_signed = true, .at = 4},
    [N] = {.kind = AZ_TV_INT, .name = "n", .bits = 32, .is_signed = true, .at = 5},
    [U] = {.kind = AZ_TV_INT, .name = "u", .bits = 32, .at = 6},
    [L] = {.kind = AZ_TV_INT, .name = "l", .bits = 64, .is_signed = true, .at = 7},
    [W] = {.kind = AZ_TV_INT, .name = "w", .bits = 64, .at = 8},
    [SX] = {.kind = AZ_TV_INT, .name = "s.x", .bits = 32, .is_signed = true, .at = 9},
    [A0] = {.kind = AZ_TV_INT, .name = "t[0]", .bits = 32, .is_signed = true, .at = 10},
    [P] = {.kind = AZ_TV_POINTER, .name = "p", .bits = 80, .at = 11},
    [OP] = {.kind = AZ_TV_INT, .name = "offset(p)", .bits = 64, .is_signed = true, .at = 12},
    [Q] = {.kind = AZ_TV_POINTER, .name = "q", .bits = 80, .at = 13},
    [F] = {.kind = AZ_TV_FLOAT, .name = "f", .bits = 32, .at = 15},
    [ARR] = {.kind = AZ_TV_ARRAY, .name = "arr", .bits = 32, .at = 16},
    [THERE] = {.kind = AZ_TV_INT, .view = 1, .name = "there", .bits = 32, .at = 0},
};

static az_store *store;
static az_domain_context context;
static az_term values[17];
static const az_state state = {.values = values};
static uint64_t seed = 20261121;

static uint64_t bits(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 20;
}

static void setup(void) {
  store = az_store_new();
  context = (az_domain_context){
      .store = store, .views = views, .view_count = 2, .vars = vars, .var_count = VARS};
}

static void teardown(void) {
  az_store_free(store);
}

static az_expression *parse(const char *text) {
  az_error err = {.status = AZ_OK};
  az_expression *e = az_expression_parse(&context, 0, text, &err);
  ck_assert_msg(e != NULL, "%s: %s", text, err.message);
  return e;
}

static void check_value(const char *text, uint32_t width, bool is_signed, az_wide expected) {
  az_expression *e = parse(text);
  ck_assert_msg(az_expression_bits(e) == width, "%s: %u bits", text, az_expression_bits(e));
  ck_assert_msg(az_expression_signed(e) == is_signed, "%s: sign", text);
  az_wide found;
  az_term term = az_expression_term(e, &state);
  ck_assert_uint_eq(az_sort_width(az_sort_of(store, term)), width);
  ck_assert_msg(az_const_wide(store, term, is_signed, &found), "%s: no constant", text);
  ck_assert_msg(found == expected, "%s: %lld, expected %lld", text, (long long)found,
                (long long)expected);
  az_term truth = az_expression_truth(e, &state);
  ck_assert_msg(az_is_const(store, truth) && az_is_true(store, truth) == (expected != 0), "%s",
                text);
  az_expression_free(e);
}

/* The compiler's reading of the same text: this machine is LP64 as a context without program is. */
#define SAME(expression)                                                                           \
  check_value(#expression, 8 * sizeof(expression), (__typeof__(expression))-1 < 1, expression)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Woverflow"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wbool-compare"
#endif
#pragma GCC diagnostic ignored "-Wint-in-bool-context"
#pragma GCC diagnostic ignored "-Wbool-operation"

START_TEST(as_in_c) {
  for (int round = 0; round < 60; round++) {
    int8_t a = (int8_t)bits();
    uint8_t b = (uint8_t)bits();
    int16_t c = (int16_t)bits();
    uint16_t d = (uint16_t)bits();
    int32_t i = (int32_t)(bits() % 2001) - 1000, n = (int32_t)(bits() % 7) - 3;
    uint32_t u = (uint32_t)(round % 3 ? bits() : bits() % 3 - 1);
    int64_t l = (int64_t)(bits() % 2000001) - 1000000;
    uint64_t w = round % 3 ? bits() * bits() : bits() % 3 - 1;
    struct {
      int x;
    } s = {(int)(bits() % 9)};
    int t[1] = {(int)(bits() % 5)};
    const az_wide numbers[] = {a, b, c, d, i, n, u, (az_wide)l, w, s.x, t[0]};
    for (uint32_t v = A; v <= A0; v++)
      values[vars[v].at] = az_bv_wide(store, vars[v].bits, numbers[v]);
    SAME(a);
    SAME(b);
    SAME(-a);
    SAME(-b);
    SAME(~b);
    SAME(!d);
    SAME(+c);
    SAME(-u);
    SAME(~w);
    SAME(a + b);
    SAME(a - b * 3);
    SAME((a - b) * 3);
    SAME(a * c);
    SAME(i + u);
    SAME(i - n - 1);
    SAME(i - (n - 1));
    SAME(l + u);
    SAME(l * 2 + w);
    SAME(u * u + 7u);
    SAME(w - 0x10 * u);
    SAME(i / 7);
    SAME(i % 7);
    SAME(i / -3);
    SAME(c % (b + 1));
    SAME(u / (d + 1));
    SAME(w / ((u | 1)));
    SAME(l % -5);
    SAME(i < n);
    SAME(i < u);
    SAME(a < b);
    SAME(a <= -1);
    SAME(l >= u);
    SAME(l > w);
    SAME(w >= 0);
    SAME(u > -1);
    SAME(c == d);
    SAME(n != 0);
    SAME(i < n == n < i);
    SAME(i < n && n < 100 || !(u == 3));
    SAME(i & 12 | n ^ b & ~3);
    SAME(i & 1 == 1);
    SAME(u >> 3);
    SAME(i >> 2);
    SAME(a >> 1);
    SAME(w >> s.x);
    SAME(u << 1 + 2);
    SAME(b << t[0]);
    SAME(n > 0 ? i : u);
    SAME(n > 0 ? a : l);
    SAME(n > 0 ? i : n < 0 ? -i : 0);
    SAME(i == 0 ? 1 : 2 + 3);
    SAME((unsigned char)i);
    SAME((signed char)c + 1);
    SAME((short)i);
    SAME((unsigned short int)i);
    SAME((unsigned)i / 2);
    SAME((unsigned long)i);
    SAME((long long)u - 1);
    SAME((int)w);
    SAME((uint8_t)i + (int64_t)u);
    SAME((size_t)n);
    SAME((_Bool)i);
    SAME((_Bool)i + (_Bool)256);
    SAME(-(long)u);
    SAME((long)u * l + s.x);
    SAME(s.x - t[0]);
    SAME(s.x - t[0]);
    SAME(2147483647);
    SAME(2147483648);
    SAME(0x7fffffff);
    SAME(0x80000000);
    SAME(037777777777);
    SAME(0xffffffffffffffff);
    SAME(5u);
    SAME(5l);
    SAME(5uLL);
    SAME(4294967296u);
    SAME(0b101 + 010);
    SAME('a' + '\n' + '\0' + '\x41' + '\\' + '\'' + '\377');
    SAME(-2147483647 - 1);
    SAME(1 ? 2 : 3u);
  }
}
END_TEST
#pragma GCC diagnostic pop

static bool holds(const char *text) {
  az_expression *e = parse(text);
  az_term t = az_expression_truth(e, &state);
  ck_assert(az_is_const(store, t));
  az_expression_free(e);
  return az_is_true(store, t);
}

START_TEST(pointers) {
  for (uint64_t object = 0; object < 2; object++)
    for (uint64_t offset = 0; offset < 2; offset++) {
      values[11] = az_bv(store, AZ_OBJECT_BITS, object), values[12] = az_bv(store, 64, offset);
      values[13] = az_bv(store, AZ_OBJECT_BITS, 1), values[14] = az_bv(store, 64, 0);
      bool null = !object && !offset, same = object == 1 && offset == 0;
      ck_assert(holds("p == 0") == null && holds("0 != p") == !null);
      ck_assert(holds("p == NULL") == null && holds("p != (void *)0") == !null);
      ck_assert(holds("p") == !null && holds("!p") == null && holds("p && q") == !null);
      ck_assert(holds("p == q") == same && holds("q != p") == !same);
      ck_assert(holds("offset(p) == 0 || offset( p ) == 1"));
      ck_assert(holds("(p ? p : q) == q") == (null || same));
      ck_assert(holds("(p ? p : NULL) == 0") == null);
      ck_assert(holds("true && !false"));
    }
}
END_TEST

static void check_error(const char *text, az_status status, int column, const char *words) {
  az_error err = {.status = AZ_OK};
  ck_assert_msg(!az_expression_parse(&context, 0, text, &err), "%s: parsed", text);
  char where[32];
  snprintf(where, sizeof where, "column %d: ", column);
  ck_assert_msg(err.status == status && strstr(err.message, where) && strstr(err.message, words),
                "%s: %s", text, err.message);
}

START_TEST(errors) {
  check_error("", AZ_ERR_INPUT, 1, "not complete");
  check_error("i +", AZ_ERR_INPUT, 4, "not complete");
  check_error("i + * n", AZ_ERR_INPUT, 5, "a name or a number");
  check_error("(i + n", AZ_ERR_INPUT, 7, "')' is missing");
  check_error("i n", AZ_ERR_INPUT, 3, "operator");
  check_error("i = n", AZ_ERR_INPUT, 3, "operator");
  check_error("i ? n", AZ_ERR_INPUT, 6, "':' is missing");
  check_error("12ab", AZ_ERR_INPUT, 1, "not a number");
  check_error("0x", AZ_ERR_INPUT, 1, "not a number");
  check_error("089", AZ_ERR_INPUT, 1, "not a number");
  check_error("i + 1.5", AZ_ERR_INPUT, 6, "floating-point");
  check_error("18446744073709551616", AZ_ERR_INPUT, 1, "too large");
  check_error("i == 'ab'", AZ_ERR_INPUT, 6, "character");
  check_error("i / 0", AZ_ERR_INPUT, 3, "division by zero");
  check_error("i % (3 - 3)", AZ_ERR_INPUT, 3, "division by zero");
  check_error("i << 32", AZ_ERR_INPUT, 3, "shift");
  check_error("a >> -1", AZ_ERR_INPUT, 3, "shift");
  check_error("p + 1", AZ_ERR_INPUT, 3, "offset(p)");
  check_error("p < q", AZ_ERR_INPUT, 3, "offset(p)");
  check_error("p == 1", AZ_ERR_INPUT, 3, "a pointer is compared with a number");
  check_error("(long)p", AZ_ERR_INPUT, 1, "converted to a number");
  check_error("(void *)i", AZ_ERR_INPUT, 1, "only 0");
  check_error("there + 1", AZ_ERR_UNSUPPORTED, 1, "main.1 has no variable 'there'");
  check_error("i + s.y", AZ_ERR_UNSUPPORTED, 5, "'s.y'");
  check_error("i + t[1]", AZ_ERR_UNSUPPORTED, 5, "'t[1]'");
  check_error("offset(r) > 0", AZ_ERR_UNSUPPORTED, 1, "'offset(r)'");
  check_error("p->next == 0", AZ_ERR_UNSUPPORTED, 1, "'p->next'");
  check_error("f > i", AZ_ERR_UNSUPPORTED, 1, "a float");
  check_error("arr", AZ_ERR_UNSUPPORTED, 1, "an array");
  /* An error of the text is one at every view. */
  check_error("there +", AZ_ERR_INPUT, 8, "not complete");
  check_error("nowhere / 0", AZ_ERR_INPUT, 9, "division by zero");
  char deep[1000];
  memset(deep, '(', sizeof deep - 1);
  deep[sizeof deep - 1] = 0;
  check_error(deep, AZ_ERR_INPUT, 201, "too deeply");
}
END_TEST

static void check_linear(const char *text, const az_linear *expected, size_t terms,
                         int64_t constant) {
  az_expression *e = parse(text);
  az_linear *sum;
  int64_t found;
  ck_assert_msg(az_expression_linear(e, &sum, &found), "%s", text);
  ck_assert_msg(found == constant && arrlenu(sum) == terms, "%s: %lld", text, (long long)found);
  for (size_t i = 0; i < terms; i++)
    ck_assert(sum[i].var == expected[i].var && sum[i].coefficient == expected[i].coefficient);
  arrfree(sum);
  az_expression_free(e);
}
#define LINEAR(text, constant, ...)                                                                \
  check_linear(text, (const az_linear[]){__VA_ARGS__},                                             \
               sizeof(const az_linear[]){__VA_ARGS__} / sizeof(az_linear), constant)

START_TEST(linear_forms) {
  LINEAR("i + 2*n - u", 0, {I, 1}, {N, 2}, {U, -1});
  LINEAR("-(i - 3) * 4 + i", 12, {I, -3});
  LINEAR("2 * (i + n) - (n << 3) + 'a'", 97, {I, 2}, {N, -6});
  LINEAR("i - i + s.x", 0, {SX, 1});
  LINEAR("(long)i - (unsigned char)b", 0, {I, 1}, {B, -1});
  LINEAR("4294967295u - w", 4294967295, {W, -1});
  LINEAR("2147483647 * i - 2147483647 * n - n", 0, {I, INT32_MAX}, {N, INT32_MIN});
  check_linear("5 - 2", NULL, 0, 3);
  check_linear("-9223372036854775807 - 1", NULL, 0, INT64_MIN);
  const char *const not[] = {"i * n",
                             "i / 2",
                             "i < n",
                             "!i",
                             "i & 1",
                             "n ? i : n",
                             "2147483648 * i",
                             "(char)i",
                             "(unsigned)i",
                             "i << n",
                             "p",
                             "2147483647 * i * 2147483647 * 2147483647 * 2147483647"};
  for (size_t k = 0; k < sizeof not/ sizeof *not; k++) {
    az_expression *e = parse(not[k]);
    az_linear *sum;
    int64_t constant;
    ck_assert_msg(!az_expression_linear(e, &sum, &constant), "%s", not[k]);
    ck_assert_ptr_null(sum);
    az_expression_free(e);
  }
}
END_TEST

int main(void) {
  Suite *suite = suite_create("expression");
  TCase *test = tcase_create("expressions");
  tcase_add_checked_fixture(test, setup, teardown);
  tcase_add_test(test, as_in_c);
  tcase_add_test(test, pointers);
  tcase_add_test(test, errors);
  tcase_add_test(test, linear_forms);
  suite_add_tcase(suite, test);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
