/* Paths on a hand-made context: which views the rows of sympath and of guarded heap rows are at. */
#include "domain_rows.h"

enum { VIEWS = 2, PATHS = 8 };

/* Two loops before main.1: views by one, by two, and by the farther one alone. */
#define CASE(loops, whole)                                                                         \
  {.of = 1, .name = "case", .by = "trace_partitions", .group = whole ? loops : 0, .depth = loops}
static const az_view views[VIEWS + PATHS] = {
    {.name = "main.0", .of = 0},
    {.name = "main.1", .of = 1},
    CASE(1, true),
    CASE(1, true),
    CASE(2, true),
    CASE(2, true),
    CASE(2, true),
    CASE(2, true),
    CASE(1, false),
    CASE(1, false),
};
static az_tvar two[4];
static const uint32_t none[] = {UINT32_MAX}, second[] = {3, UINT32_MAX}, third[] = {2, UINT32_MAX};
static const uint32_t *const related[] = {none, none, second, third};

/* An integer at main.0, a pointer and two integers at main.1. */
static void context_of_paths(void) {
  two[0] = vars[12];
  two[1] = (az_tvar){.kind = AZ_TV_POINTER, .name = "p", .changes = true, .view = 1};
  two[2] = two[3] = vars[12];
  two[2].view = two[3].view = 1;
  two[2].at = 2;
  two[3].at = 3;
  context.views = views;
  context.view_count = VIEWS + PATHS;
  context.vars = two;
  context.var_count = 4;
  context.related = related;
}

static uint32_t rows_at(uint32_t view) {
  uint32_t n = 0;
  for (uint32_t r = 0; r < domain.ops->row_count(domain.self); r++)
    n += domain.ops->row(domain.self, r).view == view;
  return n;
}

START_TEST(rows_of_each_path) {
  for (uint32_t loops = 0; loops <= 2; loops++) {
    char options[128];
    context_of_paths();
    snprintf(options, sizeof options,
             "{\"loops\":%u,\"domain\":{\"module\":\"equality\",\"kind\":\"domain\","
             "\"options\":{\"zero\":false}}}",
             loops);
    open_domain("sympath", options, NULL);
    ck_assert_uint_eq(domain.ops->row_count(domain.self), 2u << loops);
    ck_assert_uint_eq(rows_at(1), loops ? 0 : 2);
    for (uint32_t i = 0; i < PATHS; i++)
      ck_assert_uint_eq(rows_at(VIEWS + i), loops && views[VIEWS + i].group == loops ? 2 : 0);
    close_domain();
  }
}
END_TEST

START_TEST(loops_without_paths) {
  context_of_paths();
  open_domain("sympath",
              "{\"domain\":{\"module\":\"interval\",\"kind\":\"domain\",\"options\":{}}}", NULL);
  ck_assert_uint_eq(rows_at(0), 2);
  ck_assert_uint_eq(rows_at(1), 0);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 + 4 * 4);
  close_domain();
}
END_TEST

START_TEST(guards_of_one_loop) {
  context_of_paths();
  open_domain("heap", "{\"guards\":true}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 5);
  ck_assert_uint_eq(rows_at(1), 1);
  for (uint32_t i = 0; i < PATHS; i++)
    ck_assert_uint_eq(rows_at(VIEWS + i), views[VIEWS + i].depth == 1);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {rows_of_each_path, loops_without_paths, guards_of_one_loop};
  return run_suite("sympath", tests, sizeof tests / sizeof *tests);
}
