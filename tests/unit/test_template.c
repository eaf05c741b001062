/* Rows of a template in Lua against what they are by definition, for widths 8 to 64, signed and
 * unsigned, at their limits: after each joined state a row claims the least set of its form that
 * has all states so far, and its text read as C says the same. Mistakes name the file and row. */
#include "domain_rows.h"
#include "ansatz/expression.h"
#include <unistd.h>

enum { BOUND, CONSTANT, MODULO, BY, VALUES, PREDICATE, ROWS, STATES = 40, MOST = 3 };

static char file[] = "/tmp/ansatz-template-XXXXXX";

/* A file with these rows; `says` as for open_domain. */
static void open_rows(const char *rows, const char *says) {
  char options[200];
  strcpy(file, "/tmp/ansatz-template-XXXXXX");
  FILE *out = fdopen(mkstemp(file), "w");
  fprintf(out, "return function(loop) %s end\n", rows);
  fclose(out);
  snprintf(options, sizeof options, "{\"file\":\"%s\"}", file);
  open_domain("template", options, says);
  unlink(file);
}

typedef struct point {
  az_wide x, y;
} point;

static az_wide gcd(az_wide a, az_wide b) {
  return b ? gcd(b, a % b) : a < 0 ? -a : a;
}

static bool guard(int kind, point p) {
  return kind == BOUND || kind == VALUES || kind == PREDICATE ? p.x > p.y : true;
}

/* Does the least row of this kind that has the points have this one, too? */
static bool expected(int kind, const point *seen, int count, point p) {
  az_wide most = 0, modulus = kind == BY ? 12 : 0, first = 0, number = 0;
  int guarded = 0, different = 0;
  bool odd = true, is_seen = false;
  if (!count) return false;
  if (!guard(kind, p)) return true;
  for (int i = 0; i < count; i++) {
    if (!guard(kind, seen[i])) continue;
    bool again = false;
    for (int k = 0; k < i; k++) again |= guard(kind, seen[k]) && seen[k].x == seen[i].x;
    different += !again;
    is_seen |= seen[i].x == p.x;
    odd &= seen[i].x % 2 != 0;
    number = kind == BOUND ? seen[i].x - 2 * seen[i].y : seen[i].x - seen[i].y;
    if (!guarded++) first = most = number;
    if (number > most) most = number;
    modulus = gcd(modulus, number - first);
  }
  number = p.x - p.y - first;
  switch (kind) {
  case BOUND: return guarded && p.x - 2 * p.y <= most;
  case CONSTANT: return modulus || !number; /* two numbers: no claim */
  case MODULO:
  case BY: return modulus ? number % modulus == 0 : !number;
  case VALUES: return guarded && (different > MOST || is_seen);
  default: return guarded && (!odd || p.x % 2 != 0);
  }
}

static void check_text(uint32_t row, const void *value, const az_state *state, bool holds) {
  char *text = domain.ops->print(domain.self, row, value);
  az_error err = {.status = AZ_OK};
  bool long_number = text && strstr(text, "__int128");
  az_expression *e = text && !long_number ? az_expression_parse(&context, 0, text, &err) : NULL;
  ck_assert_msg(!text || e || long_number, "%s", err.message);
  if (e) {
    az_term truth = az_expression_truth(e, state);
    ck_assert_msg(holds ? az_is_true(store, truth) : az_is_false(store, truth), "%s", text);
  }
  if (!text) ck_assert(holds);
  az_expression_free(e);
  free(text);
}

/* Rows have the numbers of their kinds: bounds come first, then the others in their order. */
static void check_row(int kind, uint32_t x, uint32_t y) {
  az_term terms[VARS] = {0};
  az_state state = {.view = 0, .values = terms};
  void *value = domain.ops->value_new(domain.self);
  point seen[STATES];
  int count = 0;
  uint32_t row = (uint32_t)kind;
  for (int round = 0; round < STATES; round++) {
    point p = {some_value(&vars[x]), some_value(&vars[y])};
    if (kind == PREDICATE && round < STATES / 2 && p.x % 2 == 0) p.x = 1;
    if ((kind == VALUES && round < STATES / 2) || round % 5 == 4) p.x = round % 3 + 1, p.y = 0;
    terms[x] = constant_of(&vars[x], p.x), terms[y] = constant_of(&vars[y], p.y);
    bool holds = expected(kind, seen, count, p);
    ck_assert_msg(claimed(row, value, &state) == holds, "kind %d, round %d", kind, round);
    /* Sums are numbers of mathematics; in C they can wrap. */
    bool small = p.x < 30 && p.y < 30 && p.x >= 0 && p.y >= 0;
    if (kind >= VALUES || (small && vars[x].is_signed)) check_text(row, value, &state, holds);
    if (round % 3 == 2) continue; /* looked at only */
    if (!holds) ck_assert(domain.ops->improve(domain.self, row, value, &constants, &state));
    if (!holds) seen[count++] = p;
    ck_assert(claimed(row, value, &state));
    for (int i = 0; i < count; i++) {
      terms[x] = constant_of(&vars[x], seen[i].x), terms[y] = constant_of(&vars[y], seen[i].y);
      ck_assert_msg(claimed(row, value, &state), "kind %d lost a state", kind);
    }
  }
  domain.ops->value_top(domain.self, value, row);
  ck_assert(claimed(row, value, &state));
  domain.ops->value_free(domain.self, value);
}

START_TEST(rows) {
  for (uint32_t x = 0; x < VARS; x += 2) { /* u and v, s and t */
    char text[600];
    const char *a = vars[x].name, *b = vars[x + 1].name;
    snprintf(text, sizeof text,
             "return { { bound = '%s - 2*%s', when = '%s > %s' }, { constant = '%s - %s' },"
             "{ modulo = '%s - %s' }, { modulo = '%s - %s', by = 12 },"
             "{ values = '%s', most = %d, when = '%s > %s' },"
             "{ predicate = '%s %% N != 0', with = { N = { 2 } }, when = '%s > %s' } }",
             a, b, a, b, a, b, a, b, a, b, a, MOST, a, b, a, a, b);
    open_rows(text, NULL);
    ck_assert_uint_eq(domain.ops->row_count(domain.self), ROWS);
    for (int kind = 0; kind < ROWS; kind++)
      for (int again = 0; again < 4; again++) check_row(kind, x, x + 1);
    close_domain();
  }
}
END_TEST

/* A bound without a guard is a row of template polyhedra; one that C computes is not a sum. */
START_TEST(bounds) {
  open_rows("return { { bound = 'u8' }, { bound = '-u8 + s16' }, { bound = 'u8 & 3' } }", NULL);
  const az_numeric_facet *numeric = az_domain_facets(&domain).numeric;
  ck_assert(numeric != NULL);
  static const az_wide ranges[][2] = {{0, 255}, {-32768 - 255, 32767}, {INT32_MIN, INT32_MAX}};
  for (uint32_t r = 0; r < 3; r++) {
    az_wide least, greatest;
    numeric->range(domain.self, r, &least, &greatest);
    ck_assert(least == ranges[r][0] && greatest == ranges[r][1]);
  }
  close_domain();
}
END_TEST

START_TEST(choices) {
  open_rows("return { { predicate = 'u8 % A != B', with = { A = { 3, 5 }, B = { 1, 2 } } },"
            "{ predicate = 'u8 % 3 != 1' } }",
            NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 4);
  close_domain();
}
END_TEST

START_TEST(mistakes) {
  static const char *const cases[][2] = {
      {"return 1", "the function returns no list of rows"},
      {"return { 1 }", "row 1 of main.1: a row is a table"},
      {"return { { bound = 'u8' }, {} }", "row 2 of main.1: it has none of 'bound'"},
      {"return { { bound = 'u8', values = 'u8' } }", "'bound' beside 'values'"},
      {"return { { bounds = 'u8' } }", "'bounds' is not a field of a row"},
      {"return { { 'u8' } }", "'an item without a name' is not a field of a row"},
      {"return { { bound = 'nobody' } }", "row 1 of main.1: 'nobody', column 1: main.1 has no"},
      {"return { { bound = 'u8 +' } }", "row 1 of main.1"},
      {"return { { bound = '7' } }", "it contains no variable"},
      {"return { { bound = 8 } }", "'bound' is not a text"},
      {"return { { values = 'u8', most = 1000 } }", "'most' is not a whole number from 1 to 64"},
      {"return { { modulo = 'u8', by = 1 } }", "'by' is not a whole number from 2"},
      {"return { { bound = 'N', with = { N = {} } } }", "a name without numbers"},
      {"return { { bound = { 5 } } }", "a condition is one of those given"},
      {"os.exit(0)", "global 'os'"},
      {"while true do end", "it takes too long"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    open_rows(cases[i][0], cases[i][1]);
    close_domain();
  }
}
END_TEST

int main(void) {
  const TTest *const tests[] = {rows, bounds, choices, mistakes};
  return run_suite("template", tests, sizeof tests / sizeof *tests);
}
