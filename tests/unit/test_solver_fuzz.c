/* Differential fuzz of all back ends that are there: random incremental runs (permanent formulas,
 * groups that are retired, rebuilds, undefined that are filled, arrays, assumptions of which some
 * are constant only once they are circuits). All must agree; every model is evaluated over the
 * formulas as given, by az_eval; on tiny runs the answer is also counted out.
 *
 * ANSATZ_FUZZ_SECONDS: how long (default 5). ANSATZ_FUZZ_SEED: the first run; a failure prints its
 * own. */
#include "ansatz/module.h"
#include "ansatz/solver.h"
#include "solver_random.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const char *const backends[] = {"bitblast", "boolector", "z3"};
enum { MOST_SOLVERS = 4, GROUPS = 64, FORMULAS = 256, UNDEFINED = 3, VARS = 16 };

static volatile sig_atomic_t dying;
static char seed_text[64];

static void on_signal(int number) {
  if (!dying) {
    dying = 1;
    if (write(STDERR_FILENO, seed_text, strlen(seed_text)) < 0) _exit(1);
  }
  signal(number, SIG_DFL);
  raise(number);
}

typedef struct run {
  az_store *store;
  pool pool;
  az_solver *solvers[MOST_SOLVERS];
  int solver_count;
  bool tiny;
  az_term vars[VARS]; /* not undefined */
  int var_count;
  az_term undefined[UNDEFINED], definitions[UNDEFINED];
  uint32_t base; /* terms of the pool without undefined */
  az_term permanent[FORMULAS];
  int permanent_count;
  struct {
    az_term formulas[4];
    int count;
    bool live;
  } groups[GROUPS];
  int group_count;
  const char *what;
} run;

static uint32_t below(run *r, uint32_t n) {
  return rng_below(r->pool.random, n);
}

/* ---- terms ----------------------------------------------------------------------------------- */

static az_sort array_sort(const run *r) {
  return r->tiny ? az_sort_array(1, az_sort_bv(2)) : az_sort_array(3, az_sort_bv(4));
}
static uint32_t width(run *r) {
  static const uint32_t some[] = {1, 3, 4, 4, 8};
  return r->tiny ? 1 + below(r, 2) : some[below(r, 5)];
}

static az_term random_array(run *r) {
  az_store *s = r->store;
  const az_sort sort = array_sort(r);
  const uint32_t iw = az_sort_index_width(sort), ew = az_sort_width(az_sort_element(sort));
  switch (below(r, 5)) {
  case 0:
    return az_ite(s, pick(&r->pool, az_sort_bool()), pick(&r->pool, sort), pick(&r->pool, sort));
  case 1: return az_const_array(s, iw, pick_bv(&r->pool, ew));
  case 2:
    return az_splice(s, pick(&r->pool, sort), pick(&r->pool, sort), pick_bv(&r->pool, iw),
                     pick_bv(&r->pool, iw), pick_bv(&r->pool, iw));
  default:
    return az_store_at(s, pick(&r->pool, sort), pick_bv(&r->pool, iw), pick_bv(&r->pool, ew));
  }
}

static void grow(run *r, int n) {
  for (int i = 0; i < n; i++) {
    switch (below(r, 8)) {
    case 0:
    case 1:
    case 2: pool_add(&r->pool, random_bool(&r->pool, width(r))); break;
    case 3: pool_add(&r->pool, random_array(r)); break;
    case 4:
      pool_add(&r->pool, az_select(r->store, pick(&r->pool, array_sort(r)),
                                   pick_bv(&r->pool, az_sort_index_width(array_sort(r)))));
      break;
    default: pool_add(&r->pool, random_bv(&r->pool, width(r))); break;
    }
  }
}

/* A sum with conditional summands, or an extremum, of terms from the `from`-th on. */
static az_term folded(run *r, const az_term *x, const az_term *c, int n, int from, bool extreme) {
  az_store *s = r->store;
  az_term t = az_bv(s, 3, 2);
  for (int i = 0; i < n; i++) {
    const int k = (from + i) % n;
    if (extreme)
      t = az_ite(s, az_bv_slt(s, t, x[k]), x[k], t);
    else
      t = az_ite(s, c[k], az_bv_add(s, t, k % 2 ? x[k] : az_bv(s, 3, 5)), t);
  }
  return t;
}

/* False or true, but not by the term layer's rules: bit 0 of 2x * y, x & ~x through xor, sums of
 * the same terms in another order. */
static az_term disguised_constant(run *r) {
  az_store *s = r->store;
  const uint32_t w = 3;
  const az_term x = pick(&r->pool, az_sort_bv(w)), y = pick(&r->pool, az_sort_bv(w));
  az_term t;
  switch (below(r, 4)) {
  case 3: {
    az_term xs[4], cs[4];
    for (int i = 0; i < 4; i++) {
      xs[i] = pick(&r->pool, az_sort_bv(w));
      cs[i] = pick(&r->pool, az_sort_bool());
    }
    const bool extreme = below(r, 2);
    const az_term one = folded(r, xs, cs, 4, 0, extreme);
    t = az_ne(s, one, folded(r, xs, cs, 4, 1 + (int)below(r, 3), extreme));
    break;
  }
  case 0:
    t = az_eq(s, az_extract(s, az_bv_mul(s, az_bv_shl(s, x, az_bv(s, w, 1)), y), 0, 0),
              az_bv(s, 1, 1));
    break;
  case 1:
    t = az_ne(s, az_bv_and(s, az_bv_xor(s, x, y), az_bv_xor(s, az_bv_not(s, y), x)),
              az_bv(s, w, 0));
    break;
  default:
    t = az_bv_ult(s, az_bv_add(s, az_zext(s, x, w + 2), az_zext(s, y, w + 2)),
                  az_zext(s, az_bv_and(s, x, y), w + 2));
    break;
  }
  return below(r, 3) ? t : az_not(s, t);
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool report(run *r, const char *format, const char *who) {
  fprintf(stderr, "%s%s: ", seed_text, r->what);
  fprintf(stderr, format, who);
  fprintf(stderr, "\n");
  return false;
}

static az_term value_in_model(void *ctx, az_term var) {
  return az_solver_value(ctx, var);
}

static az_term with_definitions(run *r, az_subst *subst, az_term t) {
  (void)r;
  return az_subst_apply(subst, t);
}

/* All that must hold together. */
static int collect(run *r, const az_term *assumptions, int n, az_term *all) {
  int count = 0;
  for (int i = 0; i < r->permanent_count; i++) all[count++] = r->permanent[i];
  for (int g = 0; g < r->group_count; g++)
    if (r->groups[g].live)
      for (int i = 0; i < r->groups[g].count; i++) all[count++] = r->groups[g].formulas[i];
  for (int i = 0; i < n; i++) all[count++] = assumptions[i];
  return count;
}

typedef struct counting {
  run *r;
  uint64_t bits; /* the assignment, packed */
} counting;

static az_term counted_value(void *ctx, az_term var) {
  counting *c = ctx;
  uint64_t bits = c->bits;
  az_store *s = c->r->store;
  for (int i = 0; i < c->r->var_count; i++) {
    const az_sort sort = az_sort_of(s, c->r->vars[i]);
    const bool is_array = az_sort_kind_of(sort) == AZ_SORT_ARRAY;
    const uint32_t w = is_array ? 4 : az_sort_width(sort);
    if (c->r->vars[i] == var) {
      if (az_sort_kind_of(sort) == AZ_SORT_BOOL) return az_bool(s, bits & 1);
      if (!is_array) return az_bv(s, w, bits);
      return az_store_at(s, az_const_array(s, 1, az_bv(s, 2, bits)), az_bv(s, 1, 1),
                         az_bv(s, 2, bits >> 2));
    }
    bits >>= w;
  }
  return AZ_NO_TERM;
}

static az_answer count_out(run *r, const az_term *all, int n) {
  uint32_t total = 0;
  for (int i = 0; i < r->var_count; i++) {
    const az_sort sort = az_sort_of(r->store, r->vars[i]);
    total += az_sort_kind_of(sort) == AZ_SORT_ARRAY ? 4 : az_sort_width(sort);
  }
  counting c = {r, 0};
  az_eval *eval = az_eval_new(r->store, counted_value, &c);
  az_answer answer = AZ_UNSAT;
  for (c.bits = 0; c.bits < UINT64_C(1) << total && answer == AZ_UNSAT; c.bits++) {
    bool holds = true;
    az_eval_reset(eval);
    for (int i = n; i-- > 0 && holds;) holds = az_is_true(r->store, az_eval_term(eval, all[i]));
    if (holds) answer = AZ_SAT;
  }
  az_eval_free(eval);
  return answer;
}

static bool check(run *r) {
  static az_term all[FORMULAS + GROUPS * 4 + 8];
  az_term assumptions[4];
  const int n = (int)below(r, 5);
  for (int i = 0; i < n; i++)
    assumptions[i] = below(r, 5) ? pick(&r->pool, az_sort_bool()) : disguised_constant(r);
  const int count = collect(r, assumptions, n, all);
  az_subst *subst = az_subst_new(r->store);
  for (int h = 0; h < UNDEFINED; h++)
    if (r->definitions[h]) az_subst_bind(subst, r->undefined[h], r->definitions[h]);
  az_answer first = AZ_UNKNOWN;
  bool fine = true;
  for (int k = 0; k < r->solver_count && fine; k++) {
    az_solver *s = r->solvers[k];
    const az_answer answer = az_solver_check(s, assumptions, (size_t)n, 0);
    if (answer == AZ_UNKNOWN) fine = report(r, "%s does not know", az_solver_backend(s));
    if (k == 0) first = answer;
    if (fine && answer != first)
      fine = report(r, "%s disagrees with the first", az_solver_backend(s));
    if (fine && answer == AZ_SAT) {
      az_eval *eval = az_eval_new(r->store, value_in_model, s);
      for (int i = 0; i < count && fine; i++) {
        if (!az_solver_holds(s, all[i]))
          fine = report(r, "%s: its model makes a formula false", az_solver_backend(s));
        else if (!az_is_true(r->store, az_eval_term(eval, with_definitions(r, subst, all[i]))))
          fine = report(r, "%s: its variables make a formula false", az_solver_backend(s));
      }
      if (fine && az_solver_abstracted(s))
        fine = report(r, "%s calls an exact model abstracted", az_solver_backend(s));
      az_eval_free(eval);
    }
  }
  if (fine && r->tiny) {
    az_term plain[FORMULAS + GROUPS * 4 + 8];
    for (int i = 0; i < count; i++) plain[i] = with_definitions(r, subst, all[i]);
    if (count_out(r, plain, count) != first) fine = report(r, "%s", "all disagree with counting");
  }
  az_subst_free(subst);
  return fine;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static void add_var(run *r, az_sort sort, const char *name) {
  r->vars[r->var_count++] = pool_add(&r->pool, az_var(r->store, sort, name));
}

static bool one_run(az_registry *registry, uint64_t seed, uint64_t *checks) {
  static run r;
  memset(&r, 0, sizeof r);
  rng random = {seed * 77777 + 5};
  r.store = az_store_new();
  r.pool.store = r.store;
  r.pool.random = &random;
  r.tiny = below(&r, 3) == 0;
  r.what = r.tiny ? "tiny run" : "run";
  const uint32_t rebuild_after = below(&r, 2) ? 1 + below(&r, 4) : 0;
  for (size_t k = 0; k < sizeof backends / sizeof *backends; k++) {
    const az_solver_config config = {.backend = backends[k], .rebuild_after = rebuild_after};
    const bool there = k == 0 || az_registry_find(registry, AZ_MODULE_SOLVER, backends[k], NULL);
    az_error err = {.status = AZ_OK};
    if (there)
      r.solvers[r.solver_count++] = az_solver_new(r.store, k ? registry : NULL, &config, &err);
    if (err.status) return report(&r, "%s", err.message);
  }
  if (!r.solver_count) return report(&r, "%s", "no solver");

  add_var(&r, array_sort(&r), "a");
  if (r.tiny) {
    add_var(&r, az_sort_bv(1), "i");
    add_var(&r, az_sort_bv(2), "x");
    add_var(&r, az_sort_bool(), "p");
  } else {
    add_var(&r, array_sort(&r), "b");
    add_var(&r, az_sort_bool(), "p");
    add_var(&r, az_sort_bool(), "q");
    static const uint32_t widths[] = {1, 3, 3, 4, 4, 8, 8};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
      char name[8];
      snprintf(name, sizeof name, "v%zu", i);
      add_var(&r, az_sort_bv(widths[i]), name);
    }
  }
  grow(&r, 20);
  r.base = r.pool.count;
  const az_sort undefined_sorts[UNDEFINED] = {array_sort(&r), az_sort_bv(r.tiny ? 2 : 4),
                                              az_sort_bool()};
  for (int h = 0; h < UNDEFINED; h++)
    r.undefined[h] = az_fresh(r.store, undefined_sorts[h], "undefined");
  bool with_undefined = false, fine = true;

  const uint32_t steps = 10 + below(&r, 40);
  for (uint32_t step = 0; step < steps && fine; step++) {
    switch (below(&r, 10)) {
    case 0: /* undefined are visible from here on, until they are counted out they must be defined
             */
      if (!with_undefined && !r.tiny) {
        with_undefined = true;
        for (int h = 0; h < UNDEFINED; h++) pool_add(&r.pool, r.undefined[h]);
      } else if (below(&r, 3) == 0) {
        const uint32_t h = below(&r, UNDEFINED), all = r.pool.count;
        if (!r.definitions[h]) {
          r.pool.count = r.base; /* a term without undefined */
          r.definitions[h] = pick(&r.pool, undefined_sorts[h]);
          r.pool.count = all;
          for (int k = 0; k < r.solver_count; k++)
            az_solver_define(r.solvers[k], r.undefined[h], r.definitions[h]);
          if (r.tiny) pool_add(&r.pool, r.undefined[h]);
        }
      }
      grow(&r, 10);
      break;
    case 1: {
      if (below(&r, 2) || r.permanent_count == FORMULAS) break;
      az_term t = pick(&r.pool, az_sort_bool());
      if (below(&r, 2)) { /* a variable equals a term: what a back end may substitute */
        const az_term v = r.vars[below(&r, (uint32_t)r.var_count)];
        if (az_sort_kind_of(az_sort_of(r.store, v)) != AZ_SORT_ARRAY)
          t = az_eq(r.store, v, pick(&r.pool, az_sort_of(r.store, v)));
      }
      r.permanent[r.permanent_count++] = t;
      for (int k = 0; k < r.solver_count; k++) az_solver_assert(r.solvers[k], t);
      break;
    }
    case 2:
    case 3: {
      if (r.group_count == GROUPS) break;
      const int g = r.group_count++, n = 1 + (int)below(&r, 3);
      r.groups[g].live = true;
      r.groups[g].count = n;
      for (int i = 0; i < n; i++) r.groups[g].formulas[i] = pick(&r.pool, az_sort_bool());
      for (int k = 0; k < r.solver_count; k++) {
        const az_group group = az_solver_group(r.solvers[k]);
        for (int i = 0; i < n; i++)
          az_solver_group_assert(r.solvers[k], group, r.groups[g].formulas[i]);
      }
      break;
    }
    case 4:
    case 5: {
      if (!r.group_count) break;
      const uint32_t g = below(&r, (uint32_t)r.group_count);
      r.groups[g].live = false;
      for (int k = 0; k < r.solver_count; k++) az_solver_retire(r.solvers[k], g);
      break;
    }
    default:
      fine = check(&r);
      ++*checks;
      break;
    }
    if (below(&r, 3) == 0) grow(&r, 3);
  }
  for (int k = 0; k < r.solver_count; k++) az_solver_free(r.solvers[k]);
  az_store_free(r.store);
  return fine;
}

int main(void) {
#ifdef ANSATZ_BINARY
  char path[4096];
  snprintf(path, sizeof path, "%s", ANSATZ_BINARY);
  char *slash = strrchr(path, '/');
  if (slash) snprintf(slash, sizeof path - (size_t)(slash - path), "/modules");
  setenv("ANSATZ_PATH", path, 0);
#endif
  const char *seconds = getenv("ANSATZ_FUZZ_SECONDS"), *first = getenv("ANSATZ_FUZZ_SEED");
  const double end = az_clock(NULL) + (seconds ? atof(seconds) : 5);
  uint64_t seed = first ? strtoull(first, NULL, 10) : (uint64_t)time(NULL) << 20, runs = 0,
           checks = 0;
  az_registry *registry = az_registry_new(NULL);
  signal(SIGABRT, on_signal);
  signal(SIGSEGV, on_signal);
  bool fine = registry != NULL;
  for (; fine && (runs == 0 || az_clock(NULL) < end); seed++, runs++) {
    snprintf(seed_text, sizeof seed_text, "ANSATZ_FUZZ_SEED=%llu: ", (unsigned long long)seed);
    fine = one_run(registry, seed, &checks);
  }
  printf("%llu runs, %llu checks", (unsigned long long)runs, (unsigned long long)checks);
  for (size_t k = 0; registry && k < sizeof backends / sizeof *backends; k++)
    if (k == 0 || az_registry_find(registry, AZ_MODULE_SOLVER, backends[k], NULL))
      printf(", %s", backends[k]);
  printf(": %s\n", fine ? "all agree" : "FAILED");
  az_registry_free(registry);
  return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
