/* The solver bridge: lowering, constraint groups by activation literals, rebuilds, deadline, dump,
 * statistics.
 *
 * Asserted formulas are passed on to the back end at once. The facts of a special variable
 * (lower.h) follow when the variable first occurs in what was passed on: Ackermann's constraint for
 * a read and every other read of the same array there, and the equation of a defined variable.
 * Facts of variables that no formula mentions stay out, also after a rebuild. */
#include "check.h"
#include "ansatz/arena.h"
#include "ansatz/event.h"
#include "ansatz/module.h"
#include "module/builtin.h"
#include "base/check.h"

#include <errno.h>
#include <stb/stb_ds.h>
#include <stdio.h>
#include <string.h>

/* The compiled-in back end that needs no registry; weak, so that the core links without it. */
const az_module *ansatz_module_bitblast(void) __attribute__((weak));

typedef struct pair {
  az_term original, lowered;
} pair;

typedef struct group {
  az_term guard; /* the activation literal, a variable */
  bool live;
  pair *formulas; /* stb_ds */
} group;

typedef struct definition {
  az_term var, term;
} definition;

struct az_solver {
  az_store *store;
  const az_module *module;
  const az_backend_ops *ops;
  void *self;
  az_solver_config config;
  char *name, *dump_directory;
  int dump_errno; /* of the first dump that could not be written; 0: none */

  az_lowering *lowering;
  az_model *model;
  pair *permanent;         /* stb_ds */
  definition *definitions; /* stb_ds */
  group *groups;           /* stb_ds */
  uint32_t *live;          /* stb_ds: indices of live groups */
  uint32_t retired;        /* number of groups retired since the last rebuild */
  bool spent;              /* the instance answers no more queries */

  az_visit *cone; /* of all lowered formulas in the instance */
  struct {
    az_term key;
    az_term *value;
  } *reads;              /* array variable -> its READ variables in the instance */
  uint32_t abstractions; /* number of ABSTRACT variables in the instance */

  pair *assumptions; /* stb_ds: of the last query */
  az_term *passed;   /* stb_ds: assumptions passed to the back end */
  az_answer answer;
  bool refuted_here; /* UNSAT by a constant, without the back end */
  int abstracted;    /* of the last model: whether it is abstracted; -1: not computed */
  az_solver_stats stats;
  const char *by, *purpose; /* of the next query: for the log */
  az_registry *registry;    /* or NULL */
};

/* ---- the instance ---------------------------------------------------------------------------- */

/* Adds a fact about special variables to the instance, and its variables to the instance's cone. */
static void add_fact(az_solver *s, az_term fact) {
  if (az_is_true(s->store, fact)) return;
  assert(az_sort_of(s->store, fact) == az_sort_bool());
  s->ops->add(s->self, fact);
  az_visit_add(s->cone, fact);
}

static void activate_read(az_solver *s, az_special read) {
  az_store *store = s->store;
  assert(read.kind == AZ_SPECIAL_READ && az_kind_of(store, read.base) == AZ_K_VAR);
  az_visit_add(s->cone, read.index);
  ptrdiff_t at = hmgeti(s->reads, read.base);
  if (at < 0) {
    hmput(s->reads, read.base, NULL);
    at = hmgeti(s->reads, read.base);
  }
  arrput(s->reads[at].value, read.var);
  const az_term defined = az_definition(s->lowering, read.base);
  if (defined) {
    const az_term element = az_lower_read(s->lowering, defined, read.index);
    add_fact(s, az_eq(store, read.var, element));
    return;
  }
  const az_term *others = s->reads[at].value;
  for (size_t i = 0; i + 1 < arrlenu(others); i++) {
    const az_special *other = az_special_of(s->lowering, others[i]);
    if (az_always_differ(store, other->index, read.index)) continue;
    const az_term same = az_eq(store, other->index, read.index);
    if (!az_is_false(store, same))
      add_fact(s, az_implies(store, same, az_eq(store, other->var, read.var)));
  }
}

/* Adds a lowered formula's cone to the instance, with the facts that it needs. */
static void activate(az_solver *s, az_term formula) {
  az_visit_add(s->cone, formula);
  for (az_term t; (t = az_visit_next(s->cone));) {
    if (az_kind_of(s->store, t) != AZ_K_VAR) continue;
    const az_special *special = az_special_of(s->lowering, t);
    if (!special) continue;
    switch (special->kind) {
    case AZ_SPECIAL_READ: activate_read(s, *special); break;
    case AZ_SPECIAL_DEFINED: add_fact(s, az_eq(s->store, t, special->definition)); break;
    case AZ_SPECIAL_ABSTRACT: s->abstractions++; break;
    }
  }
}

/* Adds `formula` under `guard` (AZ_NO_TERM: none), conjunct by conjunct. */
static void add(az_solver *s, az_term guard, az_term formula) {
  enum { MOST = 1024 };
  az_term *parts = NULL;
  assert(az_sort_of(s->store, formula) == az_sort_bool());
  assert(!guard || az_kind_of(s->store, guard) == AZ_K_VAR);
  activate(s, formula);
  arrput(parts, formula);
  for (size_t i = 0; i < arrlenu(parts);) {
    const az_term t = parts[i];
    if (az_kind_of(s->store, t) == AZ_K_AND && arrlenu(parts) < MOST) {
      parts[i] = az_operand(s->store, t, 0);
      arrput(parts, az_operand(s->store, t, 1));
      continue;
    }
    i++;
    s->ops->add(s->self, guard ? az_implies(s->store, guard, t) : t);
  }
  arrfree(parts);
}

static void forget_instance(az_solver *s) {
  for (size_t i = 0; i < hmlenu(s->reads); i++) arrfree(s->reads[i].value);
  hmfree(s->reads);
  az_visit_forget(s->cone);
  s->abstractions = 0;
}

/* Returns a new instance of the back end; NULL and err on failure. */
static void *open_instance(const az_solver *s, az_error *err) {
  const az_options *options = s->config.options;
  void *self = s->ops->open(s->store, options, err);
  if (self && options && options->desc && az_desc_check(options->desc, err)) {
    s->ops->close(self);
    return NULL;
  }
  if (self && s->config.proofs && s->ops->keep) s->ops->keep(self);
  return self;
}

static bool rebuild(az_solver *s, az_error *err) {
  void *fresh = open_instance(s, err);
  if (!fresh) return false;
  s->ops->close(s->self);
  s->self = fresh;
  forget_instance(s);
  assert(!hmlenu(s->reads) && !s->abstractions); /* an instance begins empty */
  for (size_t i = 0; i < arrlenu(s->permanent); i++) add(s, AZ_NO_TERM, s->permanent[i].lowered);
  for (size_t i = 0; i < arrlenu(s->live); i++) {
    const group *g = &s->groups[s->live[i]];
    for (size_t k = 0; k < arrlenu(g->formulas); k++) add(s, g->guard, g->formulas[k].lowered);
  }
  AZ_LOG(az_store_log(s->store), solver, "rebuild", s->name, AZ_COUNT("retired", s->retired));
  s->retired = 0;
  s->spent = false;
  s->stats.rebuilds++;
  return true;
}

/* ---- creation and destruction --------------------------------------------------------------- */

static bool model_active(void *ctx, az_term var) {
  return az_visit_seen(((const az_solver *)ctx)->cone, var);
}

static az_term model_value(void *ctx, az_term var) {
  const az_solver *s = ctx;
  return s->ops->value(s->self, var);
}

static size_t model_reads(void *ctx, az_term base, const az_term **vars) {
  az_solver *s = ctx;
  const ptrdiff_t at = s->reads ? hmgeti(s->reads, base) : -1;
  *vars = at < 0 ? NULL : s->reads[at].value;
  return arrlenu(*vars);
}

static const az_module *find_backend(az_registry *registry, const char *name, az_error *err) {
  const az_module *(*volatile bitblast)(void) = ansatz_module_bitblast;
  const bool compiled_in = bitblast && (!name || !strcmp(name, "bitblast"));
  if (!registry) {
    if (compiled_in) return bitblast();
    az_fail(err, AZ_ERR_INPUT, "solver '%s' needs a module registry", name ? name : "bitblast");
    return NULL;
  }
  if (name) return az_registry_find(registry, AZ_MODULE_SOLVER, name, err);
  /* In measurements, bitblast took 0.1 to 0.9 of Boolector's time on synthesis and unwinding; it
   * also observes deadlines itself. */
  const az_module *first = az_registry_find(registry, AZ_MODULE_SOLVER, "bitblast", NULL);
  return first ? first : az_registry_find(registry, AZ_MODULE_SOLVER, "boolector", err);
}

static az_solver *open_solver(az_store *store, const az_module *module,
                              const az_solver_config *config, az_error *err) {
  az_solver *s = az_calloc(1, sizeof *s);
  s->store = store;
  if (config) s->config = *config;
  s->module = module;
  s->ops = module->operations;
  s->self = open_instance(s, err);
  if (!s->self) {
    free(s);
    return NULL;
  }
  s->name = az_strdup(s->config.name ? s->config.name : module->name);
  s->dump_directory = s->config.dump_directory ? az_strdup(s->config.dump_directory) : NULL;
  s->cone = az_visit_new(store, AZ_VISIT_ANY);
  s->lowering = az_lowering_new(store, s->ops->features);
  s->model = az_model_new(&(az_model_source){.store = store,
                                             .lowering = s->lowering,
                                             .features = s->ops->features,
                                             .ctx = s,
                                             .active = model_active,
                                             .value = model_value,
                                             .reads = model_reads});
  s->answer = AZ_UNKNOWN;
  return s;
}

az_solver *az_solver_new(az_store *store, az_registry *registry, const az_solver_config *config,
                         az_error *err) {
  const az_module *module = find_backend(registry, config ? config->backend : NULL, err);
  az_solver_config c = config ? *config : (az_solver_config){0};
  if (!c.options) c.options = az_registry_solver_options(registry, module);
  az_solver *s = module ? open_solver(store, module, &c, err) : NULL;
  if (!s) return NULL;
  s->registry = registry;
  char *options = c.options ? az_desc_print(c.options->desc) : NULL;
  if (options) AZ_LOG(az_store_log(store), solver, "opened", s->name, AZ_TEXT("back end", options));
  free(options);
  return s;
}

az_solver *az_solver_beside(const az_solver *solver, az_error *err) {
  az_solver_config config = {.options = solver->config.options,
                             .rebuild_after = solver->config.rebuild_after};
  return open_solver(solver->store, solver->module, &config, err);
}

void az_solver_free(az_solver *s) {
  if (!s) return;
  s->ops->close(s->self);
  forget_instance(s);
  for (size_t i = 0; i < arrlenu(s->groups); i++) arrfree(s->groups[i].formulas);
  az_visit_free(s->cone);
  az_model_free(s->model);
  az_lowering_free(s->lowering);
  arrfree(s->permanent);
  arrfree(s->definitions);
  arrfree(s->groups);
  arrfree(s->live);
  arrfree(s->assumptions);
  arrfree(s->passed);
  free(s->name);
  free(s->dump_directory);
  free(s);
}

/* ---- constraints ----------------------------------------------------------------------------- */

void az_solver_assert(az_solver *s, az_term formula) {
  const az_term lowered = az_lower(s->lowering, formula, 0);
  if (az_is_true(s->store, lowered)) return;
  arrput(s->permanent, ((pair){formula, lowered}));
  add(s, AZ_NO_TERM, lowered);
}

void az_solver_define(az_solver *s, az_term var, az_term term) {
  az_store *store = s->store;
  assert(az_kind_of(store, var) == AZ_K_VAR && az_sort_of(store, var) == az_sort_of(store, term));
  assert(!az_definition(s->lowering, var)); /* an unwinding cut-off is defined once */
  const az_term before = az_float_variable_bits(s->lowering, var);
  const az_term name = before ? before : var;
  arrput(s->definitions, ((definition){var, term}));
  az_lowering_define(s->lowering, var, term);
  if (az_sort_kind_of(az_sort_of(store, var)) != AZ_SORT_ARRAY) {
    const az_special *special =
        az_visit_seen(s->cone, name) ? az_special_of(s->lowering, name) : NULL;
    if (special) {
      add_fact(s, az_eq(store, name, special->definition));
      activate(s, special->definition);
    }
    return;
  }
  const ptrdiff_t at = hmgeti(s->reads, var);
  if (at < 0) return;
  az_term *vars = s->reads[at].value;
  for (size_t i = 0; i < arrlenu(vars); i++) {
    const az_term index = az_special_of(s->lowering, vars[i])->index;
    const az_term fact = az_eq(store, vars[i], az_lower_read(s->lowering, term, index));
    add_fact(s, fact);
    activate(s, fact);
    vars = s->reads[hmgeti(s->reads, var)].value;
  }
}

az_group az_solver_group(az_solver *s) {
  const az_group g = (az_group)arrlenu(s->groups);
  arrput(s->groups, ((group){.guard = az_fresh(s->store, az_sort_bool(), "group"), .live = true}));
  arrput(s->live, g);
  return g;
}

void az_solver_group_assert(az_solver *s, az_group g, az_term formula) {
  assert(g < arrlenu(s->groups));
  group *to = &s->groups[g];
  const az_term lowered = az_lower(s->lowering, formula, 0);
  if (!to->live || az_is_true(s->store, lowered)) return;
  arrput(to->formulas, ((pair){formula, lowered}));
  add(s, to->guard, lowered);
}

void az_solver_retire(az_solver *s, az_group g) {
  assert(g < arrlenu(s->groups));
  group *old = &s->groups[g];
  if (!old->live) return;
  old->live = false;
  size_t before = arrlenu(s->live);
  for (size_t i = 0; i < arrlenu(s->live); i++)
    if (s->live[i] == g) {
      arrdel(s->live, i);
      break;
    }
  assert(arrlenu(s->live) + 1 == before); /* it was listed once */
  (void)before;
  arrfree(old->formulas);
  s->ops->add(s->self, az_not(s->store, old->guard)); /* the SAT solver may drop the clauses */
  s->retired++;
}

/* ---- checking -------------------------------------------------------------------------------- */

static FILE *open_dump(az_solver *s, const char *mode) {
  az_arena *arena = az_arena_new();
  FILE *out = fopen(az_arena_printf(arena, "%s/%s-%04llu.smt2", s->dump_directory, s->name,
                                    (unsigned long long)s->stats.calls),
                    mode);
  if (!out && !s->dump_errno) s->dump_errno = errno;
  az_arena_free(arena);
  return out;
}

static void close_dump(az_solver *s, FILE *out) {
  bool failed = ferror(out);
  failed |= fclose(out) != 0;
  if (failed && !s->dump_errno) s->dump_errno = errno;
}

static void dump(az_solver *s) {
  az_store *store = s->store;
  FILE *out = open_dump(s, "w");
  if (out) {
    az_term *all = NULL;
    for (size_t i = 0; i < arrlenu(s->permanent); i++) arrput(all, s->permanent[i].original);
    for (size_t i = 0; i < arrlenu(s->definitions); i++)
      arrput(all, az_eq(store, s->definitions[i].var, s->definitions[i].term));
    for (size_t i = 0; i < arrlenu(s->live); i++) {
      const group *g = &s->groups[s->live[i]];
      for (size_t k = 0; k < arrlenu(g->formulas); k++) arrput(all, g->formulas[k].original);
    }
    for (size_t i = 0; i < arrlenu(s->assumptions); i++) arrput(all, s->assumptions[i].original);
    az_dump_smt2(store, all, arrlenu(all), out);
    arrfree(all);
    close_dump(s, out);
  }
}

static const char *const answers[] = {
    [AZ_SAT] = "sat", [AZ_UNSAT] = "unsat", [AZ_UNKNOWN] = "unknown"};

/* Appends the back end's answer, for scripts/replay-queries. */
static void dump_answer(az_solver *s) {
  FILE *out = open_dump(s, "a");
  if (!out) return;
  fprintf(out, "; answer: %s\n", answers[s->answer]);
  close_dump(s, out);
}

#ifdef ANSATZ_CHECK
/* Checks the back end's answer to the lowered query against the original query. */
static void check_answer(az_solver *s) {
  enum { MOST_CLAUSES = 20000 };
  const az_solver_stats stats = az_solver_statistics(s);
  az_term *formulas = NULL, (*definitions)[2] = NULL;
  if (s->config.second || s->refuted_here || s->answer == AZ_UNKNOWN) return;
  if (!az_is_sampled(s->answer == AZ_SAT ? stats.sat + 1 : stats.unsat + 1)) return;
  if (stats.clauses > MOST_CLAUSES) return;
  for (size_t i = 0; i < arrlenu(s->permanent); i++) arrput(formulas, s->permanent[i].original);
  for (size_t i = 0; i < arrlenu(s->live); i++) {
    const group *g = &s->groups[s->live[i]];
    for (size_t k = 0; k < arrlenu(g->formulas); k++) arrput(formulas, g->formulas[k].original);
  }
  for (size_t i = 0; i < arrlenu(s->assumptions); i++) arrput(formulas, s->assumptions[i].original);
  for (size_t i = 0; i < arrlenu(s->definitions); i++) {
    az_term(*d)[2] = arraddnptr(definitions, 1);
    (*d)[0] = s->definitions[i].var;
    (*d)[1] = s->definitions[i].term;
  }
  const az_checked_query query = {.store = s->store,
                                  .registry = s->registry,
                                  .backend = s->module->name,
                                  .formulas = formulas,
                                  .count = arrlenu(formulas),
                                  .definitions = definitions,
                                  .definition_count = arrlenu(definitions)};
  /* Abstracted terms need not hold in the model. */
  assert(s->answer != AZ_SAT || s->abstractions || !az_refuted_by_model(&query, s->model));
  assert(s->answer != AZ_UNSAT || !az_satisfied_elsewhere(&query));
  arrfree(formulas);
  arrfree(definitions);
}
#endif

void az_solver_purpose(az_solver *s, const char *by, const char *purpose) {
  s->by = by;
  s->purpose = purpose;
}

/* Logs the query, with the number of the dumped file. */
static void log_query(const az_solver *s, const az_log *log, double seconds) {
  const az_solver_stats stats = az_solver_statistics(s);
  AZ_LOG(log, solver, "query", s->name, AZ_COUNT("number", stats.calls), AZ_TEXT("by", s->by),
         AZ_TEXT("for", s->purpose), AZ_TEXT("answer", answers[s->answer]),
         AZ_SECONDS("time", seconds), AZ_COUNT("assumptions", arrlenu(s->assumptions)),
         AZ_COUNT("groups", arrlenu(s->live)), AZ_COUNT("variables", stats.variables),
         AZ_COUNT("clauses", stats.clauses),
         AZ_COUNT("terms", az_store_statistics(s->store).terms));
}

az_answer az_solver_check(az_solver *s, const az_term *assumptions, size_t n, double deadline) {
  const double begin = az_stopwatch(az_store_work(s->store));
  s->stats.calls++;
  if ((s->config.rebuild_after && s->retired >= s->config.rebuild_after) || s->spent)
    rebuild(s, NULL);
  az_model_reset(s->model);
  s->abstracted = -1;
  s->refuted_here = false;
  arrsetlen(s->assumptions, 0);
  arrsetlen(s->passed, 0);
  bool late = false;
  for (size_t i = 0; i < n; i++) {
    assert(az_sort_of(s->store, assumptions[i]) == az_sort_bool());
    const az_term lowered = late ? AZ_NO_TERM : az_lower(s->lowering, assumptions[i], deadline);
    arrput(s->assumptions, ((pair){assumptions[i], lowered}));
    late = !lowered;
    if (late) continue;
    if (az_is_false(s->store, lowered)) s->refuted_here = true;
    if (!az_is_true(s->store, lowered)) arrput(s->passed, lowered);
  }
  if (s->dump_directory) dump(s);
  if (s->refuted_here) {
    s->answer = AZ_UNSAT;
  } else if (late || (deadline > 0 && az_clock(az_store_work(s->store)) >= deadline)) {
    s->answer = AZ_UNKNOWN;
  } else {
    for (size_t i = 0; i < arrlenu(s->passed); i++) activate(s, s->passed[i]);
    for (size_t i = 0; i < arrlenu(s->live); i++) {
      const group *g = &s->groups[s->live[i]];
      if (arrlenu(g->formulas)) arrput(s->passed, g->guard);
    }
    s->answer = s->ops->check(s->self, s->passed, arrlenu(s->passed), deadline);
    s->spent = s->answer == AZ_UNKNOWN && (s->ops->features & AZ_BACKEND_ENDS_ONCE);
  }
  if (s->dump_directory) dump_answer(s);
#ifdef ANSATZ_CHECK
  check_answer(s);
#endif
  uint64_t *counter = s->answer == AZ_SAT     ? &s->stats.sat
                      : s->answer == AZ_UNSAT ? &s->stats.unsat
                                              : &s->stats.unknown;
  ++*counter;
  const double seconds = az_stopwatch(az_store_work(s->store)) - begin;
  s->stats.seconds += seconds;
  const az_log *log = az_store_log(s->store);
  if (!s->config.second && az_log_on(log, AZ_TOPIC_solver)) log_query(s, log, seconds);
  s->by = s->purpose = NULL;
  return s->answer;
}

/* Writes the empty clause as formula and proof, for a false assumption or if there was no query. */
static az_status prove_false(const char *formula_file, const char *proof_file, az_error *err) {
  const char *const files[2] = {formula_file, proof_file}, *texts[2] = {"p cnf 0 1\n0\n", "0\n"};
  for (int i = 0; i < 2; i++) {
    FILE *out = fopen(files[i], "we");
    bool fine = out && fputs(texts[i], out) >= 0;
    if (out && fclose(out)) fine = false;
    if (!fine)
      return az_fail(err, AZ_ERR_FAULT, "%s: cannot be written: %s", files[i], strerror(errno));
  }
  return AZ_OK;
}

az_status az_solver_prove(az_solver *s, const char *formula_file, const char *proof_file,
                          double deadline, az_error *err) {
  assert(s->refuted_here || !s->stats.calls || s->answer == AZ_UNSAT);
  if (s->refuted_here || !s->stats.calls) return prove_false(formula_file, proof_file, err);
  if (!s->ops->prove || !s->config.proofs)
    return az_fail(err, AZ_ERR_UNSUPPORTED, "solver '%s' writes no proofs", s->module->name);
  return s->ops->prove(s->self, formula_file, proof_file, deadline, err);
}

az_term az_solver_value(az_solver *s, az_term t) {
  assert(s->answer == AZ_SAT); /* only this answer has a model */
  return az_model_value(s->model, t);
}

bool az_solver_holds(az_solver *s, az_term boolean) {
  return az_is_true(s->store, az_model_value(s->model, boolean));
}

az_term az_solver_known(const az_solver *s, az_term t) {
  return az_model_known(s->model, t);
}

static bool exactly_true(const az_solver *s, az_term t, bool *sure) {
  return az_is_true(s->store, az_model_exact(s->model, t, sure)) && *sure;
}

bool az_solver_abstracted(const az_solver *solver) {
  az_solver *s = (az_solver *)solver; /* the result is cached */
  if (!s->abstractions || s->answer != AZ_SAT) return false;
  if (s->abstracted < 0) {
    bool sure = true, all = true;
    for (size_t i = 0; all && i < arrlenu(s->permanent); i++)
      all = exactly_true(s, s->permanent[i].original, &sure);
    for (size_t i = 0; all && i < arrlenu(s->live); i++) {
      const group *g = &s->groups[s->live[i]];
      for (size_t k = 0; all && k < arrlenu(g->formulas); k++)
        all = exactly_true(s, g->formulas[k].original, &sure);
    }
    for (size_t i = 0; all && i < arrlenu(s->assumptions); i++)
      all = exactly_true(s, s->assumptions[i].original, &sure);
    s->abstracted = !all;
  }
  return s->abstracted;
}

az_solver_stats az_solver_statistics(const az_solver *s) {
  az_solver_stats stats = s->stats;
  if (s->ops->statistics) s->ops->statistics(s->self, &stats.variables, &stats.clauses);
  return stats;
}

const char *az_solver_backend(const az_solver *s) {
  return s->module->name;
}

int az_solver_dump_errno(const az_solver *s) {
  return s->dump_errno;
}
