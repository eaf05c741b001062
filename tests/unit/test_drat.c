/* The checker of DRAT proofs: what it accepts has no model, whoever wrote the proof; and the proofs
 * that the back end bitblast writes are accepted. */
#include "ansatz/solver.h"
#include "certify/drat.h"
#include "temporary_folder.h"
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *folder, formula[4096], proof[4096];

static void put(const char *file, const char *text) {
  FILE *out = fopen(file, "w");
  ck_assert(out && fputs(text, out) >= 0 && !fclose(out));
}

static az_drat_report check(const char *f, const char *p) {
  az_error err = {.status = AZ_OK};
  put(formula, f);
  put(proof, p);
  az_drat_report r = az_drat_check(formula, proof, 0, &err);
  ck_assert_msg(err.status == AZ_OK, "%s", err.message);
  return r;
}

static void accepted(const char *f, const char *p) {
  az_drat_report r = check(f, p);
  ck_assert_msg(r.result == AZ_DRAT_PROVED, "%s", r.reason);
}

static void refused(const char *f, const char *p, const char *why) {
  az_drat_report r = check(f, p);
  ck_assert_int_eq(r.result, AZ_DRAT_REFUSED);
  ck_assert_msg(strstr(r.reason, why), "%s", r.reason);
}

/* No model; and one, 1 = 2 = 3 = true. */
#define ALL_FOUR "c two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
#define HAS_MODEL "p cnf 3 3\n1 2 0\n-1 3 0\n-2 3 0\n"

START_TEST(correct_proofs) {
  accepted(ALL_FOUR, "2 0\n0\n");
  accepted(ALL_FOUR, "1 0 0");
  accepted(ALL_FOUR, "2 2 0\nd 1 2 0\n0\n");
  accepted("p cnf 1 2\n1 0\n-1 0\n", "0\n");
  accepted("p cnf 0 1\n0\n", "0\n");
  accepted(ALL_FOUR, "3 1 0\n-3 0\n1 0\n0\n"); /* its first step is RAT in a new variable */
}
END_TEST

START_TEST(wrong_steps) {
  refused(ALL_FOUR, "0\n", "line 1: the empty clause does not follow");
  refused(HAS_MODEL, "3 0\n-3 0\n0\n", "line 2: a clause of 1 literals, -3 first, does not follow");
  refused(HAS_MODEL, "3 0\n0\n", "the empty clause does not follow");
  /* With one clause fewer, nothing follows; a clause that was never there cannot be deleted. */
  refused(ALL_FOUR, "d 1 2 0\n2 0\n1 0\n0\n", "does not follow");
  refused(ALL_FOUR, "d 1 3 0\n2 0\n0\n", "is deleted that is not there");
}
END_TEST

START_TEST(files_that_end_early) {
  refused(ALL_FOUR, "", "ends without the empty clause");
  refused(ALL_FOUR, "2 0\n", "ends without the empty clause");
  refused("p cnf 1 2\n1 0\n-1 0\n", "1 0\n", "ends without the empty clause");
  refused(ALL_FOUR, "2 0\n1", "ends within a clause");
  refused(ALL_FOUR, "2 0\n0\n1 0\n", "continues after the empty clause");
  refused(ALL_FOUR, "2 x 0\n0\n", "no literal");
  refused(ALL_FOUR, "99999999999 0\n0\n", "no literal");
}
END_TEST

static void no_formula(const char *f) {
  az_error err = {.status = AZ_OK};
  put(formula, f);
  put(proof, "0\n");
  ck_assert_int_eq(az_drat_check(formula, proof, 0, &err).result, AZ_DRAT_REFUSED);
  ck_assert_int_eq(err.status, AZ_ERR_INPUT);
}

START_TEST(formulas_that_are_none) {
  no_formula("");
  no_formula("p cnf 2\n");
  no_formula("p cnf 1 2\n1 0\n");       /* a clause is missing */
  no_formula("p cnf 1 1\n1 0\n-1 0\n"); /* there is one more */
  no_formula("p cnf 1 1\n2 0\n");
  no_formula("p cnf 2 1\n1 2\n");
  az_error err = {.status = AZ_OK};
  (void)az_drat_check("/nowhere.cnf", proof, 0, &err);
  ck_assert_int_eq(err.status, AZ_ERR_INPUT);
}
END_TEST

/* ---- random formulas ------------------------------------------------------------------------- */

enum { VARIABLES = 5 };

static int random_clause(char *text, int *masks) {
  int n = 1 + rand() % 3, at = 0;
  masks[0] = masks[1] = 0;
  for (int i = 0; i < n; i++) {
    int v = rand() % VARIABLES, sign = rand() % 2;
    masks[sign] |= 1 << v;
    at += sprintf(text + at, "%d ", sign ? -(v + 1) : v + 1);
  }
  return at + sprintf(text + at, "0\n");
}

static bool has_model(int (*clauses)[2], int n) {
  for (int values = 0; values < 1 << VARIABLES; values++) {
    bool all = true;
    for (int i = 0; i < n; i++) all &= (values & clauses[i][0]) || (~values & clauses[i][1]);
    if (all) return true;
  }
  return false;
}

/* Steps of no sense are tried one by one; those that are accepted stay in the proof. None refutes a
 * formula that has a model, and enough of them refute most others. */
START_TEST(random_proofs) {
  int proved = 0, refutable = 0;
  srand(20261122);
  for (int round = 0; round < 60; round++) {
    char f[2000], p[4000] = "", step[100];
    int clauses[16][2], n = 10 + rand() % 6, at = sprintf(f, "p cnf %d %d\n", VARIABLES, n);
    for (int i = 0; i < n; i++) at += random_clause(f + at, clauses[i]);
    bool model = has_model(clauses, n), done = false;
    size_t length = 0;
    for (int tries = 0; tries < 60 && !done; tries++) {
      int ignored[2];
      if (rand() % 4)
        (void)random_clause(step, ignored);
      else
        strcpy(step, "0\n");
      strcpy(p + length, step);
      az_drat_report r = check(f, p);
      done = r.result == AZ_DRAT_PROVED;
      bool stays = strstr(r.reason, "ends without") != NULL;
      if (stays)
        length += strlen(step);
      else
        p[length] = 0;
    }
    ck_assert_msg(!model || !done, "a formula with a model was refuted:\n%s%s", f, p);
    refutable += !model;
    proved += done;
  }
  ck_assert_int_gt(refutable, 10);
  ck_assert_int_gt(2 * proved, refutable);
}
END_TEST

/* ---- proofs that the back end writes --------------------------------------------------------- */

static az_term square(az_store *s, az_term x) {
  return az_bv_mul(s, x, x);
}

/* x * x + y * y = 4 n + 3 has no solution. */
START_TEST(proofs_of_bitblast) {
  az_error err = {.status = AZ_OK};
  az_store *s = az_store_new();
  az_solver_config config = {.backend = "bitblast", .proofs = true};
  az_solver *solver = az_solver_new(s, NULL, &config, &err);
  ck_assert(solver != NULL);
  az_term x = az_var(s, az_sort_bv(7), "x"), y = az_var(s, az_sort_bv(7), "y");
  az_term sum = az_bv_add(s, square(s, x), square(s, y));
  az_term rest = az_eq(s, az_extract(s, sum, 1, 0), az_bv(s, 2, 3));
  az_solver_assert(solver, az_bv_ult(s, x, y));
  ck_assert_int_eq(az_solver_check(solver, &rest, 1, 0), AZ_UNSAT);
  ck_assert_int_eq(az_solver_prove(solver, formula, proof, 0, &err), AZ_OK);
  az_drat_report r = az_drat_check(formula, proof, 0, &err);
  ck_assert_msg(r.result == AZ_DRAT_PROVED, "%s", r.reason);
  ck_assert_uint_gt(r.clauses, 30);
  /* The proof is none of what was asserted alone. */
  FILE *in = fopen(formula, "r");
  char line[256], *whole = calloc(1, 1 << 20);
  ck_assert(in && whole && fgets(line, sizeof line, in));
  unsigned variables, clauses;
  ck_assert_int_eq(sscanf(line, "p cnf %u %u", &variables, &clauses), 2);
  int at = sprintf(whole, "p cnf %u %u\n", variables, clauses - 2);
  for (unsigned i = 0; i < clauses - 2 && fgets(line, sizeof line, in); i++)
    at += sprintf(whole + at, "%s", line);
  fclose(in);
  put(formula, whole);
  free(whole);
  ck_assert_int_eq(az_drat_check(formula, proof, 0, &err).result, AZ_DRAT_REFUSED);
  az_term no = az_false(s);
  ck_assert_int_eq(az_solver_check(solver, &no, 1, 0), AZ_UNSAT);
  ck_assert_int_eq(az_solver_prove(solver, formula, proof, 0, &err), AZ_OK);
  ck_assert_int_eq(az_drat_check(formula, proof, 0, &err).result, AZ_DRAT_PROVED);
  az_solver_free(solver);
  az_store_free(s);
}
END_TEST

int main(void) {
  folder = az_folder_new();
  if (!folder) return 1;
  snprintf(formula, sizeof formula, "%s/f.cnf", folder);
  snprintf(proof, sizeof proof, "%s/f.drat", folder);
  TCase *c = tcase_create("drat");
  tcase_set_timeout(c, 60);
  tcase_add_test(c, correct_proofs);
  tcase_add_test(c, wrong_steps);
  tcase_add_test(c, files_that_end_early);
  tcase_add_test(c, formulas_that_are_none);
  tcase_add_test(c, random_proofs);
  tcase_add_test(c, proofs_of_bitblast);
  return run_in_folder(c, "drat", folder);
}
