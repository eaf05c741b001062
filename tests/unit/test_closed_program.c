/* Closed programs: they are programs, take the chosen inputs, and fail where the program ends;
 * recursion of which the callers are forgotten is a loop. */
#include "termination/nontermination.h"
#include "ansatz/frontend.h"
#include "ansatz/trace.h"
#include "step_formula.h"
#include "temporary_folder.h"
#include <string.h>
#include <unistd.h>

static char *folder;

enum { MOST = 8 };
static const uint32_t all = 1u << AZ_C_UNREACH | 1u << AZ_C_OVERFLOW;

typedef struct closed {
  az_store *store;
  az_program *p, *c;
  az_arena *arena;
} closed;

/* The program and its closed one, in which each call of nondet yields the values in turn. */
static closed close_text(const char *text, const int *values, uint32_t count, uint32_t again) {
  char path[4096];
  const char *file = path;
  snprintf(path, sizeof path, "%s/p.c", folder);
  FILE *out = fopen(path, "w");
  ck_assert(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
  az_error err = {.status = AZ_OK};
  closed x = {.store = az_store_new(), .arena = az_arena_new()};
  az_frontend_options o = {.files = &file, .file_count = 1, .classes = all, .work_folder = folder};
  x.p = az_frontend(&o, x.store, &err);
  ck_assert_msg(x.p != NULL, "%s", err.message);
  az_input_choice choices[MOST];
  az_term terms[MOST];
  size_t n = 0;
  for (uint32_t i = 0; i < count; i++) terms[i] = az_bv_signed(x.store, 32, values[i]);
  for (uint32_t f = 0; f < x.p->function_count; f++)
    for (uint32_t b = 0; b < x.p->functions[f].block_count; b++)
      for (uint32_t i = 0; i < x.p->functions[f].blocks[b].stmt_count; i++) {
        const az_stmt *s = &x.p->functions[f].blocks[b].stmts[i];
        if (s->kind != AZ_S_INPUT || s->input != AZ_IN_NONDET) continue;
        ck_assert_uint_lt(n, MOST);
        choices[n++] =
            (az_input_choice){.stmt = s, .values = terms, .count = count, .again = again};
      }
  x.c = az_program_close(x.p, x.arena, all, choices, n, NULL);
  ck_assert_msg(az_program_validate(x.c, &err) == AZ_OK, "%s", err.message);
  unlink(path);
  return x;
}

static az_run run(const az_program *p) {
  az_interpreter_options o = {.max_steps = 5000, .classes = all};
  return az_interpret(p, &o);
}

static void done(closed *x) {
  az_arena_free(x->arena);
  az_program_free(x->p);
  az_store_free(x->store);
}

static az_run_end end_of(const char *text, const int *values, uint32_t count, uint32_t again) {
  closed x = close_text(text, values, count, again);
  az_run r = run(x.c);
  done(&x);
  return r.end;
}

START_TEST(an_end_is_a_failing_check) {
  static const char loop[] = "int nondet_int(void); int main(void) {\n"
                             "int x = nondet_int(); while (x < 0) if (x != -5) x++; return 0; }\n";
  ck_assert_int_eq(end_of(loop, (int[]){-5}, 1, 0), AZ_RUN_STEPS);
  ck_assert_int_eq(end_of(loop, (int[]){-4}, 1, 0), AZ_RUN_FAILED_CHECK);
  static const char stop[] = "void abort(void); int main(void) { abort(); }\n";
  ck_assert_int_eq(end_of(stop, NULL, 0, 0), AZ_RUN_FAILED_CHECK);
  static const char assume[] = "int nondet_int(void); void __VERIFIER_assume(int);\n"
                               "int main(void) { __VERIFIER_assume(nondet_int()); for (;;); }\n";
  ck_assert_int_eq(end_of(assume, (int[]){0}, 1, 0), AZ_RUN_FAILED_CHECK);
  ck_assert_int_eq(end_of(assume, (int[]){1}, 1, 0), AZ_RUN_STEPS);
}
END_TEST

START_TEST(values_come_round) {
  static const char text[] =
      "int nondet_int(void); int main(void) { int n = 0, expected[] = {3, 1, 2};\n"
      "while (nondet_int() == expected[n]) n = n == 2 ? 1 : n + 1; }\n";
  ck_assert_int_eq(end_of(text, (int[]){3, 1, 2}, 3, 1), AZ_RUN_STEPS);
  ck_assert_int_eq(end_of(text, (int[]){3, 1, 2}, 3, 0), AZ_RUN_FAILED_CHECK);
  ck_assert_int_eq(end_of(text, (int[]){3, 1, 2}, 3, 2), AZ_RUN_FAILED_CHECK);
}
END_TEST

/* Is the recursion of main's callee rewritten, and how does the run of the result end? */
static bool forgets(const char *text, az_run_end *end) {
  closed x = close_text(text, NULL, 0, 0);
  az_error err = {.status = AZ_OK};
  uint32_t recursive = AZ_NONE;
  for (uint32_t f = 0; f < x.c->function_count; f++)
    if (x.c->functions[f].recursive) recursive = f;
  ck_assert_uint_ne(recursive, AZ_NONE);
  bool possible = az_program_forget_callers(x.c, recursive, &err);
  ck_assert_int_eq(err.status, AZ_OK);
  ck_assert_msg(az_program_validate(x.c, &err) == AZ_OK, "%s", err.message);
  *end = run(x.c).end;
  for (uint32_t f = 0; possible && f < x.c->function_count; f++)
    ck_assert(!x.c->functions[f].recursive);
  done(&x);
  return possible;
}

START_TEST(callers_are_forgotten) {
  az_run_end end;
  ck_assert(forgets("void f(int n) { if (n) f(n); } int main(void) { f(5); }\n", &end));
  ck_assert_int_eq(end, AZ_RUN_STEPS);
  ck_assert(forgets("void f(int n) { if (n) f(n - 1); } int main(void) { f(5); }\n", &end));
  ck_assert_int_eq(end, AZ_RUN_FAILED_CHECK);
  ck_assert(forgets("void g(int); void f(int n) { if (n) g(n - 1); } void g(int n) { f(n + 1); }\n"
                    "int main(void) { f(5); }\n",
                    &end));
  ck_assert_int_eq(end, AZ_RUN_STEPS);
  /* The caller's local would be the callee's; two functions begin. */
  ck_assert(!forgets("void f(int *p) { int x = 0; if (*p) return; f(&x); }\n"
                     "int main(void) { int y = 0; f(&y); }\n",
                     &end));
  ck_assert(!forgets("void g(int); void f(int n) { if (n) g(n - 1); } void g(int n) { f(n + 1); }\n"
                     "int main(void) { f(0); g(5); }\n",
                     &end));
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  TCase *c = tcase_create("closed_program");
  tcase_set_timeout(c, 120);
  tcase_add_test(c, an_end_is_a_failing_check);
  tcase_add_test(c, values_come_round);
  tcase_add_test(c, callers_are_forgotten);
  return run_in_folder(c, "closed_program", folder);
}
