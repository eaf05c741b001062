/* Every strategy of the registry, with every choice of its options, against exhaustive enumeration:
 * random loops over two or three 4-bit variables (one loop with one or two copies, or two loops in
 * a row) through the real synthesis and solver. An oracle on plain integers computes the least
 * fixed point of the domain's rows over all states. Each result must be inductive and so contain
 * it, by the oracle and not by the solver; strategies that claim the least fixed point must return
 * it. */
#include "step_formula.h"

enum { MOST = 3, STATES = 1 << (4 * MOST), ROWS = 18 * 2, INPUTS = 4, VIEWS = 2 };

static uint64_t seed;
static uint32_t pick(uint32_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 33) % n;
}

/* ---- programs: trees, run on numbers and made into terms by two separate functions ----------- */

typedef enum shape { VARIABLE, INPUT, CONSTANT, ADD, SUB, AND, DIV, MUL, CHOOSE } shape;
typedef enum relation { EQ, NE, ULT, ULE, SLT, SLE } relation;

typedef struct tree {
  shape operation;
  uint32_t number;                   /* VARIABLE, CONSTANT */
  relation relation;                 /* CHOOSE: left and right compared */
  struct tree *left, *right, *a, *b; /* operands: a, b */
} tree;

static tree *leaf(shape operation, uint32_t number) {
  tree *t = calloc(1, sizeof *t);
  *t = (tree){.operation = operation, .number = number};
  return t;
}

static void free_tree(tree *t) {
  if (!t) return;
  free_tree(t->left), free_tree(t->right), free_tree(t->a), free_tree(t->b);
  free(t);
}

/* `plain`: copies, constants and inputs added, choices; nothing that multiplies or cuts. */
static tree *random_tree(uint32_t vars, uint32_t depth, bool plain) {
  tree *t = leaf(VARIABLE, pick(vars));
  if (!depth || !pick(8)) return t;
  uint32_t choice = pick(plain ? 7 : 10);
  if (choice == 0) {
    t->operation = CONSTANT, t->number = pick(16);
  } else if (choice <= 3) {
    t->operation = pick(3) ? ADD : SUB;
    t->a = plain ? leaf(VARIABLE, pick(vars)) : random_tree(vars, depth - 1, plain);
    t->b = pick(3) ? leaf(CONSTANT, 1 + pick(3)) : leaf(INPUT, 0);
    if (!plain && !pick(3)) free_tree(t->b), t->b = random_tree(vars, depth - 1, plain);
  } else if (choice <= 6) {
    t->operation = CHOOSE, t->relation = pick(6);
    t->left = pick(4) ? leaf(VARIABLE, pick(vars)) : leaf(INPUT, 0);
    t->right = pick(3) ? leaf(CONSTANT, pick(16)) : leaf(VARIABLE, pick(vars));
    t->a = random_tree(vars, depth - 1, plain);
    t->b = random_tree(vars, depth - 1, plain);
  } else {
    t->operation = choice == 7 ? AND : choice == 8 ? DIV : MUL;
    t->a = random_tree(vars, depth - 1, plain);
    t->b = choice == 9 && !pick(3) ? leaf(VARIABLE, pick(vars))
                                   : leaf(CONSTANT, (uint32_t[]){1, 2, 3, 7, 5, 12}[pick(6)]);
  }
  return t;
}

static int low4(uint32_t v) { /* as a signed number */
  return (int)(v & 15) - (v & 8 ? 16 : 0);
}

static bool compare(relation r, uint32_t a, uint32_t b) {
  switch (r) {
  case EQ: return a == b;
  case NE: return a != b;
  case ULT: return a < b;
  case ULE: return a <= b;
  case SLT: return low4(a) < low4(b);
  default: return low4(a) <= low4(b);
  }
}

/* States are 4 bits a variable. */
static uint32_t run_tree(const tree *t, uint32_t state, uint32_t input) {
  switch (t->operation) {
  case VARIABLE: return state >> 4 * t->number & 15;
  case INPUT: return input;
  case CONSTANT: return t->number;
  case CHOOSE:
    return run_tree(
        compare(t->relation, run_tree(t->left, state, input), run_tree(t->right, state, input))
            ? t->a
            : t->b,
        state, input);
  default: break;
  }
  uint32_t a = run_tree(t->a, state, input), b = run_tree(t->b, state, input);
  switch (t->operation) {
  case ADD: return (a + b) & 15;
  case SUB: return (a - b) & 15;
  case AND: return a & b;
  case DIV: return b ? a / b : 15;
  default: return a * b & 15;
  }
}

static az_term build_relation(az_store *s, relation r, az_term a, az_term b) {
  switch (r) {
  case EQ: return az_eq(s, a, b);
  case NE: return az_ne(s, a, b);
  case ULT: return az_bv_ult(s, a, b);
  case ULE: return az_bv_ule(s, a, b);
  case SLT: return az_bv_slt(s, a, b);
  default: return az_bv_sle(s, a, b);
  }
}

static az_term build_tree(az_store *s, const tree *t, const az_term *state, az_term input) {
  switch (t->operation) {
  case VARIABLE: return state[t->number];
  case INPUT: return az_zext(s, input, 4);
  case CONSTANT: return az_bv(s, 4, t->number);
  default: break;
  }
  az_term a = build_tree(s, t->a, state, input), b = build_tree(s, t->b, state, input);
  switch (t->operation) {
  case ADD: return az_bv_add(s, a, b);
  case SUB: return az_bv_sub(s, a, b);
  case AND: return az_bv_and(s, a, b);
  case DIV: return az_bv_udiv(s, a, b);
  case MUL: return az_bv_mul(s, a, b);
  default: break;
  }
  az_term l = build_tree(s, t->left, state, input), r = build_tree(s, t->right, state, input);
  return az_ite(s, build_relation(s, t->relation, l, r), a, b);
}

/* while (left relation right) state = next(state, any input) */
typedef struct loop {
  relation relation;
  tree *left, *right, *next[MOST];
} loop;

typedef struct program {
  uint32_t vars, loops, k, entry;
  bool is_signed[MOST], plain;
  loop loop[VIEWS];
} program;

static program random_program(uint64_t number) {
  seed = number * 7919 + 17;
  for (int i = 0; i < 4; i++) pick(2); /* neighbours' first numbers are alike */
  static const uint32_t limits[] = {3, 5, 10, 14, 15};
  program p = {.loops = 1, .k = 1, .plain = pick(2)};
  uint32_t form = pick(4);
  if (form == 1) p.k = 2;
  if (form == 2) p.loops = 2;
  p.vars = 2 + (form != 2 && !pick(3));
  for (uint32_t v = 0; v < p.vars; v++) {
    p.is_signed[v] = pick(2);
    p.entry |= pick(3) << 4 * v;
  }
  for (uint32_t l = 0; l < p.loops; l++) {
    p.loop[l].relation = pick(6);
    p.loop[l].left = leaf(VARIABLE, pick(p.vars));
    p.loop[l].right = pick(4) ? leaf(CONSTANT, limits[pick(5)]) : leaf(VARIABLE, pick(p.vars));
    for (uint32_t v = 0; v < p.vars; v++)
      p.loop[l].next[v] = random_tree(p.vars, 1 + pick(3), p.plain);
  }
  return p;
}

static void free_program(program *p) {
  for (uint32_t l = 0; l < p->loops; l++) {
    free_tree(p->loop[l].left), free_tree(p->loop[l].right);
    for (uint32_t v = 0; v < p->vars; v++) free_tree(p->loop[l].next[v]);
  }
}

static formula *formula_of(const program *p, az_registry *registry) {
  static const char *const names[] = {"x", "y", "z"};
  formula *f = new_formula(registry, p->k);
  az_store *s = f->store;
  az_term state[MOST], guard = az_true(s);
  for (uint32_t v = 0; v < p->vars; v++) state[v] = az_bv(s, 4, p->entry >> 4 * v);
  for (uint32_t l = 0; l < p->loops; l++) {
    for (uint32_t v = 0; v < p->vars; v++) add_variable(f, names[v], 4, p->is_signed[v]);
    const loop *body = &p->loop[l];
    az_term at[MOST], next[MOST], inside = guard;
    begin_loop(f, guard, state, state);
    memcpy(at, state, sizeof at);
    for (uint32_t j = 0; j < p->k; j++) {
      char name[32];
      snprintf(name, sizeof name, "in%u.%u", l, j);
      az_term input = az_var(s, az_sort_bv(2), name);
      az_term stay = build_relation(s, body->relation, build_tree(s, body->left, at, input),
                                    build_tree(s, body->right, at, input));
      inside = az_and(s, inside, stay);
      if (!j) guard = az_and(s, guard, az_not(s, stay)); /* of the next loop: where k is 1 */
      for (uint32_t v = 0; v < p->vars; v++) next[v] = build_tree(s, body->next[v], at, input);
      add_iteration(f, inside, next, p->vars);
      memcpy(at, next, sizeof at);
    }
  }
  return f;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

typedef struct oracle {
  const program *program;
  uint32_t states, rows;
  uint32_t view[ROWS];
  int64_t factor[ROWS][MOST];
  bool inside[VIEWS][STATES]; /* the loop's condition */
  uint16_t next[VIEWS][STATES][INPUTS];
} oracle;

typedef struct bounds {
  int64_t d[ROWS];
  bool reached[ROWS];
} bounds;

static int64_t row_value(const oracle *o, uint32_t row, uint32_t state) {
  int64_t sum = 0;
  for (uint32_t v = 0; v < o->program->vars; v++) {
    uint32_t x = state >> 4 * v & 15;
    sum += o->factor[row][v] * (o->program->is_signed[v] ? low4(x) : (int)x);
  }
  return sum;
}

/* Rows are linear: their factors are their values at the unit states. */
static void read_rows(oracle *o, formula *f) {
  const az_numeric_facet *numeric = az_domain_facets(&f->domain).numeric;
  o->rows = f->domain.ops->row_count(f->domain.self);
  ck_assert_uint_le(o->rows, ROWS);
  az_eval *eval = az_eval_new(f->store, NULL, NULL);
  for (uint32_t r = 0; r < o->rows; r++) {
    o->view[r] = f->domain.ops->row(f->domain.self, r).view;
    for (uint32_t v = 0; v < o->program->vars; v++) {
      az_term unit[MOST];
      for (uint32_t w = 0; w < o->program->vars; w++) unit[w] = az_bv(f->store, 4, v == w);
      az_state state = {.view = o->view[r], .values = unit};
      az_term e = numeric->expression(f->domain.self, r, &state);
      az_wide value = 0;
      ck_assert(az_const_wide(f->store, az_eval_term(eval, e), true, &value));
      o->factor[r][v] = (int64_t)value;
    }
  }
  az_eval_free(eval);
}

static void run_loops(oracle *o) {
  const program *p = o->program;
  o->states = 1u << 4 * p->vars;
  for (uint32_t l = 0; l < p->loops; l++) {
    const loop *body = &p->loop[l];
    for (uint32_t s = 0; s < o->states; s++) {
      o->inside[l][s] =
          compare(body->relation, run_tree(body->left, s, 0), run_tree(body->right, s, 0));
      for (uint32_t i = 0; i < INPUTS; i++) {
        uint32_t next = 0;
        for (uint32_t v = 0; v < p->vars; v++) next |= run_tree(body->next[v], s, i) << 4 * v;
        o->next[l][s][i] = (uint16_t)next;
      }
    }
  }
}

static bool admitted(const oracle *o, const bounds *b, uint32_t view, uint32_t state) {
  for (uint32_t r = 0; r < o->rows; r++)
    if (o->view[r] == view && (!b->reached[r] || row_value(o, r, state) > b->d[r])) return false;
  return true;
}

static bool join_state(const oracle *o, bounds *b, uint32_t view, uint32_t state) {
  bool changed = false;
  for (uint32_t r = 0; r < o->rows; r++) {
    if (o->view[r] != view) continue;
    int64_t e = row_value(o, r, state);
    if (b->reached[r] && e <= b->d[r]) continue;
    b->reached[r] = changed = true;
    b->d[r] = e;
  }
  return changed;
}

/* One application of the loops, joined (docs/soundness.md 2): from a state on entry every copy
 * counts; from a loop-back state only the last one does, and earlier ones satisfy the claims. */
static bool apply(const oracle *o, bounds *b) {
  const bounds before = *b;
  const program *p = o->program;
  static bool head[VIEWS][STATES];
  memset(head, 0, sizeof head);
  bool changed = false, feasible = true;
  for (uint32_t l = 0; l < p->loops && feasible; l++) {
    if (!l) head[0][p->entry] = true;
    for (uint32_t s = 0; s < o->states; s++) {
      bool entry = head[l][s], again = admitted(o, &before, l, s);
      head[l][s] |= again;
      for (uint32_t i = 0; i < INPUTS && head[l][s] && o->inside[l][s]; i++) {
        uint32_t first = o->next[l][s][i];
        if (entry || p->k == 1) changed |= join_state(o, b, l, first);
        if (p->k == 1 || !o->inside[l][first]) continue;
        if (!entry && !admitted(o, &before, l, first)) continue;
        for (uint32_t j = 0; j < INPUTS; j++) changed |= join_state(o, b, l, o->next[l][first][j]);
      }
    }
    if (l + 1 == p->loops) break;
    feasible = false;
    for (uint32_t s = 0; s < o->states; s++) {
      head[l + 1][s] = head[l][s] && !o->inside[l][s];
      feasible |= head[l + 1][s];
    }
  }
  return changed;
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct variant {
  const az_module *module, *another; /* another: with which it is composed */
  az_value_desc value; /* the option that differs from its default; option NULL: none does */
  bool least;          /* documented as the least fixed point */
  bool least_plain;    /* on plain programs, for intervals and zones */
  char name[96];
  uint32_t runs, least_found, plain_runs, plain_found;
} variant;

static void add_variant(variant **all, const az_module *m, az_value_desc value, const char *text) {
  const az_strategy_ops *ops = m->operations;
  variant v = {.module = m, .value = value, .least = ops->least_fixed_point && !value.option};
  v.least_plain = !strcmp(m->name, "policy"); /* its header says where it is */
  const bool option = value.option && !strcmp(value.option, "accelerate");
  if (option && (!strcmp(m->name, "binsearch") || !strcmp(m->name, "acdl")))
    v.least = !value.as.boolean; /* so their headers say */
  snprintf(v.name, sizeof v.name, "%s{ %s%s%s }", m->name, value.option ? value.option : "",
           value.option ? " = " : "", text);
  arrput(*all, v);
}

static bool has_required_option(const az_module *m) {
  for (const az_option *o = m->options; o && o->name; o++)
    if (o->required) return true;
  return false;
}

/* Is the other strategy, which continues or precedes, all that must be given? */
static bool needs_another_only(const az_module *m) {
  const char *after = ((const az_strategy_ops *)m->operations)->after;
  for (const az_option *o = m->options; o && o->name; o++)
    if (o->required && (!after || strcmp(o->name, after) != 0)) return false;
  return after != NULL;
}

/* Adds the strategy with each of those made so far whose options have their defaults. It does not
 * lose a least fixed point. */
static void add_composed(variant **all, const az_module *m) {
  const char *after = ((const az_strategy_ops *)m->operations)->after;
  for (size_t i = 0, n = arrlenu(*all); i < n; i++) {
    const variant of = (*all)[i];
    if (of.value.option || of.another) continue;
    az_desc *desc = malloc(sizeof *desc), **items = malloc(sizeof *items);
    *desc = (az_desc){.module = of.module};
    *items = desc;
    az_value_desc value = {
        .option = after, .type = AZ_OPT_STRATEGY, .as.modules = {.items = items, .count = 1}};
    add_variant(all, m, value, of.name);
    variant *made = &(*all)[arrlenu(*all) - 1];
    made->least = of.least, made->another = of.module;
  }
}

/* All strategies, with each choice of each option, one at a time, and those that need another one
 * with each of these by itself; but none that needs a program beside the formula, as `seeded`. */
static variant *all_variants(az_registry *registry) {
  variant *all = NULL;
  const az_module *const *modules;
  size_t n = az_registry_list(registry, &modules);
  for (size_t i = 0; i < n; i++) {
    const az_module *m = modules[i];
    if (m->kind != AZ_MODULE_STRATEGY || has_required_option(m)) continue;
    add_variant(&all, m, (az_value_desc){0}, "");
    for (const az_option *o = m->options; o && o->name; o++) {
      az_value_desc v = {.option = o->name, .type = o->type};
      if (o->type == AZ_OPT_BOOL) {
        v.as.boolean = !o->initial || strcmp(o->initial, "true") != 0;
        add_variant(&all, m, v, v.as.boolean ? "true" : "false");
      } else if (o->type == AZ_OPT_ENUM) {
        for (const char *const *c = o->choices; *c; c++)
          if (!o->initial || strcmp(*c, o->initial) != 0)
            v.as.string = *c, add_variant(&all, m, v, *c);
      } else if (o->type == AZ_OPT_INT) {
        static const int64_t numbers[] = {0, 1, 3};
        for (uint32_t k = 0; k < 3; k++) {
          char text[24];
          snprintf(text, sizeof text, "%lld", (long long)numbers[k]);
          v.as.integer = numbers[k];
          bool fits =
              o->least >= o->greatest || (v.as.integer >= o->least && v.as.integer <= o->greatest);
          if (fits && (!o->initial || strcmp(text, o->initial) != 0)) add_variant(&all, m, v, text);
        }
      }
    }
  }
  for (size_t i = 0; i < n; i++)
    if (modules[i]->kind == AZ_MODULE_STRATEGY && needs_another_only(modules[i]))
      add_composed(&all, modules[i]);
  return all;
}

static bounds bounds_of(const oracle *o, const formula *f, const void *value) {
  const az_numeric_facet *numeric = az_domain_facets(&f->domain).numeric;
  bounds b = {0};
  for (uint32_t r = 0; r < o->rows; r++) {
    az_wide d = 0;
    b.reached[r] = numeric->bound(f->domain.self, r, value, &d);
    b.d[r] = (int64_t)d;
  }
  return b;
}

static void check_domain(const char *domain, uint32_t programs) {
  static oracle o;
  az_registry *registry = open_registry();
  variant *variants = all_variants(registry);
  for (uint32_t i = 0; i < programs; i++) {
    program p = random_program(i);
    formula *f = formula_of(&p, registry);
    open_domain(f, domain);
    o.program = &p;
    run_loops(&o);
    read_rows(&o, f);
    bounds least = {0};
    while (apply(&o, &least)) continue;
    for (size_t n = 0; n < arrlenu(variants); n++) {
      variant *v = &variants[n];
      if (!suits(f, v->module) || (v->another && !suits(f, v->another))) continue;
      az_desc desc = {.module = v->module, .values = &v->value, .count = v->value.option != NULL};
      void *value;
      az_step end = run_strategy(f, &desc, &value, 20);
      bounds found = bounds_of(&o, f, value), again = found;
      f->domain.ops->value_free(f->domain.self, value);
      ck_assert_msg(end == AZ_STEP_INDUCTIVE, "%s, %s, program %u: ended with %d", v->name, domain,
                    i, end);
      ck_assert_msg(!apply(&o, &again), "%s, %s, program %u: not inductive", v->name, domain, i);
      bool is_least = true;
      for (uint32_t r = 0; r < o.rows; r++) {
        is_least &=
            found.reached[r] == least.reached[r] && (!found.reached[r] || found.d[r] == least.d[r]);
        ck_assert_msg(!least.reached[r] || (found.reached[r] && found.d[r] >= least.d[r]),
                      "%s, %s, program %u, row %u: below the least fixed point", v->name, domain, i,
                      r);
      }
      bool wanted = v->least || (v->least_plain && p.plain && strcmp(domain, "octagons") != 0);
      ck_assert_msg(is_least || !wanted, "%s, %s, program %u: not least", v->name, domain, i);
      v->runs++, v->least_found += is_least;
      v->plain_runs += p.plain, v->plain_found += p.plain && is_least;
    }
    free_formula(f);
    free_program(&p);
  }
  for (size_t n = 0; n < arrlenu(variants); n++)
    if (variants[n].runs)
      printf("%-8s  %-34s least in %u of %u programs, %u of %u plain ones\n", domain,
             variants[n].name, variants[n].least_found, variants[n].runs, variants[n].plain_found,
             variants[n].plain_runs);
  for (size_t n = 0; n < arrlenu(variants); n++) {
    if (!variants[n].another) continue;
    free(variants[n].value.as.modules.items[0]);
    free(variants[n].value.as.modules.items);
  }
  arrfree(variants);
  az_registry_free(registry);
}

static const struct {
  const char *domain;
  uint32_t programs;
} cases[] = {{"interval", CASES(40)}, {"zones", CASES(20)}, {"octagons", CASES(14)}};

START_TEST(strategies) {
  const char *more = getenv("ANSATZ_PROGRAMS"); /* times as many */
  check_domain(cases[_i].domain, cases[_i].programs * (more ? (uint32_t)atoi(more) : 1));
}
END_TEST

int main(void) {
  Suite *suite = suite_create("strategies, exhaustively");
  TCase *test = tcase_create("4-bit programs");
  tcase_set_timeout(test, getenv("ANSATZ_PROGRAMS") ? 0 : 100);
  tcase_add_loop_test(test, strategies, 0, sizeof cases / sizeof *cases);
  suite_add_tcase(suite, test);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed != 0;
}
