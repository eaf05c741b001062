/* For tests of domains: integer variables of all widths and signs at one view of a hand-made
 * context, states of constants (so that every claim folds to true or false), and domains opened by
 * their JSON. */
#ifndef TEST_DOMAIN_ROWS_H
#define TEST_DOMAIN_ROWS_H

#include "ansatz/domain.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t widths[] = {8, 16, 31, 32, 33, 63, 64};
enum { WIDTHS = sizeof widths / sizeof *widths, VARS = 4 * WIDTHS };

static az_store *store;
static az_registry *registry;
static az_tvar vars[VARS]; /* of each width: u, v unsigned, s, t signed */
static az_domain_context context;
static az_domain domain;
static az_desc *desc;
static uint64_t seed = 2024;

static inline uint64_t random_bits(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed ^ seed >> 29;
}

static inline void setup(void) {
  static char names[VARS][8];
  store = az_store_new();
  registry = az_registry_new(NULL);
  for (uint32_t i = 0; i < VARS; i++) {
    snprintf(names[i], sizeof names[i], "%c%u", "uvst"[i % 4], widths[i / 4]);
    vars[i] = (az_tvar){.kind = AZ_TV_INT,
                        .name = names[i],
                        .bits = widths[i / 4],
                        .is_signed = i % 4 > 1,
                        .changes = true,
                        .object = AZ_NONE,
                        .at = i};
  }
  static const az_view view = {.kind = AZ_CUTPOINT_LOOP, .name = "main.1"};
  context = (az_domain_context){.store = store,
                                .views = &view,
                                .view_count = 1,
                                .vars = vars,
                                .var_count = VARS,
                                .registry = registry};
}

static inline void teardown(void) {
  az_registry_free(registry);
  az_store_free(store);
}

/* Fails the test where `says` is NULL, else that must be in the message. */
static inline void open_domain(const char *name, const char *options, const char *says) {
  char json[1024];
  az_error err = {.status = AZ_OK};
  snprintf(json, sizeof json, "{\"module\":\"%s\",\"kind\":\"domain\",\"options\":%s}", name,
           options);
  desc = az_desc_from_json(registry, json, &err);
  ck_assert_msg(desc != NULL || says, "%s", err.message);
  domain = (az_domain){0};
  az_status status = desc ? az_domain_open(&context, desc, &domain, &err) : err.status;
  if (says)
    ck_assert_msg(status != AZ_OK && strstr(err.message, says), "%s", err.message);
  else
    ck_assert_msg(status == AZ_OK, "%s", err.message);
}

static inline void close_domain(void) {
  az_domain_close(&domain);
  az_desc_free(desc);
}

static inline az_wide least_of(const az_tvar *v) {
  return v->is_signed ? -((az_wide)1 << (v->bits - 1)) : 0;
}
static inline az_wide greatest_of(const az_tvar *v) {
  return least_of(v) + (((az_wide)1 << v->bits) - 1);
}

/* Limits, their neighbours, small numbers, anything. */
static inline az_wide some_value(const az_tvar *v) {
  az_wide least = least_of(v), greatest = greatest_of(v), x;
  switch (random_bits() % 6) {
  case 0: return least;
  case 1: return greatest;
  case 2: x = least + 1; break;
  case 3: x = greatest - 1; break;
  case 4: x = (az_wide)(random_bits() % 5) - 2; break;
  default: x = least + (az_wide)(random_bits() >> (64 - v->bits));
  }
  return x < least ? least : x > greatest ? greatest : x;
}

static inline az_term constant_of(const az_tvar *v, az_wide x) {
  return az_bv_wide(store, v->bits, x);
}

static inline az_term same_term(void *ctx, az_term t) {
  (void)ctx;
  return t;
}
static const az_model constants = {.value = same_term}; /* of states of constants */

static inline bool claimed(uint32_t row, const void *value, const az_state *state) {
  az_term t = domain.ops->claim(domain.self, row, value, state);
  ck_assert(az_is_const(store, t));
  return az_is_true(store, t);
}

/* The row that prints as `text` once it holds in `state`; AZ_NONE: none. */
static inline uint32_t row_named(const char *text, const az_state *state) {
  for (uint32_t r = 0; r < domain.ops->row_count(domain.self); r++) {
    void *value = domain.ops->value_new(domain.self);
    domain.ops->improve(domain.self, r, value, &constants, state);
    char *printed = domain.ops->print(domain.self, r, value);
    bool found = printed && !strcmp(printed, text);
    free(printed);
    domain.ops->value_free(domain.self, value);
    if (found) return r;
  }
  return AZ_NONE;
}

static inline int run_suite(const char *name, const TTest *const *tests, size_t count) {
  Suite *suite = suite_create(name);
  TCase *tcase = tcase_create(name);
  tcase_add_checked_fixture(tcase, setup, teardown);
  tcase_set_timeout(tcase, 100);
  for (size_t i = 0; i < count; i++) tcase_add_test(tcase, tests[i]);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}

#endif
