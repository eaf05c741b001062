/* Recursion as loops: which violations of an assertion the new program has within a few nested
 * calls, by the base formula with the solver. Each of the program's own must be among them, in
 * calls that return or not; that few others are shows that arguments, globals and locals are kept.
 * Claims of summaries are compared with what the same functions, compiled, answer. */
#include "termination/recursion.h"
#include "step_of_program.h"
#include <check.h>
#include <stb/stb_ds.h>

#define PROLOGUE                                                                                   \
  "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"                       \
  "static void check(int c) { if (!c) reach_error(); }\n"

enum { CLASSES = 1u << AZ_C_UNREACH | 1u << AZ_C_TERMINATION };

typedef struct example {
  const char *text;
  bool fails;     /* some assertion of the new program */
  bool recursive; /* it stays so */
} example;

static const example examples[] = {
    /* Arguments of the second and third activation. */
    {"void f(int n) { check(n != 3); if (n > 0) f(n - 1); } int main(void) { f(5); }", true, false},
    {"void f(int n) { check(n != 6); if (n > 0) f(n - 1); } int main(void) { f(5); }", false,
     false},
    /* Behind a call that returns: the first activation's locals are kept, in the caller, too. */
    {"void f(int n) { int k = n; if (n > 0) f(n - 1); check(k == n); }"
     "int main(void) { int m = 2; f(m); check(m == 2); }",
     false, false},
    {"int f(int n) { if (n > 0) f(n - 1); return n; } int main(void) { check(f(2) != 2); }", true,
     false},
    {"int f(int n) { if (n > 0) return f(n - 1); return n; } int main(void) { check(f(2) != 0); }",
     true, false},
    /* Globals that a call writes, directly or not, are arbitrary behind it, others are not. */
    {"int g, h; void f(int n) { if (n > 0) { g = 0; f(n - 1); check(g != 7); } else g = 7; }"
     "int main(void) { f(1); }",
     true, false},
    {"int g, h; void set(void) { h = 7; } void f(int n) { if (n > 0) { h = 0; f(n - 1);"
     "check(h != 7); } else set(); } int main(void) { f(1); }",
     true, false},
    {"int g, h; void f(int n) { if (n > 0) { h = 0; f(n - 1); check(g == 0); } else h = 7; }"
     "int main(void) { f(2); check(g == 0); }",
     false, false},
    {"int g; void f(int *p, int n) { if (n > 0) { *p = 0; f(p, n - 1); check(*p != 7); } else"
     " *p = 7; } int main(void) { f(&g, 1); }",
     true, false},
    {"void f(int *p, int n) { if (n > 0) f(p, n - 1); else *p = 7; }"
     "int main(void) { int x = 0; f(&x, 1); check(x != 7); }",
     true, false},
    /* Through a second function, from both of them, and with a cycle inside the cycle. */
    {"void g(int); void f(int n) { check(n != 1); if (n > 0) g(n - 1); }"
     "void g(int m) { if (m > 0) f(m - 1); } int main(void) { f(3); }",
     true, false},
    {"void g(int); void f(int n) { check(n != 2); if (n > 0) g(n - 1); }"
     "void g(int m) { if (m > 0) f(m - 1); } int main(void) { f(3); }",
     false, false},
    {"void g(int); void f(int n) { check(n != 2); if (n > 0) g(n - 1); }"
     "void g(int m) { if (m > 0) f(m - 1); } int main(void) { g(3); g(4); }",
     true, false},
    {"void g(int); void f(int n) { check(n != 1); if (n > 2) g(n - 1); }"
     "void g(int m) { if (m > 1) g(m - 1); else f(m); } int main(void) { f(4); }",
     true, false},
    {"void f(int n) { if (n > 0) f(n - 1); reach_error(); } int main(void) { f(1); }", true, false},
    /* In a loop, and with a loop behind. */
    {"void f(int n) { for (int i = 0; i < n; i++) f(i); check(n != 1); } int main(void) { f(3); }",
     true, false},
    {"void f(int n) { if (n > 0) f(n - 1); for (int i = 0; i < n; i++) check(n != 1); }"
     "int main(void) { f(2); }",
     true, false},
    /* main itself; a local that is not set holds nothing of an earlier activation. */
    {"int k; int main(void) { check(k != 2); if (k < 3) { k++; main(); } }", true, false},
    {"void f(int n) { int x; if (n == 2) x = 9; check(n == 2 || x != 9); if (n > 0) f(n - 1); }"
     "int main(void) { f(2); }",
     true, false},
    /* Addresses of locals: for functions that do not keep them, or not read in a later call. */
    {"void set(int *p) { *p = 4; } void f(int n) { int x; set(&x); check(x == 4);"
     " if (n > 0) f(n - 1); } int main(void) { f(2); }",
     false, false},
    {"void f(int n) { int x = n, *p = &x; if (n > 0) f(*p - 1); } int main(void) { f(2); }", false,
     false},
    {"void f(int *p) { int x = *p; if (*p > 0) f(&x); } int main(void) { int y = 2; f(&y); }",
     false, true},
    {"int *g; void f(int n) { int x; g = &x; if (n > 0) f(n - 1); } int main(void) { f(2); }",
     false, true},
    {"int *g; void keep(int *p) { g = p; } void f(int n) { int x; keep(&x); if (n > 0) f(n - 1); }"
     "int main(void) { f(2); }",
     false, true},
    {"struct s { int *p; }; void f(struct s v, int n) { int x; struct s w = {&x};"
     " if (n > 0) f(w, n - 1); } int main(void) { int y; struct s v = {&y}; f(v, 2); }",
     false, true},
    /* Calls that no statement says the target of. */
    {"void (*p)(int); void f(int n) { if (n > 0) p(n - 1); } int main(void) { p = f; f(2); }",
     false, true},
    {"int f(int n, ...) { return n > 0 ? f(n - 1, 3) : 0; } int main(void) { return f(2); }", false,
     true},
};

static bool may_fail(az_registry *registry, const az_program *p) {
  az_error err = {.status = AZ_OK};
  az_limits limits = az_limits_default();
  az_ssa_shared *shared = az_ssa_shared_new(p, NULL, &limits);
  az_ssa_config config = {
      .mode = AZ_SSA_BASE, .k = 5, .recursion = 6, .classes = 1u << AZ_C_UNREACH};
  az_ssa *ssa = az_ssa_build(shared, &config, &err);
  ck_assert_msg(ssa != NULL, "%s", err.message);
  az_solver *solver = az_solver_new(p->store, registry, &(az_solver_config){.name = "test"}, &err);
  ck_assert_msg(solver != NULL, "%s", err.message);
  for (size_t i = 0; i < arrlenu(ssa->definitions); i++)
    az_solver_define(solver, ssa->definitions[i].var, ssa->definitions[i].term);
  for (size_t i = 0; i < arrlenu(ssa->facts); i++) az_solver_assert(solver, ssa->facts[i]);
  az_term asked[3], bad = az_false(p->store);
  az_ssa_bound(ssa, asked);
  for (size_t i = 0; i < arrlenu(ssa->checks); i++)
    bad = az_or(p->store, bad,
                az_and(p->store, ssa->checks[i].guard, az_not(p->store, ssa->checks[i].holds)));
  asked[2] = bad;
  az_answer answer = az_solver_check(solver, asked, 3, 0);
  ck_assert_int_ne(answer, AZ_UNKNOWN);
  az_solver_free(solver);
  az_ssa_free(ssa);
  az_ssa_shared_free(shared);
  return answer == AZ_SAT;
}

START_TEST(test_violations) {
  const example *e = &examples[_i];
  char text[1000];
  az_error err = {.status = AZ_OK};
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  snprintf(text, sizeof text, PROLOGUE "%s", e->text);
  az_program *p = program_of_text(store, text, CLASSES);
  const az_program *to = az_program_recursion_to_loops(p, CLASSES, NULL, 0, NULL);
  ck_assert_ptr_ne(to, p);
  ck_assert_msg(az_program_validate(to, &err) == AZ_OK, "%s", err.message);
  ck_assert_msg(az_program_validate(p, &err) == AZ_OK, "%s", err.message);
  bool recursive = false;
  uint32_t asked = 0;
  for (uint32_t i = 0; i < to->function_count; i++) {
    recursive |= to->functions[i].recursive;
    for (uint32_t l = 0; l < to->functions[i].loop_count; l++)
      asked += to->functions[i].loops[l].check != AZ_NONE;
  }
  ck_assert_int_eq(recursive, e->recursive);
  ck_assert_int_eq(asked > 0, !recursive);
  ck_assert_uint_eq(to->check_count, p->check_count);
  if (!recursive) ck_assert_msg(may_fail(registry, to) == e->fails, "%s", e->text);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
}
END_TEST

/* Loops of calls that return are not asked about once more, and each other copy is. */
START_TEST(test_checks) {
  az_store *store = az_store_new();
  az_program *p = program_of_text(
      store,
      "void g(int); void f(int n) { while (n > 3) { n--; g(n); } }"
      "void g(int n) { for (int i = 0; i < n; i++) f(i); } int main(void) { f(9); g(9); }",
      CLASSES);
  const az_program *to = az_program_recursion_to_loops(p, CLASSES, NULL, 0, NULL);
  uint32_t loops = 0, asked = 0;
  for (uint32_t i = 0; i < to->function_count; i++)
    for (uint32_t l = 0; l < to->functions[i].loop_count; l++, loops++)
      asked += to->functions[i].loops[l].check != AZ_NONE;
  ck_assert_uint_eq(loops, 8); /* twice: the recursion, the loops of f and g, and the copy */
  ck_assert_uint_eq(asked, 6);
  az_program_free(p);
  az_store_free(store);
}
END_TEST

/* ---- copied arguments -------------------------------------------------------------------------
 */

#define SWAP "void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }"

typedef struct copied_example {
  const char *text;
  bool copies; /* some argument is copied */
  bool fails;  /* the assertion, in both programs */
} copied_example;

static const copied_example copied_examples[] = {
    /* Addresses of locals, a caller's argument, both places exchanged, a private global. */
    {"void f(int n, int *p) { int x = 3; if (n <= 0) { *p = 1; return; } f(n - 1, &x); *p = x + 1; "
     "}"
     "int main(void) { int y = 9; f(2, &y); check(y == 3); }",
     true, false},
    {"void f(int n, int *p) { if (n > 0) { *p += n; f(n - 1, p); } }"
     "int main(void) { int y = 4; f(3, &y); check(y != 10); }",
     true, true},
    {"void f(int n, int *p, int *q) { *p = *p + 1; if (n > 0) f(n - 1, q, p); }"
     "int main(void) { int x = 0, y = 10; f(2, &x, &y); check(x == 2 && y == 11); }",
     true, false},
    {SWAP "void f(int n, int *p, int *q) { if (*p > *q) swap(p, q); if (n > 0) f(n - 1, p, q); }"
          "int main(void) { int x = 2, y = 1; f(1, &x, &y); check(x == 1 && y == 2); }",
     true, false},
    {"int g; void f(int n, int *p) { if (n > 0) { *p = *p + 2; f(n - 1, p); } }"
     "int main(void) { f(2, &g); check(g == 4); }",
     true, false},
    {"void g(int, int *); void f(int n, int *p) { if (n > 0) g(n - 1, p); else *p = 5; }"
     "void g(int n, int *p) { int x = *p; f(n, &x); *p += x; }"
     "int main(void) { int y = 1; f(2, &y); check(y == 7); }",
     true, false},
    {"void f(int n, float *p) { if (n > 0) { *p = *p * 2; f(n - 1, p); } }"
     "int main(void) { float y = 1; f(2, &y); check(y == 4); }",
     true, false},
    {"void f(int n, int *p) { if (n > 0) f(n - 1, p); else *p = 8; }"
     "void h(int *p) { *p = 1; f(1, p); *p += 1; }"
     "int main(void) { int y; h(&y); check(y == 9); }",
     true, false},
    /* The first argument alone: the second one is moved. */
    {"void f(int n, int *p, int *a) { if (n > 0) { *p += a[n]; f(n - 1, p, a); } }"
     "int main(void) { int y = 0, a[3] = {5, 6, 7}; f(2, &y, a); check(y == 13); }",
     true, false},
    /* The same variable by name, twice, through a third function, or through what is kept. */
    {"int g; void f(int n, int *p) { if (n > 0) { g = 7; *p = *p + 1; f(n - 1, p); } }"
     "int main(void) { f(1, &g); check(g == 8); }",
     false, false},
    {"int g; void set(void) { g = 7; } void f(int n, int *p) { if (n > 0) { *p = 1; set(); "
     "f(n - 1, p); } } int main(void) { f(1, &g); check(g == 7); }",
     false, false},
    {"void f(int n, int *p, int *q) { *p = 1; *q = 2; if (n > 0) f(n - 1, p, q); }"
     "int main(void) { int y; f(1, &y, &y); check(y == 2); }",
     false, false},
    {"void f(int n, int *p, int *q) { *p = 1; *q = 2; if (n > 0) f(n - 1, p, p); }"
     "int main(void) { int x, y; f(1, &x, &y); check(x == 2); }",
     false, false},
    {"int g; void f(int n, int *p, int *q) { *p = 1; *q = 2; if (n > 0) f(n - 1, p, q); }"
     "void h(int *q) { f(1, &g, q); } int main(void) { h(&g); check(g == 2); }",
     false, false},
    {"int *kept; void f(int n, int *p) { kept = p; if (n > 0) { *p = 1; f(n - 1, p); *kept = 3; } }"
     "int main(void) { int y; f(1, &y); check(y == 3); }",
     false, false},
    {"int *kept; void keep(int *p) { kept = p; } void f(int n, int *p) { if (n > 0) { *p = 1;"
     " f(n - 1, p); *kept = 3; } } int main(void) { int y; keep(&y); f(1, &y); check(y == 3); }",
     false, false},
    {"int y, *kept = &y; void f(int n, int *p) { if (n > 0) { *p = 1; f(n - 1, p); *kept = 3; } }"
     "int main(void) { f(1, &y); check(y == 3); }",
     false, false},
    /* Parts of objects, other types, pointers that are moved or replaced. */
    {"void f(int n, int *p) { if (n > 0) { *p = 1; f(n - 1, p); } }"
     "int main(void) { int a[2] = {0, 0}; f(1, &a[1]); check(a[1] == 1); }",
     false, false},
    {"void f(int n, int *p) { if (n > 0) { *p = 1; *(char *)p = 2; f(n - 1, p); } }"
     "int main(void) { int y = 0; f(1, &y); check(y == 2); }",
     false, false},
    {"void f(int n, int *p) { if (n > 0) { *p = 1; f(n - 1, p + 1); } }"
     "int main(void) { int a[3] = {0, 0, 0}; f(2, a); check(a[1] == 1); }",
     false, false},
    {"int g; void f(int n, int *p) { *p = 1; p = &g; *p = 2; if (n > 0) f(n - 1, p); }"
     "int main(void) { int y = 0; f(1, &y); check(y == 1); }",
     false, false},
    {"void f(int n, int *p) { *p += 1; if (n > 0) f(n - 1, p); } void (*call)(int, int *) = f;"
     "int main(void) { int y = 0; call(1, &y); check(y == 2); }",
     false, false},
};

/* What is copied, and that the assertion fails in both programs or in none. */
START_TEST(test_copied_arguments) {
  const copied_example *e = &copied_examples[_i];
  char text[1000];
  az_error err = {.status = AZ_OK};
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  snprintf(text, sizeof text, PROLOGUE "%s", e->text);
  az_program *p = program_of_text(store, text, CLASSES);
  const az_program *to = az_program_arguments_copied(p);
  ck_assert_msg((to != p) == e->copies, "%s", e->text);
  ck_assert_msg(az_program_validate(to, &err) == AZ_OK, "%s", err.message);
  ck_assert_msg(may_fail(registry, p) == e->fails, "%s", e->text);
  ck_assert_msg(may_fail(registry, to) == e->fails, "%s", e->text);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
}
END_TEST

/* ---- summaries ------------------------------------------------------------------------------- */

/* `f` in the body is the function itself: a macro where it is compiled here. */
#define FUNCTION(name, body)                                                                       \
  static int name(int n) body static const char name##_text[] =                                    \
      "int f(int n) " #body " int main(void) { return f(3); }"
#define f mccarthy
FUNCTION(mccarthy, { return n > 100 ? n - 10 : f(f(n + 11)); });
#undef f
#define f count
FUNCTION(count, { return n <= 0 ? 0 : f(n - 1) + 1; });
#undef f
#define f half
FUNCTION(half, { return n <= 1 ? n : f(n / 2); });
#undef f
#define f nest
FUNCTION(nest, { return n <= 0 ? 0 : f(f(f(n - 2) - 1)) + 1; });
#undef f

#define f fibonacci
FUNCTION(fibonacci, { return n < 1 ? 0 : n == 1 ? 1 : f(n - 1) + f(n - 2); });
#undef f
#define f triple
FUNCTION(triple, { return n <= 0 ? 2 : f(n - 1) + 3; });
#undef f

static const struct {
  int (*function)(int);
  const char *text;
  int exact_from, exact_to; /* arguments for which the claims leave one result, at least */
} summarised[] = {{mccarthy, mccarthy_text, 102, 160},
                  {count, count_text, -60, 160},
                  {half, half_text, 0, 40},
                  {nest, nest_text, 1, 0},
                  {fibonacci, fibonacci_text, -60, 30},
                  {triple, triple_text, -60, 160}};

/* Returns whether all claims hold of this call. */
static bool admits(az_store *store, const az_summary *of, int argument, int result) {
  bool all = true;
  az_subst *subst = az_subst_new(store);
  az_subst_bind(subst, of->params[0], az_bv_signed(store, 32, argument));
  az_subst_bind(subst, of->result, az_bv_signed(store, 32, result));
  for (uint32_t k = 0; k < of->claim_count; k++) {
    az_term claim = az_subst_apply(subst, of->claims[k]);
    ck_assert(az_is_const(store, claim));
    all = all && az_is_true(store, claim);
  }
  az_subst_free(subst);
  return all;
}

/* A global that calls change: what they add to it. */
START_TEST(test_summaries_of_globals) {
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  az_program *p = program_of_text(
      store, "int g; void f(int n) { if (n > 0) { g++; f(n - 1); } } int main(void) { f(3); }",
      CLASSES);
  az_summary *found = summaries_find(p, registry, NULL, 0, true, 30);
  ck_assert_uint_eq(arrlenu(found), 1);
  ck_assert_uint_eq(found->global_count, 1);
  for (int n = -5; n < 50; n++)
    for (int added = -2; added < 50; added++) {
      bool all = true;
      az_subst *subst = az_subst_new(store);
      az_subst_bind(subst, found->params[0], az_bv_signed(store, 32, n));
      az_subst_bind(subst, found->globals[0].before, az_bv_signed(store, 32, 7));
      az_subst_bind(subst, found->globals[0].after, az_bv_signed(store, 32, 7 + added));
      for (uint32_t k = 0; k < found->claim_count; k++)
        all = all && !az_is_false(store, az_subst_apply(subst, found->claims[k]));
      az_subst_free(subst);
      ck_assert_msg(all == (added == (n > 0 ? n : 0)), "n = %d: %d", n, added);
    }
  arrfree(found);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
}
END_TEST

START_TEST(test_summaries) {
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  az_program *p = program_of_text(store, summarised[_i].text, CLASSES);
  az_summary *found = summaries_find(p, registry, NULL, 0, true, 30);
  ck_assert_uint_eq(arrlenu(found), 1);
  ck_assert_uint_gt(found->claim_count, 0);
  for (int n = -60; n < 160; n++) {
    if (summarised[_i].function == fibonacci && n > 30) break;
    int result = summarised[_i].function(n);
    ck_assert_msg(admits(store, found, n, result), "n = %d", n);
    if (n < summarised[_i].exact_from || n > summarised[_i].exact_to) continue;
    for (int other = result - 3; other <= result + 3; other++)
      ck_assert_msg(other == result || !admits(store, found, n, other), "n = %d: %d", n, other);
  }
  arrfree(found);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("recursion as loops");
  TCase *tcase = tcase_create("recursion as loops");
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, test_violations, 0, (int)(sizeof examples / sizeof *examples));
  tcase_add_test(tcase, test_checks);
  tcase_add_loop_test(tcase, test_copied_arguments, 0,
                      (int)(sizeof copied_examples / sizeof *copied_examples));
  tcase_add_loop_test(tcase, test_summaries, 0, (int)(sizeof summarised / sizeof *summarised));
  tcase_add_test(tcase, test_summaries_of_globals);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
