/* Which rows the template polyhedra get: from text, from families, from what a program says. The
 * domain affine shares them (test_affine.c). */
#include "ansatz/polyhedra.h"
#include "ansatz/expression.h"
#include "domain_rows.h"

/* Two loops: main.0 with i j n (constant) u c (8 bits) s.x s.y, and main.1 with i j. */
enum { I, J, N, U, C, SX, SY, I1, J1, COUNT };
static const az_view two[] = {{.kind = AZ_CUTPOINT_LOOP, .name = "main.0"},
                              {.kind = AZ_CUTPOINT_LOOP, .name = "main.1"}};
static const az_tvar some[COUNT] = {
#define INT(text, width, sign, changing, number)                                                   \
  {.kind = AZ_TV_INT,                                                                              \
   .name = text,                                                                                   \
   .bits = width,                                                                                  \
   .is_signed = sign,                                                                              \
   .changes = changing,                                                                            \
   .type = width == 8 ? 1                                                                          \
           : sign     ? 2                                                                          \
                      : 3,                                                                             \
   .at = number}
    [I] = INT("i", 32, true, true, 0),
    [J] = INT("j", 32, true, true, 1),
    [N] = INT("n", 32, true, false, 2),
    [U] = INT("u", 32, false, true, 3),
    [C] = INT("c", 8, true, true, 4),
    [SX] = INT("s.x", 32, true, true, 5),
    [SY] = INT("s.y", 32, true, true, 6),
    [I1] = {AZ_TV_INT, 1, "i", .type = 2, .bits = 32, .is_signed = true, .changes = true, .at = 0},
    [J1] = {AZ_TV_INT, 1, "j", .type = 2, .bits = 32, .is_signed = true, .changes = true, .at = 1},
};
static az_type_info types[] = {{.name = "void"},
                               {.kind = AZ_T_INT, .name = "char"},
                               {.kind = AZ_T_INT, .name = "int"},
                               {.kind = AZ_T_INT, .name = "unsigned int"}};
static az_program program = {.pointer_bits = 64, .types = types, .type_count = 4};
static az_domain_context loops;

static void two_loops(void) {
  loops = (az_domain_context){.store = store,
                              .program = &program,
                              .views = two,
                              .view_count = 2,
                              .vars = some,
                              .var_count = COUNT,
                              .registry = registry};
}

/* The rows as text: "i - j, -i + j". Those of main.1 have a '. */
static const char *rows_of(const az_polyhedra *p) {
  static char text[20000];
  char *at = text;
  *at = 0;
  for (uint32_t r = 0; r < az_polyhedra_row_count((void *)(uintptr_t)p); r++) {
    const az_linear *sum;
    uint32_t n = az_polyhedra_terms(p, r, &sum);
    if (r) at += sprintf(at, ", ");
    for (uint32_t i = 0; i < n; i++) {
      int32_t c = sum[i].coefficient, size = abs(c);
      at += sprintf(at, "%s", i ? c < 0 ? " - " : " + " : c < 0 ? "-" : "");
      if (size != 1) at += sprintf(at, "%d*", size);
      at += sprintf(at, "%s%s", some[sum[i].var].name, some[sum[i].var].view ? "'" : "");
    }
  }
  return text;
}

static void check_text(const char *text, const char *expected) {
  az_polyhedra *p = az_polyhedra_new(&loops);
  az_error err = {.status = AZ_OK};
  uint32_t rows;
  ck_assert_msg(!az_polyhedra_add_text(p, text, &rows, &err), "%s: %s", text, err.message);
  ck_assert_msg(!strcmp(rows_of(p), expected), "'%s' gives: %s", text, rows_of(p));
  ck_assert_uint_eq(rows, az_polyhedra_row_count(p));
  az_polyhedra_free(p);
}

static void check_wrong(const char *text, const char *says) {
  az_polyhedra *p = az_polyhedra_new(&loops);
  az_error err = {.status = AZ_OK};
  uint32_t rows;
  ck_assert_msg(az_polyhedra_add_text(p, text, &rows, &err) == AZ_ERR_INPUT, "%s", text);
  ck_assert_msg(strstr(err.message, says), "'%s': %s", text, err.message);
  az_polyhedra_free(p);
}

START_TEST(texts) {
  two_loops();
  check_text("i + 2*j - n", "i + 2*j - n, -i - 2*j + n");
  check_text("i - j", "i - j, -i + j, i' - j', -i' + j'");
  check_text("i - j; loop main.1", "i' - j', -i' + j'");
  check_text("i - j; loop *.1", "i' - j', -i' + j'");
  check_text("i - j; loop other", "");
  check_text("2*(i - s.x) + 4*n", "i - s.x + 2*n, -i + s.x - 2*n");
  check_text("i + 3 <= 2*n", "i - 2*n");
  check_text("i >= n", "-i + n");
  check_text("i < n", "i - n");
  check_text("3*i == u", "3*i - u, -3*i + u");
  check_text("i << 2 <= u", "4*i - u");
}
END_TEST

START_TEST(stars) {
  two_loops();
  check_text("s.* - n", "s.x - n, -s.x + n, s.y - n, -s.y + n");
  check_text("s.* + s.*", "s.x + s.y, -s.x - s.y");
  check_text("i* - 2*j*", "i - 2*j, -i + 2*j, i' - 2*j', -i' + 2*j'");
  check_text("n + *; type char", "n + c, -n - c");
  check_text("*; type int", "i, -i, j, -j, s.x, -s.x, s.y, -s.y, i', -i', j', -j'");
  check_text("* <= 0; type un*", "u");
  check_text("i*2 - j", "2*i - j, -2*i + j, 2*i' - j', -2*i' + j'");
  check_text("q*", "");
  check_text("n - n*", ""); /* distinct variables */
}
END_TEST

START_TEST(families) {
  two_loops();
  check_text("all variables; type char", "c, -c");
  check_text("all pairs; loop main.1", "i' + j', -i' - j', i' - j', -i' + j'");
  check_text("all pairs; loop main.1; coefficients 1..2",
             "i' + j', -i' - j', 2*i' + j', -2*i' - j', i' + 2*j', -i' - 2*j'");
  check_text("all triples; loop main.1", "");
  static const uint32_t of_i[] = {J, UINT32_MAX}, of_j[] = {I, U, UINT32_MAX},
                        of_u[] = {J, UINT32_MAX}, none[] = {UINT32_MAX};
  static const uint32_t *const related[COUNT] = {
      [I] = of_i,  [J] = of_j,  [N] = none,  [U] = of_u, [C] = none,
      [SX] = none, [SY] = none, [I1] = none, [J1] = none};
  loops.related = related;
  check_text("all pairs; related; coefficients 1..1", "i + j, -i - j, j + u, -j - u");
  check_text("i - *; related", "i - j, -i + j");
  check_text("all triples; related", "");
  az_polyhedra *p = az_polyhedra_new(&loops);
  az_polyhedra_add_pairs(p, false, true);
  ck_assert_str_eq(rows_of(p), "i - j, -i + j, j - u, -j + u");
  az_polyhedra_free(p);

  az_term state[7], other[2];
  for (uint32_t v = 0; v < COUNT; v++) {
    char name[8];
    snprintf(name, sizeof name, "v%u", v);
    *(v < I1 ? &state[v] : &other[v - I1]) = az_var(store, az_sort_bv(some[v].bits), name);
  }
  const az_term *const canonical[] = {state, other};
  const az_condition guard = {0, az_bv_slt(store, az_bv_add(store, state[I], state[SX]), state[N]),
                              false};
  loops.related = NULL;
  loops.canonical = canonical;
  loops.conditions = &guard;
  loops.condition_count = 1;
  check_text("all triples; guard; coefficients 1..1", "i + n + s.x, -i - n - s.x");
  check_text("j - *; guard", "");
}
END_TEST

START_TEST(wrong_texts) {
  two_loops();
  check_wrong("i +", "row 'i +': column 4: the expression is not complete");
  check_wrong("i* - ) j", "row 'i* - ) j': column 6");
  check_wrong("i <= j +", "column 9");
  check_wrong("i * j", "not a sum");
  check_wrong("3000000000 * i", "not a sum");
  check_wrong("7", "no variable");
  check_wrong("i - i", "no variable");
  check_wrong("all pears", "'all pairs'");
  check_wrong("i <= u <= j", "not a sum");
  check_wrong("i; realted", "'related'");
  check_wrong("i; nothing", "no such clause");
  check_wrong("i; related now", "there is no argument after 'related'");
  check_wrong("i; loop", "missing after 'loop'");
  check_wrong("all pairs; coefficients 3", "A..B");
  check_wrong("i; coefficients 0..2", "be given for 'all");
  check_wrong("********* - i", "too many stars");
}
END_TEST

START_TEST(limits) {
  two_loops();
  az_polyhedra *p = az_polyhedra_new(&loops);
  az_polyhedra_limit(p, 5);
  az_polyhedra_add_bounds(p);
  ck_assert_str_eq(rows_of(p), "i, -i, j, -j, u");
  ck_assert_uint_eq(az_polyhedra_refused(p), 11);
  ck_assert(!az_polyhedra_offer(p, (az_linear[]){{I, 2}}, 1)); /* i again */
  ck_assert_uint_eq(az_polyhedra_refused(p), 11);
  az_polyhedra_free(p);
}
END_TEST

/* Rows of a round x' = x + 1, y' = y + 2 (or x + 1, y + 5), from x = 0, y = 3n. */
START_TEST(mined) {
  two_loops();
  az_term s[7], t[2];
  for (uint32_t v = 0; v < COUNT; v++) {
    char name[8];
    snprintf(name, sizeof name, "w%u", v);
    *(v < I1 ? &s[v] : &t[v - I1]) = az_var(store, az_sort_bv(some[v].bits), name);
  }
  az_term one = az_bv(store, 32, 1), two_ = az_bv(store, 32, 2), three = az_bv(store, 32, 3);
  const az_term *const canonical[] = {s, t};
  az_term wide =
      az_eq(store,
            az_bv_add(store, az_bv_mul(store, az_sext(store, s[I], 64), az_bv(store, 64, 3)),
                      az_sext(store, s[SX], 64)),
            az_bv_mul(store, az_zext(store, s[U], 64), two_ = az_bv(store, 64, 2)));
  const az_condition conditions[] = {
      {0, az_bv_slt(store, s[I], s[N]), false},
      {0, az_not(store, az_and(store, az_bv_ult(store, s[J], s[N]), wide)), true},
      {0, az_eq(store, az_bv_mul(store, s[I], s[J]), s[N]), true}, /* not linear */
  };
  loops.canonical = canonical;
  loops.conditions = conditions;
  loops.condition_count = 3;
  az_polyhedra *p = az_polyhedra_new(&loops);
  az_polyhedra_add_mined(p);
  const char *rows = rows_of(p);
  ck_assert_msg(strstr(rows, "j - n, -j + n") &&
                    (strstr(rows, "3*i + s.x - 2*u") || strstr(rows, "2*u - s.x - 3*i")) &&
                    strstr(rows, "i - n, -i + n"),
                "%s", rows);
  ck_assert_msg(strstr(rows, "i - j") || strstr(rows, "-i + j"), "%s", rows); /* n eliminated */
  az_polyhedra_free(p);

  az_term next[7], entry[7];
  memcpy(next, s, sizeof s);
  memcpy(entry, s, sizeof s);
  next[I] = az_bv_add(store, s[I], one);
  next[J] = az_bv_sub(store, s[J], three);
  next[SX] = az_ite(store, az_bv_slt(store, s[I], s[N]), next[I], s[SX]);
  entry[I] = az_bv(store, 32, 0);
  entry[J] = az_bv_mul(store, s[N], three);
  const az_term *const nexts[] = {next, NULL}, *const entries[] = {entry, NULL};
  loops.next = nexts;
  loops.entry = entries;
  loops.condition_count = 0;
  p = az_polyhedra_new(&loops);
  az_polyhedra_add_mined(p);
  rows = rows_of(p);
  ck_assert_msg(strstr(rows, "3*i + j - 3*n, -3*i - j + 3*n") ||
                    strstr(rows, "-3*i - j + 3*n, 3*i + j - 3*n"),
                "%s", rows);
  az_polyhedra_free(p);
}
END_TEST

/* Sums of many 64-bit variables with the greatest coefficients are exact. */
START_TEST(wide_sums) {
  az_polyhedra *p = az_polyhedra_new(&context);
  az_linear sum[VARS];
  for (uint32_t v = 0; v < VARS; v++)
    sum[v] = (az_linear){v, v % 3 == 0 ? INT32_MIN : v % 3 == 1 ? INT32_MAX : -1};
  uint32_t row = az_polyhedra_add(p, sum, VARS);
  const az_numeric_facet *numeric = &az_polyhedra_numeric;
  ck_assert_uint_le(numeric->width(p, row), 120);
  void *value = az_polyhedra_value_new(p);
  for (int round = 0; round < 200; round++) {
    az_term terms[VARS];
    az_wide e = 0, found;
    for (uint32_t v = 0; v < VARS; v++) {
      az_wide x = some_value(&vars[v]);
      terms[v] = constant_of(&vars[v], x);
      e += sum[v].coefficient * x;
    }
    az_state state = {.values = terms};
    ck_assert(az_const_wide(store, numeric->expression(p, row, &state), true, &found) &&
              found == e);
    for (int d = -1; d <= 1; d++) {
      numeric->set_bound(p, row, value, e + d);
      ck_assert(az_is_true(store, az_polyhedra_claim(p, row, value, &state)) == (d >= 0));
    }
  }
  az_polyhedra_value_free(p, value);
  az_polyhedra_free(p);
}
END_TEST

START_TEST(options) {
  open_domain("polyhedra", "{\"rows\":[\"s8 +\"]}", "column 5");
  az_desc_free(desc);
  open_domain("polyhedra", "{\"rows\":[\"all pears\"]}", "all pairs");
  az_desc_free(desc);
  open_domain("polyhedra", "{\"rows\":[\"s8 - u16\"],\"bounds\":false}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2);
  close_domain();
  open_domain("polyhedra", "{\"rows\":[\"all pairs\"],\"most\":10}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 10);
  ck_assert_ptr_nonnull(strstr(az_domain_facets(&domain).note, "beyond the first 10"));
  close_domain();
  open_domain("polyhedra", "{\"rows\":[\"s8 - nowhere\"]}", NULL);
  ck_assert_str_eq(az_domain_facets(&domain).note, "no loop has a row for 's8 - nowhere'");
  close_domain();
  open_domain("zones", "{\"pairs\":\"related\"}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * VARS + VARS * (VARS - 1));
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {texts,  stars, families,  wrong_texts,
                                limits, mined, wide_sums, options};
  return run_suite("polyhedra_rows", tests, sizeof tests / sizeof *tests);
}
