/* Arrays: which segments policies make, what rows claim of every index and every state (8-bit
 * indices: all of them), joins only where the index lies in the segment, numeric rows, rows that
 * are about elements only. */
#include "domain_rows.h"
#include <stb/stb_ds.h>

enum { SIZE = 5, BITS = 8 };
static az_term index_var, canonical[8], entry[8], next[8];
static const az_term *canonicals[1] = {canonical}, *entries[1] = {entry}, *nexts[1] = {next};
static az_tvar loop_vars[4]; /* i, n (not changed), a, b */

/* for (i = 2 or so; ...; i += step) a[i] = n, with b read at i. State: i, n, a, b, entry(i). */
static void a_loop(int64_t start, int64_t step) {
  az_sort bv = az_sort_bv(BITS), array = az_sort_array(BITS, bv);
  index_var = az_var(store, bv, "index#8");
  loop_vars[0] = (az_tvar){.kind = AZ_TV_INT, .name = "i", .is_signed = true, .changes = true};
  loop_vars[1] = (az_tvar){.kind = AZ_TV_INT, .name = "n", .is_signed = true};
  loop_vars[2] = (az_tvar){.kind = AZ_TV_ARRAY, .name = "a[]", .is_signed = true, .changes = true};
  loop_vars[3] = (az_tvar){.kind = AZ_TV_ARRAY, .name = "b[]", .is_signed = true};
  for (uint32_t v = 0; v < 4; v++) {
    loop_vars[v].bits = BITS;
    loop_vars[v].object = AZ_NONE;
    loop_vars[v].at = v;
    if (loop_vars[v].kind != AZ_TV_ARRAY) continue;
    loop_vars[v].index = index_var;
    loop_vars[v].size = az_bv(store, BITS, SIZE);
  }
  loop_vars[0].entry = 4;
  static const char *const names[] = {"i#lb", "n", "a#lb", "b", "i#before"};
  for (uint32_t t = 0; t < 5; t++) {
    canonical[t] = az_var(store, t == 2 || t == 3 ? array : bv, names[t]);
    next[t] = canonical[t];
    entry[t] = canonical[t];
  }
  az_term i = canonical[0], read = az_select(store, canonical[3], i);
  entry[0] = start < 0 ? canonical[4] : az_bv(store, BITS, (uint64_t)start);
  next[0] = az_bv_add(store, i, az_bv_signed(store, BITS, step));
  next[2] = az_store_at(store, canonical[2], i, az_bv_add(store, canonical[1], read));
  context.vars = loop_vars;
  context.var_count = 4;
  context.canonical = canonicals;
  context.entry = entries;
  context.next = nexts;
}

static void check_segments(const char *policy, const char *text) {
  char options[400];
  snprintf(options, sizeof options,
           "{\"cells\":{\"module\":\"interval\",\"kind\":\"domain\",\"options\":{}},"
           "\"segments\":{\"kind\":\"segmentation\",%s}}",
           policy);
  open_domain("array", options, NULL);
  ck_assert_str_eq(az_domain_facets(&domain).segmentation, text);
  close_domain();
}

#define POLICY(name) "\"module\":\"" name "\",\"options\":{}"
#define MAX(name, n) "\"module\":\"" name "\",\"options\":{\"max\":" n "}"

START_TEST(policies) {
  a_loop(2, 1);
  check_segments(POLICY("written"), "main.1 a[]: {0} S1 {i} S2 {i + 1} S3 {5}\n"
                                    "main.1 b[]: {0} S1 {5}\n");
  check_segments(POLICY("written_preloop"), "main.1 a[]: {0} S1 {2} S2 {i} S3 {i + 1} S4 {5}\n"
                                            "main.1 b[]: {0} S1 {2} S2 {i} S3 {i + 1} S4 {5}\n");
  check_segments("\"module\":\"written_preloop\",\"options\":{\"cell\":false}",
                 "main.1 a[]: {0} S1 {2} S2 {i} S3 {5}\n"
                 "main.1 b[]: {0} S1 {2} S2 {i} S3 {5}\n");
  check_segments(POLICY("smash"), "main.1 a[]: {0} S1 {5}\nmain.1 b[]: {0} S1 {5}\n");
  check_segments(MAX("expand", "3"), "main.1 a[]: {0} S1 {1} S2 {2} S3 {3} S4 {5}\n"
                                     "main.1 b[]: {0} S1 {1} S2 {2} S3 {3} S4 {5}\n");
  check_segments(MAX("expand", "9"), "main.1 a[]: {0} S1 {1} S2 {2} S3 {3} S4 {4} S5 {5}\n"
                                     "main.1 b[]: {0} S1 {1} S2 {2} S3 {3} S4 {4} S5 {5}\n");
  check_segments("\"module\":\"fixed\",\"options\":{\"borders\":[\"n / 2\",\"no_such_name\"]}",
                 "main.1 a[]: {0} S1 {n / 2} S2 {5}\nmain.1 b[]: {0} S1 {n / 2} S2 {5}\n");
  check_segments(MAX("written", "0"), "main.1 a[]: {0} S1 {5}\nmain.1 b[]: {0} S1 {5}\n");
  a_loop(4, -1);
  check_segments(POLICY("written_preloop"), "main.1 a[]: {0} S1 {i} S2 {i + 1} S3 {5}\n"
                                            "main.1 b[]: {0} S1 {i} S2 {i + 1} S3 {5}\n");
  a_loop(1, 3);
  check_segments("\"module\":\"written\",\"options\":{\"cell\":false}",
                 "main.1 a[]: {0} S1 S2 S3 {i} S4 S5 S6 {5} by 3 from 1\n"
                 "main.1 b[]: {0} S1 {5}\n");
  a_loop(4, -2);
  check_segments(POLICY("written"), "main.1 a[]: {0} S1 S2 {i} S3 {i + 1} S4 S5 {5} by 2 from 0\n"
                                    "main.1 b[]: {0} S1 {5}\n");
  a_loop(-1, 1);
  check_segments(POLICY("written_preloop"),
                 "main.1 a[]: {0} S1 {entry(i)} S2 {i} S3 {i + 1} S4 {5}\n"
                 "main.1 b[]: {0} S1 {entry(i)} S2 {i} S3 {i + 1} S4 {5}\n");
}
END_TEST

/* Answers as a solver would that knows this of i and n (state variables), and all values. */
static bool (*known)(int i, int n);
static int asked_i, asked_n;
static const az_candidate_invariants *asked;
static az_term value_of(void *ctx, az_term var) {
  (void)ctx;
  if (var == asked->formals[0]) return az_bv_signed(store, BITS, asked_i);
  if (var == asked->formals[1]) return az_bv_signed(store, BITS, asked_n);
  return AZ_NO_TERM;
}
static void always(const az_domain_context *c, const az_candidate_invariants *q, bool *holds) {
  (void)c;
  asked = q;
  az_eval *e = az_eval_new(store, value_of, NULL);
  for (uint32_t k = 0; k < q->count; k++) {
    holds[k] = true;
    for (asked_i = -4; asked_i < 9; asked_i++)
      for (asked_n = -4; asked_n < 9; asked_n++) {
        az_eval_reset(e);
        if (known(asked_i, asked_n))
          holds[k] &= az_is_true(store, az_eval_term(e, q->conditions[k]));
      }
  }
  az_eval_free(e);
}
static bool below(int i, int n) {
  return i <= n;
}
static bool meet(int i, int n) {
  return i <= n + 1;
}
static bool same(int i, int n) {
  return i == n;
}
static bool at_end(int i, int n) {
  return i == SIZE && n >= 0 && n < SIZE;
}
static bool any(int i, int n) {
  return i >= 0 && n >= 0;
}

/* Two indices are written: i, which rises, and n, which stays. */
START_TEST(orders) {
  a_loop(0, 1);
  next[2] = az_store_at(store, next[2], canonical[1], canonical[1]);
  context.always = always;
#define CUT "\"module\":\"written\",\"options\":{\"cell\":false}"
#define OF_B "main.1 b[]: {0} S1 {5}\n"
  static const struct {
    bool (*known)(int, int);
    const char *text;
  } cases[] = {
      {below, "main.1 a[]: {0} S1 {i} S2 {n} S3 {n + 1} S4 {5}\n" OF_B},
      {meet, "main.1 a[]: {0} S1 {i} S2 {n} S3 {n + 1} S4 {5}\n" OF_B},
      {same, "main.1 a[]: {0} S1 {n} S2 {n + 1} S3 {5}\n" OF_B},
      {at_end, "main.1 a[]: {0} S1 {n} S2 {n + 1} S3 {5}\n" OF_B},
      {any, "main.1 a[]: {0} S1 {n} S2 {n + 1} S3 {5}\nmain.1 a[]: {0} S4 {i} S5 {5}\n" OF_B},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    known = cases[i].known;
    check_segments(CUT, cases[i].text);
  }
}
END_TEST

static void open_array(const char *cells) {
  char options[400];
  snprintf(options, sizeof options,
           "{\"cells\":{\"module\":\"%s\",\"kind\":\"domain\",\"options\":{}}}", cells);
  open_domain("array", options, NULL);
}

typedef struct concrete {
  int i, n, a[1 << BITS], b[1 << BITS], before;
  uint32_t index;
  az_term terms[5];
} concrete;

static int to_int(uint64_t x) {
  return (int)(int8_t)x;
}

static az_state state_of(concrete *c) {
  az_sort bv = az_sort_bv(BITS);
  c->terms[0] = az_bv_signed(store, BITS, c->i);
  c->terms[1] = az_bv_signed(store, BITS, c->n);
  for (int v = 0; v < 2; v++) {
    az_term t = az_const_array(store, BITS, az_zero_of(store, bv));
    for (uint32_t x = 0; x < 1 << BITS; x++)
      t = az_store_at(store, t, az_bv(store, BITS, x),
                      az_bv_signed(store, BITS, (v ? c->b : c->a)[x]));
    c->terms[2 + v] = t;
  }
  c->terms[4] = az_bv_signed(store, BITS, c->before);
  return (az_state){.view = 0, .values = c->terms};
}

static az_term at_index(uint32_t index, az_term t) {
  az_subst *u = az_subst_new(store);
  az_subst_bind(u, index_var, az_bv(store, BITS, index));
  t = az_subst_apply(u, t);
  az_subst_free(u);
  return t;
}

static az_term model_at(void *ctx, az_term t) {
  return at_index(*(uint32_t *)ctx, t);
}

static bool claimed_at(uint32_t row, const void *value, const az_state *state, uint32_t index) {
  az_term t = at_index(index, domain.ops->claim(domain.self, row, value, state));
  ck_assert(az_is_const(store, t));
  return az_is_true(store, t);
}

/* Of rows in order: a's segments {0} {before} {i} {i + 1} {5}, mathematically. */
static bool in_segment(uint32_t segment, const concrete *c, uint32_t index) {
  int borders[] = {0, c->before, c->i, c->i + 1, SIZE};
  return index < SIZE && (int)index >= borders[segment] && (int)index < borders[segment + 1];
}

/* Empty segments, borders out of range and in any order, the index at the limits of its type:
 * a bottom row claims that there is no index in its segment, and nothing of others. Under
 * AddressSanitizer one state of four. */
START_TEST(every_index) {
  uint32_t states = 0;
  a_loop(-1, 1);
  open_array("interval");
  concrete c = {.n = 1};
  void *value = domain.ops->value_new(domain.self);
  ck_assert_uint_eq(domain.ops->row_count(domain.self), 4 * 2 * 2); /* a and b, above and below */
  for (c.before = -128; c.before < 128; c.before += 1 + (c.before > 8 || c.before < -8) * 17) {
    for (c.i = -128; c.i < 128; c.i += 1 + (c.i > 8 || c.i < -8) * 13) {
      if (states++ % (100 / CASES(100u))) continue;
      az_state state = state_of(&c);
      for (uint32_t row = 0; row < 16; row++) {
        az_term claim = domain.ops->claim(domain.self, row, value, &state);
        for (uint32_t index = 0; index < 1 << BITS; index += index < 8 ? 1 : 31) {
          bool holds = az_is_true(store, at_index(index, claim));
          ck_assert(holds == !in_segment(row / 4, &c, index));
        }
      }
    }
  }
  domain.ops->value_free(domain.self, value);
  close_domain();
}
END_TEST

static void random_state(concrete *c) {
  c->i = (int)(random_bits() % 9) - 2;
  c->before = (int)(random_bits() % 5) - 1;
  c->n = to_int(random_bits());
  c->index = random_bits() % 8;
  for (uint32_t x = 0; x < 1 << BITS; x++)
    c->a[x] = to_int(random_bits()), c->b[x] = to_int(random_bits());
}

/* After joins every joined state is claimed, bounds are the least, and numeric rows say the same as
 * claims. */
START_TEST(joins) {
  const char *const cells[] = {"interval", "zones", "octagons", "equality"};
  for (uint32_t d = 0; d < 4; d++) {
    a_loop(-1, 1);
    open_array(cells[d]);
    uint32_t rows = domain.ops->row_count(domain.self);
    const az_inner_facet *inner = az_domain_facets(&domain).inner;
    ck_assert_uint_eq(inner->count(domain.self), 1);
    const az_domain *part = inner->component(domain.self, 0);
    const az_numeric_facet *numeric = az_domain_facets(part).numeric;
    ck_assert((numeric != NULL) == (d < 3));
    void *value = domain.ops->value_new(domain.self);
    concrete all[12];
    for (uint32_t n = 0; n < 3 + CASES(9u); n++) {
      random_state(&all[n]);
      az_state state = state_of(&all[n]);
      az_model model = {model_at, &all[n].index};
      for (uint32_t row = 0; row < rows; row++) {
        bool held = claimed_at(row, value, &state, all[n].index);
        bool joined = domain.ops->improve(domain.self, row, value, &model, &state);
        ck_assert(joined == !held);
      }
      for (uint32_t k = 0; k <= n; k++) {
        az_state old = {.view = 0, .values = all[k].terms};
        for (uint32_t row = 0; row < rows; row++) {
          ck_assert(claimed_at(row, value, &old, all[k].index));
          if (!numeric) continue;
          az_wide bound, least, greatest, e;
          numeric->range(part->self, row, &least, &greatest);
          void *own = *inner->slot(domain.self, value, 0);
          ck_assert(numeric->bound(part->self, row, own, &bound));
          for (uint32_t index = 0; index < 7; index++) {
            az_term t = at_index(index, numeric->expression(part->self, row, &old));
            ck_assert(az_const_wide(store, t, true, &e));
            ck_assert(e >= least && e <= greatest);
            ck_assert((e <= bound) == claimed_at(row, value, &old, index));
          }
        }
      }
    }
    domain.ops->value_free(domain.self, value);
    close_domain();
  }
}
END_TEST

/* No row without an element, and the texts of rows. */
START_TEST(texts) {
  a_loop(0, 1);
  open_array("zones");
  concrete c = {.i = 3, .n = 2, .index = 1};
  c.a[1] = 7;
  c.b[1] = 4;
  az_state state = state_of(&c);
  az_model model = {model_at, &c.index};
  uint32_t found = 0;
  for (uint32_t row = 0; row < domain.ops->row_count(domain.self); row++) {
    void *value = domain.ops->value_new(domain.self);
    domain.ops->improve(domain.self, row, value, &model, &state);
    char *text = domain.ops->print(domain.self, row, value);
    ck_assert(text && (strstr(text, "a[") || strstr(text, "b[")));
    static const char *const wanted[] = {
        "forall # in 0 .. i - 1: a[#] <= 7", "forall # in 0 .. i - 1: a[#] >= 7",
        "forall # in 0 .. i - 1: a[#] - b[#] <= 3", "forall # in 0 .. i - 1: a[#] - # <= 6",
        "a[i + 1 .. 4]: no such element"};
    for (uint32_t w = 0; w < 5; w++) found |= (uint32_t)!strcmp(text, wanted[w]) << w;
    free(text);
    domain.ops->value_free(domain.self, value);
  }
  ck_assert_uint_eq(found, 31);
  close_domain();
}
END_TEST

int main(void) {
  const TTest *const tests[] = {policies, orders, every_index, joins, texts};
  return run_suite("array", tests, sizeof tests / sizeof *tests);
}
