/* Selection of loops, variables and types: restrict{ D } has the rows of D over the selected
 * variables, with the claims that D has, and no other rows. Names that are in no loop are errors
 * unless they may be missing. */
#include "domain_rows.h"

/* Two loops: main.0 has the variables of widths 8 to 32, main.1 those of 33 to 64. Some variables
 * of main.1 have the names of those of main.0. */
enum { FIRST = 16 };
static const az_view two[] = {{.kind = AZ_CUTPOINT_LOOP, .name = "main.0"},
                              {.kind = AZ_CUTPOINT_LOOP, .name = "main.1"}};

static void two_loops(void) {
  for (uint32_t v = FIRST; v < VARS; v++) {
    vars[v].view = 1;
    vars[v].at = v - FIRST;
  }
  vars[FIRST].name = "u8";
  context.views = two;
  context.view_count = 2;
}

/* ---- the rows -------------------------------------------------------------------------------- */

static char *printed(const az_domain *d, uint32_t row) { /* once the row holds where all are 5 */
  az_term terms[VARS];
  uint32_t view = d->ops->row(d->self, row).view;
  for (uint32_t v = 0; v < VARS; v++)
    if (vars[v].view == view) terms[vars[v].at] = constant_of(&vars[v], 5);
  az_state state = {.view = view, .values = terms};
  void *value = d->ops->value_new(d->self);
  ck_assert(d->ops->improve(d->self, row, value, &constants, &state));
  char *text = d->ops->print(d->self, row, value);
  ck_assert_ptr_nonnull(text);
  d->ops->value_free(d->self, value);
  return text;
}

/* Opens restrict{ INNER, OPTIONS }. Fails where `says` is NULL, else that is in the message. */
static void open_restricted(const char *inner, const char *options, const char *says) {
  char json[900];
  snprintf(json, sizeof json, "{\"domain\":%s%s%s}", inner, *options ? "," : "", options);
  open_domain("restrict", json, says);
}

#define INTERVAL "{\"module\":\"interval\",\"kind\":\"domain\",\"options\":{}}"
#define RELATED "{\"module\":\"zones\",\"kind\":\"domain\",\"options\":{\"pairs\":\"related\"}}"

/* Exactly these rows of intervals: two of each variable for which `wanted` holds, in the order of
 * the variables. */
static void check_rows(const char *options, bool (*wanted)(const az_tvar *v)) {
  open_restricted(INTERVAL, options, NULL);
  uint32_t row = 0, count = domain.ops->row_count(domain.self);
  for (uint32_t v = 0; v < VARS; v++) {
    if (!wanted(&vars[v])) continue;
    for (int side = 0; side < 2; side++, row++) {
      ck_assert_msg(row < count, "%s: %u rows, none for %s", options, count, vars[v].name);
      char *text = printed(&domain, row), expected[40];
      snprintf(expected, sizeof expected, "%s %s 5", vars[v].name, side ? ">=" : "<=");
      ck_assert_msg(!strcmp(text, expected), "%s: '%s' where '%s' is wanted", options, text,
                    expected);
      ck_assert_uint_eq(domain.ops->row(domain.self, row).view, vars[v].view);
      free(text);
    }
  }
  ck_assert_msg(row == count, "%s: %u rows instead of %u", options, count, row);
  close_domain();
}

static bool all(const az_tvar *v) {
  return v != NULL;
}
static bool none(const az_tvar *v) {
  return v == NULL;
}
static bool in_first(const az_tvar *v) {
  return v->view == 0;
}
static bool in_second(const az_tvar *v) {
  return v->view == 1;
}
static bool is_signed(const az_tvar *v) {
  return v->is_signed;
}
static bool is_unsigned(const az_tvar *v) {
  return !v->is_signed;
}
static bool named_u8(const az_tvar *v) {
  return !strcmp(v->name, "u8");
}
static bool starts_with_u(const az_tvar *v) {
  return v->name[0] == 'u';
}
static bool starts_with_another(const az_tvar *v) {
  return v->name[0] != 'u';
}
static bool u_but_8(const az_tvar *v) {
  return starts_with_u(v) && !named_u8(v);
}
static bool ends_with_8(const az_tvar *v) {
  return v->name[strlen(v->name) - 1] == '8';
}
static bool of_two_characters(const az_tvar *v) {
  return strlen(v->name) == 2;
}
static bool has_3(const az_tvar *v) {
  return strchr(v->name, '3') != NULL;
}
static bool u8_in_second(const az_tvar *v) {
  return named_u8(v) && in_second(v);
}
static bool signed_s_in_first(const az_tvar *v) {
  return v->name[0] == 's' && in_first(v);
}

START_TEST(selections) {
  static const struct {
    const char *options;
    bool (*wanted)(const az_tvar *v);
  } cases[] = {
      {"", all},
      {"\"vars\":[\"*\"]", all},
      {"\"vars\":[\"u8\"]", named_u8},
      {"\"vars\":[\"u*\"]", starts_with_u},
      {"\"vars\":[\"!u*\"]", starts_with_another},
      {"\"vars\":[\"u*\",\"!u8\"]", u_but_8},
      {"\"vars\":[\"!u8\",\"u*\"]", all}, /* begins with everything but u8; then u8 again */
      {"\"vars\":[\"u8\",\"!u8\",\"u8\"]", named_u8},
      {"\"vars\":[\"!*\"]", none},
      {"\"vars\":[\"*8\"]", ends_with_8},
      {"\"vars\":[\"??\"]", of_two_characters},
      {"\"vars\":[\"*3*\"]", has_3},
      {"\"vars\":[\"*3**\"]", has_3},
      {"\"loops\":[\"main.0\"]", in_first},
      {"\"loops\":[\"!main.0\"]", in_second},
      {"\"loops\":[\"main.*\"]", all},
      {"\"loops\":[\"*.1\"]", in_second},
      {"\"types\":[\"signed\"]", is_signed},
      {"\"types\":[\"unsigned\"]", is_unsigned},
      {"\"types\":[\"!signed\"]", is_unsigned},
      {"\"types\":[\"integer\"]", all},
      {"\"types\":[\"float\"]", none}, /* a type that no variable has is no mistake */
      {"\"types\":[\"pointer\",\"array\"]", none},
      {"\"loops\":[\"main.1\"],\"vars\":[\"u8\"]", u8_in_second},
      {"\"loops\":[\"main.0\"],\"vars\":[\"u33\"]", none}, /* nor a variable of another loop */
      {"\"loops\":[\"main.0\"],\"vars\":[\"s*\",\"u*\"],\"types\":[\"signed\"]", signed_s_in_first},
      {"\"vars\":[\"U8\"],\"missing\":\"ignore\"", none},
      {"\"vars\":[\"8\"],\"missing\":\"ignore\"", none},
      {"\"loops\":[\"main\"],\"missing\":\"ignore\"", none},
      {"\"vars\":[\"!nowhere\"],\"missing\":\"ignore\"", all},
  };
  two_loops();
  vars[FIRST + 1].name = "u33";
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_rows(cases[i].options, cases[i].wanted);
}
END_TEST

START_TEST(nested) {
  two_loops();
  char inner[500];
  snprintf(
      inner, sizeof inner,
      "{\"module\":\"restrict\",\"kind\":\"domain\",\"options\":{\"domain\":%s,\"vars\":[\"u*\"]}}",
      INTERVAL);
  open_restricted(inner, "\"vars\":[\"*8\"]", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 4); /* u8, in both loops */
  close_domain();
}
END_TEST

START_TEST(names_that_are_nowhere) {
  static const char *const cases[][2] = {
      {"\"vars\":[\"u88\"],\"missing\":\"error\"",
       "restrict.vars: nothing is called 'u88': did you mean 'u8'?"},
      {"\"vars\":[\"u8\",\"quantity\"],\"missing\":\"error\"",
       "restrict.vars: nothing is called 'quantity'"},
      {"\"vars\":[\"!u88\"],\"missing\":\"error\"", "restrict.vars: nothing is called 'u88'"},
      {"\"loops\":[\"main.7\"],\"missing\":\"error\"",
       "restrict.loops: nothing is called 'main.7': did you mean"},
      {"\"types\":[\"signd\"],\"missing\":\"error\"", "restrict.types: nothing is called 'signd'"},
  };
  two_loops();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    open_restricted(INTERVAL, cases[i][0], cases[i][1]);
    az_desc_free(desc);
  }
  /* What is wrong with the inner domain is said as it says it. */
  open_restricted(
      "{\"module\":\"polyhedra\",\"kind\":\"domain\",\"options\":{\"rows\":[\"s8 +\"]}}", "",
      "column 5");
  az_desc_free(desc);
}
END_TEST

/* ---- what the inner domain sees of the program ----------------------------------------------- */

/* Rows of pairs are made for related variables; of these for the selected ones alone, which have
 * other numbers in the inner domain. */
START_TEST(relations_follow) {
  enum { U8, V8, S8, T8, U16, V16 };
  static const uint32_t of_v8[] = {T8, V16, UINT32_MAX}, of_t8[] = {V8, UINT32_MAX},
                        of_v16[] = {V8, UINT32_MAX}, nothing[] = {UINT32_MAX};
  const uint32_t *related[VARS];
  for (uint32_t v = 0; v < VARS; v++) related[v] = nothing;
  related[V8] = of_v8;
  related[T8] = of_t8;
  related[V16] = of_v16;
  context.related = related;
  open_domain("zones", "{\"pairs\":\"related\"}", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * VARS + 4);
  close_domain();

  open_restricted(RELATED, "\"vars\":[\"?8\"]", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * 4 + 2);
  char *text = printed(&domain, 8);
  ck_assert_str_eq(text, "v8 - t8 <= 0");
  free(text);
  close_domain();
  open_restricted(RELATED, "\"vars\":[\"v*\",\"!v8\"]", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * (WIDTHS - 1));
  close_domain();
  open_restricted(RELATED, "\"vars\":[\"v*\"]", NULL);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 2 * WIDTHS + 2);
  text = printed(&domain, 2 * WIDTHS);
  ck_assert_str_eq(text, "v8 - v16 <= 0");
  free(text);
  close_domain();
}
END_TEST

/* A row claims what the row of the inner domain with this text claims: the same term, whatever was
 * joined. */
START_TEST(claims_are_the_inner_ones) {
  two_loops();
  open_domain("octagons", "{}", NULL);
  az_domain whole = domain;
  az_desc *whole_desc = desc;
  open_restricted("{\"module\":\"octagons\",\"kind\":\"domain\",\"options\":{}}",
                  "\"vars\":[\"s*\",\"?16\"],\"loops\":[\"main.1\",\"main.0\"]", NULL);
  uint32_t rows = domain.ops->row_count(domain.self), from = 0, compared = 0;
  ck_assert_uint_gt(rows, 30);
  for (uint32_t r = 0; r < rows; r++) {
    char *text = printed(&domain, r), *same = NULL;
    uint32_t view = domain.ops->row(domain.self, r).view, w = from;
    for (; w < whole.ops->row_count(whole.self); w++) {
      if (whole.ops->row(whole.self, w).view != view) continue;
      same = printed(&whole, w);
      if (!strcmp(same, text)) break;
      free(same);
      same = NULL;
    }
    ck_assert_msg(same != NULL, "%s is no row of octagons at view %u", text, view);
    free(same);
    free(text);
    void *a = domain.ops->value_new(domain.self), *b = whole.ops->value_new(whole.self);
    for (int round = 0; round < 6; round++) {
      az_term terms[VARS], symbols[VARS];
      for (uint32_t v = 0; v < VARS; v++) {
        if (vars[v].view != view) continue;
        char symbol[16]; /* names of both loops may be equal, at other sorts */
        snprintf(symbol, sizeof symbol, "variable %u", v);
        terms[vars[v].at] = constant_of(&vars[v], some_value(&vars[v]));
        symbols[vars[v].at] = az_var(store, az_sort_bv(vars[v].bits), symbol);
      }
      az_state state = {.view = view, .values = terms}, any = {.view = view, .values = symbols};
      ck_assert(domain.ops->improve(domain.self, r, a, &constants, &state) ==
                whole.ops->improve(whole.self, w, b, &constants, &state));
      ck_assert(domain.ops->claim(domain.self, r, a, &any) ==
                whole.ops->claim(whole.self, w, b, &any));
      compared++;
    }
    domain.ops->value_free(domain.self, a);
    whole.ops->value_free(whole.self, b);
  }
  ck_assert_uint_eq(compared, 6 * rows);
  close_domain();
  az_domain_close(&whole);
  az_desc_free(whole_desc);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {selections, nested, names_that_are_nowhere, relations_follow,
                                claims_are_the_inner_ones};
  return run_suite("restrict", tests, sizeof tests / sizeof *tests);
}
