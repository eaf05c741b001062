/* Cut points and observations: what a domain is shown is what it named, whatever others named
 * before; positions, views and paths stay; what is believed is one observation's, and holds in
 * concrete runs. */
#include "step_of_program.h"
#include "ansatz/trace.h"

static const char lists[] =
    "void *malloc(unsigned long); int __VERIFIER_nondet_int(void); void reach_error(void) {}\n"
    "struct n { int v; struct n *next; }; struct m { struct m *l, *r; int v; };\n"
    "int main(void) { int a[4] = {0}, i = 0; struct n *l = 0; struct m *h = 0;\n"
    "while (__VERIFIER_nondet_int()) { struct n *t = malloc(sizeof *t); t->v = i; t->next = l; l = "
    "t;\n"
    "i = (i + 1) % 4; a[i] = 1; }\n"
    "while (l) { for (int j = 0; j < 2; j++) i += l->v; struct m *g = malloc(sizeof *g); g->l = "
    "h;\n"
    "g->r = 0; if (h) h->r = g; h = g; l = l->next; } if (i < 0) reach_error(); }\n";

static const char *const sets[] = {
    "",
    OBSERVATION("objects"),
    OBSERVATION("objects") "," OBSERVATION("cells") "," OBSERVATION("entry_values"),
    OBSERVATION("objects") "," OBSERVATION("object_pairs") "," OBSERVATION(
        "inverses") "," OBSERVATION("reached") "," OBSERVATION("last_writer"),
    OBSERVATION("trace_partitions") "," OBSERVATION("iterations"),
    OBSERVATION("origins") "," OBSERVATION("entry_values"),
    OBSERVATION("pointer_partitions") "," OBSERVATION("objects"),
    OBSERVATION("allocation_times") "," OBSERVATION("objects"),
};
enum { SETS = sizeof sets / sizeof *sets };

/* ---- what is shown --------------------------------------------------------------------------- */

static const char *view_name(const az_domain_context *c, uint32_t view) {
  return c->views[view].name;
}

static void same_variables(const az_domain_context *a, const az_domain_context *b) {
  ck_assert_uint_eq(a->var_count, b->var_count);
  for (uint32_t i = 0; i < a->var_count; i++) {
    const az_tvar *x = &a->vars[i], *y = &b->vars[i];
    ck_assert_str_eq(x->name, y->name);
    ck_assert_str_eq(view_name(a, x->view), view_name(b, y->view));
    ck_assert(x->kind == y->kind && x->bits == y->bits && x->is_signed == y->is_signed &&
              x->changes == y->changes && x->auxiliary == y->auxiliary);
    ck_assert((x->entry != 0) == (y->entry != 0) && x->target_count == y->target_count);
  }
}

/* Views have names; what others made is shown as an empty one. */
static void same_views(const az_domain_context *a, const az_domain_context *b) {
  for (int turn = 0; turn < 2; turn++) {
    const az_domain_context *x = turn ? b : a, *y = turn ? a : b;
    for (uint32_t v = 0; v < x->view_count; v++) {
      bool found = !x->views[v].by; /* views of the core may be there without variables */
      for (uint32_t w = 0; w < y->view_count && !found; w++)
        found = !strcmp(view_name(x, v), view_name(y, w));
      ck_assert_msg(found, "view '%s'", view_name(x, v));
    }
  }
}

/* Alone, and where another set was shown before. */
START_TEST(neighbours_change_nothing) {
  const char *set = sets[_i / SETS], *before = sets[_i % SETS];
  program_step alone = step_of_program(lists, (const char *const[]){set, NULL}, 1);
  program_step both = step_of_program(lists, (const char *const[]){before, set, NULL}, 1);
  (void)observed_by(&both, 0);
  const az_domain_context *one = observed_by(&alone, 0), *other = observed_by(&both, 1);
  same_variables(one, other);
  same_views(one, other);
  free_step(&alone);
  free_step(&both);
}
END_TEST

/* Without terms, which differ where their names are equal. */
static bool same_path(const az_access *a, const az_access *b) {
  if (!a || !b) return a == b;
  bool same = a->kind == b->kind && a->instance == b->instance && a->ordinal == b->ordinal &&
              a->offset == b->offset && a->bytes == b->bytes && a->kind != AZ_ACCESS_COMBINED &&
              (a->ghost == b->ghost || (a->ghost && b->ghost && !strcmp(a->ghost, b->ghost)));
  return same && same_path(a->of, b->of);
}

/* The second set adds positions and views behind those of the first; equal ones are shared. */
START_TEST(nothing_moves) {
  const char *const all[] = {sets[_i / SETS], sets[_i % SETS], NULL};
  program_step f = step_of_program(lists, all, 2);
  const az_domain_context *first = observed_by(&f, 0);
  uint32_t views, more;
  const az_view *list = az_cuts_views(f.cuts, &views);
  az_view *kept = malloc((views + 1) * sizeof *kept);
  memcpy(kept, list, views * sizeof *kept);
  az_term **values = calloc(arrlenu(az_cuts_ssa(f.cuts)->loops) + 1, sizeof *values);
  size_t *widths = calloc(arrlenu(az_cuts_ssa(f.cuts)->loops) + 1, sizeof *widths);
  for (uint32_t l = 0; l < arrlenu(az_cuts_ssa(f.cuts)->loops); l++) {
    const az_cut_instance *c = az_cuts_loop(f.cuts, l);
    widths[l] = arrlenu(c->lb);
    values[l] = malloc((widths[l] + 1) * sizeof **values);
    memcpy(values[l], c->lb, widths[l] * sizeof **values);
  }
  const az_domain_context *second = observed_by(&f, 1);
  list = az_cuts_views(f.cuts, &more);
  ck_assert_uint_ge(more, views);
  for (uint32_t v = 0; v < views; v++)
    ck_assert(list[v].name == kept[v].name && list[v].of == kept[v].of && list[v].by == kept[v].by);
  for (uint32_t l = 0; l < arrlenu(az_cuts_ssa(f.cuts)->loops); l++) {
    const az_cut_instance *c = az_cuts_loop(f.cuts, l);
    ck_assert_uint_ge(arrlenu(c->lb), widths[l]);
    ck_assert_uint_eq(arrlenu(c->lb), az_cuts_width(f.cuts, c->view));
    ck_assert_uint_eq(arrlenu(c->entry), arrlenu(c->lb));
    if (widths[l]) ck_assert_mem_eq(c->lb, values[l], widths[l] * sizeof **values);
    free(values[l]);
  }
  if (sets[_i / SETS] == sets[_i % SETS]) {
    ck_assert_ptr_eq(first, second);
    ck_assert_uint_eq(more, views);
  }
  for (uint32_t i = 0; i < first->var_count; i++) /* equal paths of a cut point are one */
    for (uint32_t j = 0; j < second->var_count; j++)
      if (same_path(first->vars[i].path, second->vars[j].path) &&
          az_cuts_view_of_all(f.cuts, first->vars[i].view) ==
              az_cuts_view_of_all(f.cuts, second->vars[j].view)) {
        ck_assert_ptr_eq(first->vars[i].path, second->vars[j].path);
        ck_assert_uint_eq(first->vars[i].at, second->vars[j].at);
      }
  free(values);
  free(widths);
  free(kept);
  free_step(&f);
}
END_TEST

/* What a variable says of its width is that of its term. */
START_TEST(widths_are_those_of_terms) {
  program_step f = step_of_program(lists, (const char *const[]){sets[_i], NULL}, 1);
  const az_domain_context *seen = observed_by(&f, 0);
  for (uint32_t l = 0; l < arrlenu(az_cuts_ssa(f.cuts)->loops); l++) {
    const az_cut_instance *c = az_cuts_loop(f.cuts, l);
    for (uint32_t i = 0; i < seen->var_count; i++) {
      const az_tvar *v = &seen->vars[i];
      if (az_cuts_view_of_all(f.cuts, v->view) != c->view || v->kind != AZ_TV_INT) continue;
      ck_assert_msg(az_sort_width(az_sort_of(f.store, c->lb[v->at])) == v->bits, "%s", v->name);
    }
  }
  free_step(&f);
}
END_TEST

static bool is_of_heap(const az_tvar *v) {
  for (const az_access *a = v->path; a; a = a->of)
    if (a->kind == AZ_ACCESS_FIXED || a->kind == AZ_ACCESS_LIVE_SET) return true;
  return false;
}

START_TEST(only_objects_show_the_heap) {
  program_step f = step_of_program(lists, (const char *const[]){sets[0], sets[1], NULL}, 1);
  const az_domain_context *none = observed_by(&f, 0);
  uint32_t views, of_heap = 0;
  (void)az_cuts_views(f.cuts, &views);
  ck_assert_uint_eq(views, 3); /* one a loop: no section of the heap was built */
  for (uint32_t i = 0; i < none->var_count; i++) ck_assert(!is_of_heap(&none->vars[i]));
  const az_domain_context *objects = observed_by(&f, 1);
  for (uint32_t i = 0; i < objects->var_count; i++) of_heap += is_of_heap(&objects->vars[i]);
  ck_assert_uint_gt(of_heap, 0);
  free_step(&f);
}
END_TEST

/* ---- what is believed ------------------------------------------------------------------------ */

static void *open_other(const az_program *program, az_store *store, const az_desc *options,
                        az_error *err) {
  (void)program, (void)options, (void)err;
  return store;
}
static void close_other(void *self) {
  (void)self;
}
static az_term other_axiom(void *self, const az_ghost_event *event) {
  (void)event;
  return az_true(self);
}
static bool declare_nothing(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)cut, (void)err;
  return true;
}
static const az_observation_ops other_operations = {.open = open_other,
                                                    .close = close_other,
                                                    .declare = declare_nothing,
                                                    .axiom = other_axiom,
                                                    .argument = "nowhere"};
static const az_observation_ops not_argued = {
    .open = open_other, .close = close_other, .declare = declare_nothing, .axiom = other_axiom};
#define OTHER(text, table)                                                                         \
  {.abi = AZ_ABI,                                                                                  \
   .size = sizeof(az_module),                                                                      \
   .kind = AZ_MODULE_OBSERVATION,                                                                  \
   .name = text,                                                                                   \
   .version = "1.0",                                                                               \
   .summary = "another axiom",                                                                     \
   .operations = &(table),                                                                         \
   .operations_size = sizeof(table)}
static const az_module other = OTHER("other_axiom", other_operations);
static const az_module unargued = OTHER("unargued_axiom", not_argued);

static void refused(const char *first, const char *second, const char *says) {
  az_error err = {.status = AZ_OK};
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  az_program *p = program_of_text(store, "int main(void) { return 0; }\n", 1u << AZ_C_UNREACH);
  ck_assert_int_eq(az_registry_add(registry, &other, "test", &err), AZ_OK);
  if (!strcmp(second, OBSERVATION("unargued_axiom")) &&
      az_registry_add(registry, &unargued, "test", &err) != AZ_OK) {
    ck_assert_msg(strstr(err.message, "argu"), "%s", err.message);
  } else {
    az_desc *domains[] = {interval_observing(registry, first),
                          interval_observing(registry, second)};
    az_observers *o = az_observers_new(registry, p, (const az_desc *const *)domains, 2, &err);
    ck_assert_ptr_null(o);
    ck_assert_msg(strstr(err.message, says), "%s", err.message);
    for (int i = 0; i < 2; i++) az_desc_free(domains[i]);
  }
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
}

START_TEST(one_axiom_a_configuration) {
  refused(OBSERVATION("allocation_times"), OBSERVATION("other_axiom"),
          "allocation_times and other_axiom");
  refused("", OBSERVATION("unargued_axiom"), "does not say where it is argued");
}
END_TEST

typedef struct allocations {
  az_program *p;
  const az_observation_ops *ops;
  void *self;
  uint32_t made, pairs;
  uint64_t state;
} allocations;

static az_term random_bit(void *ctx, const az_stmt *stmt, az_sort sort) {
  (void)stmt;
  allocations *a = ctx;
  a->state = a->state * 6364136223846793005u + 1442695040888963407u;
  if (az_sort_kind_of(sort) != AZ_SORT_BV) return az_zero_of(a->p->store, sort);
  return az_bv(a->p->store, az_sort_width(sort), a->state >> 60 != 0);
}

static bool holds(allocations *a, const az_ghost_event *e, uint32_t any, uint32_t made,
                  bool lives) {
  az_store *s = a->p->store;
  az_subst *subst = az_subst_new(s);
  az_subst_bind(subst, e->any, az_bv(s, AZ_INSTANCE_NUMBER_BITS, any));
  az_subst_bind(subst, e->made, az_bv(s, AZ_INSTANCE_NUMBER_BITS, made));
  az_subst_bind(subst, e->any_live, lives ? az_true(s) : az_false(s));
  az_term t = az_subst_apply(subst, a->ops->axiom(a->self, e));
  az_subst_free(subst);
  ck_assert(az_is_const(s, t));
  return az_is_true(s, t);
}

/* Objects are numbered as they are allocated; any of those before may live, none of those behind.
 */
static void allocated(void *ctx, const az_event *event) {
  allocations *a = ctx;
  az_store *s = a->p->store;
  if (!event->stmt || event->stmt->kind != AZ_S_ALLOC) return;
  az_sort sort = az_sort_bv(AZ_INSTANCE_NUMBER_BITS);
  az_ghost_event e = {.kind = AZ_ON_ALLOC,
                      .stmt = event->stmt,
                      .place = az_bv(s, 32, 1),
                      .made = az_var(s, sort, "made"),
                      .any = az_var(s, sort, "any"),
                      .any_live = az_var(s, az_sort_bool(), "any lives")};
  for (uint32_t any = 0; any < a->made; any++, a->pairs++)
    ck_assert(holds(a, &e, any, a->made, true));
  for (uint32_t any = 0; any < a->made + 3; any++) ck_assert(holds(a, &e, any, a->made, false));
  ck_assert(!holds(a, &e, a->made, a->made, true)); /* the new object does not live before */
  a->made++;
}

START_TEST(the_axiom_holds_in_concrete_runs) {
  az_error err = {.status = AZ_OK};
  az_store *store = az_store_new();
  az_registry *registry = open_registry();
  az_program *p = program_of_text(store, lists, 1u << AZ_C_UNREACH);
  const az_module *m = az_registry_find(registry, AZ_MODULE_OBSERVATION, "allocation_times", &err);
  ck_assert_msg(m != NULL, "%s", err.message);
  az_desc *options = az_desc_new(m);
  allocations a = {.p = p, .ops = m->operations};
  a.self = a.ops->open(p, store, options, &err);
  uint32_t pairs = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    a.made = 0;
    a.state = seed * 977;
    az_interpreter_options o = {
        .input = random_bit, .ctx = &a, .max_steps = 20000, .record = allocated};
    (void)az_interpret(p, &o);
    pairs = a.pairs;
  }
  ck_assert_uint_gt(pairs, 100);
  a.ops->close(a.self);
  az_desc_free(options);
  az_program_free(p);
  az_registry_free(registry);
  az_store_free(store);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("observations");
  TCase *tcase = tcase_create("observations");
  tcase_set_timeout(tcase, 300);
  tcase_add_loop_test(tcase, neighbours_change_nothing, SETS * SETS - CASES(SETS * SETS),
                      SETS * SETS);
  tcase_add_loop_test(tcase, nothing_moves, SETS * SETS - CASES(SETS * SETS), SETS * SETS);
  tcase_add_loop_test(tcase, widths_are_those_of_terms, 0, SETS);
  tcase_add_test(tcase, only_objects_show_the_heap);
  tcase_add_test(tcase, one_axiom_a_configuration);
  tcase_add_test(tcase, the_axiom_holds_in_concrete_runs);
  suite_add_tcase(suite, tcase);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
