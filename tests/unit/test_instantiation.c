/* Facts about rigid indices are instantiated at the indices at which the formula reads their array,
 * be it through stores and choices or through what is defined later, and at no others. */
#include "domain_rows.h"
#include "made_cuts.h"
#include "synth/instantiation.h"

enum { BITS = 8 };

static bool possible(az_term fact, az_term claim) {
  az_error err = {.status = AZ_OK};
  az_solver_config config = {.name = "test"};
  az_solver *solver = az_solver_new(store, registry, &config, &err);
  az_solver_assert(solver, fact);
  az_answer answer = az_solver_check(solver, &claim, 1, 0);
  ck_assert(answer != AZ_UNKNOWN);
  az_solver_free(solver);
  return answer == AZ_SAT;
}

START_TEST(instances) {
  az_sort bv = az_sort_bv(BITS), array = az_sort_array(BITS, bv), wide = az_sort_array(12, bv);
  az_term index = az_var(store, bv, "index#8"), o = az_var(store, az_sort_bv(4), "o*"),
          a = az_var(store, array, "a"), b = az_var(store, array, "b"),
          m = az_var(store, wide, "m"), k = az_var(store, bv, "k"), j = az_var(store, bv, "j"),
          left = az_var(store, array, "h"), p = az_var(store, az_sort_bv(4), "p"),
          zero = az_bv(store, BITS, 0);
  az_ssa ssa = {.s = store};
  az_cuts *cuts = made_cuts_new(&ssa);
  arrput(cuts->rigids, ((az_rigid){.array = a, .index = index}));
  arrput(cuts->rigids, ((az_rigid){.array = m, .index = az_concat(store, o, index)}));
  /* a is read at k through a store and a choice, b at j, m at (p, k), the undefined one at j + 1 */
  az_term stored = az_store_at(store, az_ite(store, az_eq(store, k, j), a, a), j, k);
  az_term at_k = az_select(store, stored, k), at_j = az_select(store, b, j),
          at_pk = az_select(store, m, az_concat(store, p, k)),
          after = az_bv_add(store, j, az_bv(store, BITS, 1));
  az_term in_undefined = az_select(store, left, after);
  az_term holds = az_eq(store, az_bv_add(store, at_k, at_j), az_bv_add(store, at_pk, in_undefined));
  arrput(ssa.checks, ((az_check_instance){.guard = az_true(store), .holds = holds}));
  az_instances *in = az_instances_new(cuts);
  az_term below = az_bv_ult(store, index, az_bv(store, BITS, 10));
  az_term fact = az_implies(store, below, az_eq(store, az_select(store, a, index), zero));
  az_term of_site =
      az_implies(store, below, az_eq(store, az_select(store, m, az_concat(store, o, index)), zero));
  az_term closed = az_instances_close(in, fact), closed_site = az_instances_close(in, of_site);
  ck_assert(closed != fact && closed_site != of_site);
  az_term inside = az_bv_ult(store, k, az_bv(store, BITS, 10)),
          bad = az_not(store, az_eq(store, az_select(store, a, k), zero)),
          bad_site = az_not(store, az_eq(store, at_pk, zero));
  ck_assert(possible(closed, bad));
  ck_assert(!possible(closed, az_and(store, inside, bad)));
  ck_assert(possible(fact, az_and(store, inside, bad))); /* without instances */
  ck_assert(!possible(closed_site, az_and(store, inside, bad_site)));
  ck_assert(possible(closed_site, bad_site));
  az_term elsewhere = az_not(store, az_eq(store, at_j, zero));
  ck_assert(possible(closed, az_and(store, az_eq(store, j, zero), elsewhere))); /* b is another */
  ck_assert(az_instances_close(in, inside) == inside);
  /* The undefined variable turns out to be a: what reads it reads a. */
  az_term read_undefined = az_and(store, az_bv_ult(store, after, az_bv(store, BITS, 10)),
                                  az_not(store, az_eq(store, az_select(store, a, after), zero)));
  ck_assert(possible(az_instances_close(in, fact), read_undefined));
  az_instances_keep(in, fact);
  az_error err = {.status = AZ_OK};
  az_solver_config config = {.name = "kept"};
  az_solver *solver = az_solver_new(store, registry, &config, &err);
  arrput(ssa.definitions, ((az_definition){left, a}));
  az_instances_update(in);
  az_instances_assert(in, solver);
  ck_assert_int_eq(az_solver_check(solver, &read_undefined, 1, 0), AZ_UNSAT);
  az_solver_free(solver);
  az_instances_free(in);
  made_cuts_free(cuts);
  arrfree(ssa.checks);
  arrfree(ssa.definitions);
}
END_TEST

int main(void) {
  const TTest *const tests[] = {instances};
  return run_suite("instantiation", tests, sizeof tests / sizeof *tests);
}
