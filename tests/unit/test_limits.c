/* The tables of limits, shares of time and switches: defaults, settings, errors, hits. */
#include "ansatz/limits.h"
#include "ansatz/switches.h"
#include <check.h>
#include <stdlib.h>
#include <string.h>

static az_error err;

static void refused(az_status status, const char *message) {
  ck_assert_int_eq(status, AZ_ERR_INPUT);
  ck_assert_msg(strstr(err.message, message), "%s", err.message);
  err = (az_error){.status = AZ_OK};
}

START_TEST(table_and_struct_agree) {
  az_limits l = az_limits_default();
  size_t count;
  const az_limit_entry *table = az_limits_table(&count);
  ck_assert_uint_gt(count, AZ_LIMITS);
  ck_assert_str_eq(table[AZ_LIMIT_instances].name, "instances");
  for (size_t i = 0; i < count; i++) {
    const az_limit_entry *e = &table[i];
    ck_assert_msg(e->least <= e->initial && e->initial <= e->greatest, "%s", e->name);
    ck_assert_msg(*e->text && *e->source, "%s", e->name);
    ck_assert_int_eq(e->is_share, i >= AZ_LIMITS);
    for (size_t k = 0; k < i; k++) ck_assert_str_ne(e->name, table[k].name);
    if (i < AZ_LIMITS) ck_assert_uint_eq(az_limits_value(&l, (az_limit)i), (uint64_t)e->initial);
    ck_assert_int_eq(az_limits_set(&l, e->name, e->least, &err), AZ_OK);
    if (i < AZ_LIMITS) ck_assert_uint_eq(az_limits_value(&l, (az_limit)i), (uint64_t)e->least);
    ck_assert_int_eq(az_limits_set(&l, e->name, e->greatest, &err), AZ_OK);
    refused(az_limits_set(&l, e->name, e->greatest + 1, &err), e->name);
    refused(az_limits_set(&l, e->name, e->least - 1, &err), e->name);
  }
}
END_TEST

START_TEST(limits_are_set) {
  az_limits l = az_limits_default();
  ck_assert_uint_eq(l.instances, 96);
  ck_assert_int_eq(az_limits_set(&l, "instances", 200, &err), AZ_OK);
  ck_assert_int_eq(az_limits_parse(&l, "base_slice=0.25", &err), AZ_OK);
  ck_assert_uint_eq(l.instances, 200);
  ck_assert(l.base_slice == 0.25);
  refused(az_limits_set(&l, "instnaces", 1, &err), "did you mean 'instances'?");
  refused(az_limits_set(&l, "nothing_of_this_kind", 1, &err), "'ansatz limits' lists them");
  refused(az_limits_set(&l, "instances", 1.5, &err), "whole number from 0 to 1000000, got 1.5");
  refused(az_limits_set(&l, "instances", strtod("nan", NULL), &err), "whole number");
  refused(az_limits_set(&l, "base_slice", 2, &err), "a number from 0.001 to 1, got 2");
  refused(az_limits_parse(&l, "instances", &err), "NAME=VALUE");
  refused(az_limits_parse(&l, "=3", &err), "NAME=VALUE");
  refused(az_limits_parse(&l, "instances=", &err), "takes a number");
  refused(az_limits_parse(&l, "instances=3x", &err), "takes a number");
  ck_assert_uint_eq(l.instances, 200);
}
END_TEST

START_TEST(hits_are_counted) {
  az_limits l = az_limits_default(), other = az_limits_default();
  char text[64];
  ck_assert(!az_limits_met(&l, text, sizeof text));
  l.samples = 2;
  ck_assert(az_limits_room(&l, AZ_LIMIT_samples, 1));
  ck_assert_uint_eq(l.hits[AZ_LIMIT_samples], 0);
  ck_assert(!az_limits_room(&l, AZ_LIMIT_samples, 2));
  ck_assert(!az_limits_room(&l, AZ_LIMIT_samples, 3));
  az_limits_hit(&other, AZ_LIMIT_instances);
  az_limits_add_hits(&l, &other);
  ck_assert(az_limits_met(&l, text, sizeof text));
  ck_assert_str_eq(text, "instances (96), samples (2)");
  ck_assert_uint_eq(l.hits[AZ_LIMIT_samples], 2);
  ck_assert(az_limits_met(&l, text, 8)); /* cut off, not beyond the end */
  ck_assert_uint_lt(strlen(text), 8);
}
END_TEST

START_TEST(null_is_the_default) {
  ck_assert_uint_eq(az_limits_or_default(NULL)->instances, 96);
  ck_assert(az_limits_room(NULL, AZ_LIMIT_instances, 95));
  ck_assert(!az_limits_room(NULL, AZ_LIMIT_instances, 96));
  az_limits_hit(NULL, AZ_LIMIT_instances);
  ck_assert(az_switches_or_default(NULL)->slicing);
}
END_TEST

START_TEST(switches_are_set) {
  const az_switches defaults = az_switches_default();
  az_switches s = defaults;
  size_t count;
  const az_switch_entry *table = az_switches_table(&count);
  for (size_t i = 0; i < count; i++) {
    const char *other = strchr(table[i].words, ' ') + 1;
    const char *initial = strndup(table[i].words, (size_t)(other - 1 - table[i].words));
    const char *last = strrchr(other, ' ') ? strrchr(other, ' ') + 1 : other;
    ck_assert_int_eq(az_switches_set(&s, table[i].name, last, &err), AZ_OK);
    ck_assert_mem_ne(&s, &defaults, sizeof s);
    ck_assert_int_eq(az_switches_set(&s, table[i].name, initial, &err), AZ_OK);
    free((char *)(uintptr_t)initial);
    ck_assert_mem_eq(&s, &defaults, sizeof s);
  }
  ck_assert_int_eq(az_switches_parse(&s, "slicing=off", &err), AZ_OK);
  ck_assert_int_eq(az_switches_parse(&s, "lockstep=on", &err), AZ_OK);
  ck_assert(!s.slicing && s.lockstep && s.incremental);
  refused(az_switches_parse(&s, "slicng=off", &err), "did you mean 'slicing'?");
  refused(az_switches_parse(&s, "slicing=maybe", &err), "is one of 'on off', got 'maybe'");
  refused(az_switches_parse(&s, "slicing", &err), "NAME=VALUE");
  ck_assert(!s.slicing);
}
END_TEST

int main(void) {
  Suite *s = suite_create("limits");
  TCase *c = tcase_create("limits");
  tcase_add_test(c, table_and_struct_agree);
  tcase_add_test(c, limits_are_set);
  tcase_add_test(c, hits_are_counted);
  tcase_add_test(c, null_is_the_default);
  tcase_add_test(c, switches_are_set);
  suite_add_tcase(s, c);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
