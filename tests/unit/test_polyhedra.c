/* The template polyhedra helper: claims, expressions and joins against exact integers, for widths 1
 * to 64, signed, unsigned and mixed, at their limits; printing. States are constants, so that every
 * claim folds to true or false. */
#include "ansatz/polyhedra.h"
#include <check.h>
#include <stdlib.h>

static const uint32_t widths[] = {1, 4, 8, 16, 31, 32, 33, 63, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, VARS = 2 * WIDTHS };

static az_store *store;
static az_tvar vars[VARS];
static az_domain_context context;
static uint64_t seed = 12345;

static uint64_t bits(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed ^ seed >> 29;
}

static void setup(void) {
  store = az_store_new();
  for (uint32_t i = 0; i < VARS; i++)
    vars[i] = (az_tvar){.kind = AZ_TV_INT,
                        .name = i % 2 ? "s" : "u",
                        .bits = widths[i / 2],
                        .is_signed = i % 2,
                        .changes = true,
                        .at = i};
  static const az_view view = {.kind = AZ_CUTPOINT_LOOP, .name = "main.1"};
  context = (az_domain_context){
      .store = store, .views = &view, .view_count = 1, .vars = vars, .var_count = VARS};
}

static void teardown(void) {
  az_store_free(store);
}

static void limits(const az_tvar *v, az_wide *least, az_wide *greatest) {
  az_wide values = (az_wide)1 << v->bits;
  *least = v->is_signed ? -values / 2 : 0;
  *greatest = *least + values - 1;
}

/* Limits, their neighbours, small numbers, anything. */
static az_wide some_value(const az_tvar *v) {
  az_wide least, greatest, x;
  limits(v, &least, &greatest);
  switch (bits() % 6) {
  case 0: return least;
  case 1: return greatest;
  case 2: x = least + 1; break;
  case 3: x = greatest - 1; break;
  case 4: x = (az_wide)(bits() % 5) - 2; break;
  default: x = least + (az_wide)(bits() >> (64 - v->bits));
  }
  return x < least ? least : x > greatest ? greatest : x;
}

static az_term same(void *ctx, az_term t) {
  (void)ctx;
  return t;
}

static void check_row(const az_linear *sum, uint32_t terms) {
  az_polyhedra *p = az_polyhedra_new(&context);
  uint32_t row = az_polyhedra_add(p, sum, terms);
  const az_numeric_facet *numeric = &az_polyhedra_numeric;
  az_wide least, greatest, seen_least = 0, seen_greatest = 0;
  numeric->range(p, row, &least, &greatest);
  for (uint32_t i = 0; i < terms; i++) {
    az_wide a, b, c = sum[i].coefficient;
    limits(&vars[sum[i].var], &a, &b);
    seen_least += c > 0 ? c * a : c * b;
    seen_greatest += c > 0 ? c * b : c * a;
  }
  ck_assert(least == seen_least && greatest == seen_greatest);

  const az_model model = {.value = same};
  for (int round = 0; round < 40; round++) {
    az_term values[VARS] = {0};
    az_wide e = 0, found;
    for (uint32_t i = 0; i < terms; i++) {
      az_wide x = some_value(&vars[sum[i].var]);
      e += sum[i].coefficient * x;
      values[sum[i].var] = az_bv_wide(store, vars[sum[i].var].bits, x);
    }
    az_state state = {.view = 0, .values = values};
    az_term expression = numeric->expression(p, row, &state);
    ck_assert_uint_eq(az_sort_width(az_sort_of(store, expression)), numeric->width(p, row));
    ck_assert(az_const_wide(store, expression, true, &found) && found == e);

    void *value = az_polyhedra_value_new(p);
    ck_assert(az_is_false(store, az_polyhedra_claim(p, row, value, &state)));
    ck_assert(!numeric->bound(p, row, value, &found));
    ck_assert(az_polyhedra_improve(p, row, value, &model, &state));
    ck_assert(!az_polyhedra_improve(p, row, value, &model, &state));
    ck_assert(numeric->bound(p, row, value, &found) && found == e);
    ck_assert(az_is_true(store, az_polyhedra_claim(p, row, value, &state)));

    const az_wide candidates[] = {
        e - 1,        e,        e + 1,        least - 1,       least,
        greatest - 1, greatest, greatest + 1, (az_wide)bits(), -(az_wide)bits()};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
      numeric->set_bound(p, row, value, candidates[i]);
      az_term claim = az_polyhedra_claim(p, row, value, &state);
      ck_assert(e <= candidates[i] ? az_is_true(store, claim) : az_is_false(store, claim));
    }
    void *copy = az_polyhedra_value_copy(p, value);
    az_polyhedra_value_top(p, copy, row);
    ck_assert(az_is_true(store, az_polyhedra_claim(p, row, copy, &state)));
    ck_assert_ptr_null(az_polyhedra_print(p, row, copy));
    az_polyhedra_value_free(p, copy);
    az_polyhedra_value_free(p, value);
  }
  az_polyhedra_close(p);
}

START_TEST(one_variable) {
  const int32_t coefficients[] = {1, -1, 2, -3, INT32_MAX, INT32_MIN};
  for (uint32_t v = 0; v < VARS; v++)
    for (size_t c = 0; c < sizeof coefficients / sizeof *coefficients; c++)
      check_row(&(az_linear){v, coefficients[c]}, 1);
}
END_TEST

START_TEST(mixed_sums) {
  const int32_t coefficients[] = {1, -1, 3, -2, INT32_MIN};
  for (uint32_t x = 0; x < VARS; x++)
    for (uint32_t y = 0; y < VARS; y++)
      for (int k = 0; k < 3 && x != y; k++)
        check_row((az_linear[]){{x, coefficients[bits() % 5]}, {y, coefficients[bits() % 5]}}, 2);
  for (int k = 0; k < 200; k++) {
    uint32_t x = (uint32_t)(bits() % VARS), y = (x + 1) % VARS, z = (x + 5) % VARS;
    check_row((az_linear[]){{x, coefficients[bits() % 5]}, {y, coefficients[bits() % 5]}, {z, -1}},
              3);
  }
}
END_TEST

START_TEST(terms_are_merged) {
  az_polyhedra *p = az_polyhedra_new(&context);
  const az_linear *sum;
  uint32_t row = az_polyhedra_add(p, (az_linear[]){{3, 1}, {4, 2}, {3, 1}, {4, -2}}, 4);
  ck_assert_uint_eq(az_polyhedra_terms(p, row, &sum), 1);
  ck_assert_uint_eq(sum[0].var, 3);
  ck_assert_int_eq(sum[0].coefficient, 2);
  az_polyhedra_free(p);
}
END_TEST

/* One-variable claims mention the variable itself: no extension, no negation. */
START_TEST(claims_are_narrow) {
  az_polyhedra *p = az_polyhedra_new(&context);
  uint32_t v = 11, row = az_polyhedra_add(p, &(az_linear){v, -1}, 1); /* signed, 32 bits */
  ck_assert_uint_eq(vars[v].bits, 32);
  az_term values[VARS] = {0}, x = az_var(store, az_sort_bv(32), "x");
  values[v] = x;
  void *value = az_polyhedra_value_new(p);
  az_polyhedra_numeric.set_bound(p, row, value, 5);
  az_term claim = az_polyhedra_claim(p, row, value, &(az_state){.values = values});
  ck_assert_uint_eq(claim, az_bv_sle(store, az_bv_signed(store, 32, -5), x));
  az_polyhedra_value_free(p, value);
  az_polyhedra_free(p);
}
END_TEST

static void check_print(const az_linear *sum, uint32_t terms, az_wide bound, const char *expected) {
  az_polyhedra *p = az_polyhedra_new(&context);
  uint32_t row = az_polyhedra_add(p, sum, terms);
  void *value = az_polyhedra_value_new(p);
  char *text = az_polyhedra_print(p, row, value);
  ck_assert_str_eq(text, "false");
  free(text);
  az_polyhedra_numeric.set_bound(p, row, value, bound);
  text = az_polyhedra_print(p, row, value);
  ck_assert_ptr_nonnull(text);
  ck_assert_str_eq(text, expected);
  free(text);
  az_polyhedra_value_free(p, value);
  az_polyhedra_free(p);
}

START_TEST(printing) {
  vars[11].name = "i", vars[9].name = "j", vars[16].name = "n";
  check_print((az_linear[]){{11, 1}}, 1, 10, "i <= 10");
  check_print((az_linear[]){{11, -1}}, 1, 5, "i >= -5");
  check_print((az_linear[]){{11, -1}}, 1, -5, "i >= 5");
  check_print((az_linear[]){{11, 1}, {9, -1}}, 2, 3, "i - j <= 3");
  check_print((az_linear[]){{11, -1}, {9, 1}}, 2, 3, "i - j >= -3");
  check_print((az_linear[]){{11, -1}, {9, -1}}, 2, 0, "i + j >= 0");
  check_print((az_linear[]){{11, 2}, {9, -3}, {16, 1}}, 3, -7, "2*i - 3*j + n <= -7");
  check_print((az_linear[]){{16, 1}}, 1, ((az_wide)1 << 64) - 2, "n <= 18446744073709551614u");
}
END_TEST

int main(void) {
  Suite *suite = suite_create("polyhedra");
  TCase *test = tcase_create("rows");
  tcase_set_timeout(test, 60);
  tcase_add_checked_fixture(test, setup, teardown);
  tcase_add_test(test, one_variable);
  tcase_add_test(test, mixed_sums);
  tcase_add_test(test, terms_are_merged);
  tcase_add_test(test, claims_are_narrow);
  tcase_add_test(test, printing);
  suite_add_tcase(suite, test);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
