/* The order of floats as numbers: as the host compares, with NaN behind infinity. */
#include "ansatz/float_order.h"
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float special[] = {0.f,      -0.f,       1.f,       -1.f,    0.1f,
                                1e-45f,   -1e-45f,    1.17e-38f, 3.4e38f, -INFINITY,
                                INFINITY, 16777216.f, NAN};
enum { COUNT = sizeof special / sizeof *special };

static az_term constant(az_store *s, float x) {
  uint32_t word;
  memcpy(&word, &x, sizeof word);
  const uint64_t limb = word;
  return az_float_bits(s, az_sort_float(8, 24), &limb);
}

static az_wide place(az_store *s, float x) {
  az_wide at = 0;
  ck_assert(az_const_wide(s, az_float_place(s, constant(s, x)), true, &at));
  return at;
}

START_TEST(order) {
  az_store *s = az_store_new();
  az_wide least, greatest;
  az_float_order_range(32, &least, &greatest);
  for (int i = 0; i < COUNT; i++)
    for (int k = 0; k < COUNT; k++) {
      const float x = special[i], y = special[k];
      const az_wide at = place(s, x), other = place(s, y);
      ck_assert(at >= least && at <= greatest && (at == greatest) == !!isnan(x));
      if (isnan(x) || isnan(y)) continue;
      ck_assert((at < other) == (x < y) && (at == other) == (x == y));
      ck_assert(az_float_at_place(s, 32, at) == constant(s, x == 0 ? 0.f : x));
      ck_assert(place(s, nextafterf(x, INFINITY)) == at + (x < INFINITY));
    }
  ck_assert(az_float_at_place(s, 32, greatest - 1) == constant(s, INFINITY));
  ck_assert(az_float_at_place(s, 32, greatest) == constant(s, NAN));
  az_store_free(s);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("float_order");
  TCase *c = tcase_create("order");
  tcase_add_test(c, order);
  suite_add_tcase(suite, c);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
