/* Rows under conditions. guarded{ D } has the rows of D and, for each row T and each g that is a
 * condition of the program or its negation, the row "g implies T". A bound that differs before and
 * after a flag is set, or an equation that only one phase of a loop keeps, is a disjunction, which
 * no row of D expresses; power domains [cousot1979] have a state of D for each condition. If D has
 * bounds, e <= d, the rows are offered one by one (facet `numeric`, narrower), so that a strategy
 * can use only those that some counterexample requires (strategies/split.c). Other domains, such as
 * equations, have few values: their rows are found like those of D, from the states in which g
 * holds.
 *
 * The conditions are those on which the program branches and which it checks. Their signed
 * comparisons of sums are over the integers, as if nothing wrapped. For each number that the loop
 * does not change, there is also the condition that it is the greatest of its type, in which case a
 * loop `i <= n` overflows.
 *
 * The expression of a guarded row is e if g is true, and otherwise the least value of its type. */
#include "ansatz/arena.h"
#include "ansatz/formals.h"
#include <stb/stb_ds.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct guard {
  const az_formula *holds;
  uint32_t *of, count; /* indices of the state terms that the guard mentions */
} guard;

typedef struct guarded {
  az_domain_context context;
  az_domain inner;
  const az_numeric_facet *numeric; /* of inner; or NULL */
  az_store *store;
  az_arena *arena;
  az_formals *formals;
  guard **guards;       /* by view: stb_ds */
  uint32_t views, rows; /* number of rows of the inner domain, which come first, or 0 */
  struct narrow {
    uint32_t row, guard;
  } *narrow;       /* stb_ds: the guarded rows, in the order of inner's rows */
  uint32_t *first; /* by row of inner, with one more entry: index into narrow */
  uint32_t layers; /* number of inner values in a value: one, and one more for each guard */
} guarded;

/* A row of the domain: a row of inner in a layer, with a guard or NULL. */
typedef struct place {
  uint32_t row, layer;
  const guard *guard;
} place;

static place place_of(const guarded *d, uint32_t n) {
  if (n < d->rows) return (place){.row = n};
  const struct narrow *at = &d->narrow[n - d->rows];
  uint32_t view = d->inner.ops->row(d->inner.self, at->row).view;
  return (place){at->row, at->guard + 1, &d->guards[view][at->guard]};
}

/* ---- conditions ------------------------------------------------------------------------------ */

/* Returns the term extended to `width` bits. Its sums and negations are computed in that width. */
static az_term exact(az_store *s, az_term t, uint32_t width, uint32_t depth) {
  az_kind kind = az_kind_of(s, t);
  if (!depth || (kind != AZ_K_BV_ADD && kind != AZ_K_BV_NEG)) return az_sext(s, t, width);
  az_term a = exact(s, az_operand(s, t, 0), width, depth - 1);
  if (kind == AZ_K_BV_NEG) return az_bv_neg(s, a);
  return az_bv_add(s, a, exact(s, az_operand(s, t, 1), width, depth - 1));
}

static az_term exact_comparison(az_store *s, az_term condition) {
  enum { DEPTH = 3, MORE = DEPTH + 1 }; /* number of bits that are added so that all sums fit */
  if (az_kind_of(s, condition) != AZ_K_BV_SLT) return condition;
  az_term a = az_operand(s, condition, 0), b = az_operand(s, condition, 1);
  uint32_t width = az_sort_width(az_sort_of(s, a)) + MORE;
  const az_term exact_b = exact(s, b, width, DEPTH);
  return az_bv_slt(s, exact(s, a, width, DEPTH), exact_b);
}

typedef struct finder {
  const guarded *d;
  guard *found;
  uint32_t view;
} finder;

static void note_variable(void *ctx, az_term var) {
  const finder *f = ctx;
  const az_domain_context *c = &f->d->context;
  const az_term *values = az_formals_state(f->d->formals, f->view).values;
  for (uint32_t v = 0; v < c->var_count; v++) {
    if (c->vars[v].view != f->view || c->vars[v].auxiliary) continue;
    for (uint32_t i = c->vars[v].at; i < c->vars[v].at + az_tvar_terms(&c->vars[v]); i++)
      if (values[i] == var) {
        f->found->of[f->found->count++] = i; /* another variable may have the same term */
        return;
      }
  }
}

static void add_guard(guarded *d, uint32_t view, az_term condition, uint32_t most) {
  if (az_is_const(d->store, condition) || arrlenu(d->guards[view]) >= most) return;
  for (size_t i = 0; i < arrlenu(d->guards[view]); i++)
    if (az_formula_term(d->guards[view][i].holds) == condition) return;
  guard g = {.holds = az_formula_new(d->formals, view, condition)};
  if (!g.holds) return;
  g.of = AZ_NEWN(d->arena, uint32_t, az_formula_arity(g.holds) + 1);
  az_free_vars(d->store, &condition, 1, note_variable, &(finder){d, &g, view});
  arrput(d->guards[view], g);
}

static void add_both(guarded *d, uint32_t view, az_term condition, uint32_t most) {
  add_guard(d, view, condition, most);
  add_guard(d, view, az_not(d->store, condition), most);
}

static void add_conditions(guarded *d, const az_domain_context *context, bool of_checks,
                           uint32_t most) {
  for (uint32_t i = 0; i < context->condition_count; i++) {
    const az_condition *c = &context->conditions[i];
    az_term t = c->term;
    if (c->in_check != of_checks || !context->canonical || !context->canonical[c->view]) continue;
    az_formals_of_canonical(d->formals, c->view, &t, 1);
    bool negated = az_kind_of(d->store, t) == AZ_K_NOT;
    if (negated) t = az_operand(d->store, t, 0);
    if (az_kind_of(d->store, t) == AZ_K_AND) continue; /* the list also has its operands */
    t = exact_comparison(d->store, t);
    add_both(d, c->view, negated ? az_not(d->store, t) : t, most);
  }
}

/* Returns the view's variable whose value is this canonical term; NULL: none. */
static const az_tvar *variable_at(const az_domain_context *context, uint32_t view, az_term t) {
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->view == view && var->kind == AZ_TV_INT && !var->auxiliary &&
        context->canonical[view][var->at] == t)
      return var;
  }
  return NULL;
}

/* For each loop that changes the flag, adds the guards flag == c and flag != c. */
static void add_flag(guarded *d, const az_domain_context *context, const az_tvar *flag, az_term c,
                     uint32_t most) {
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->kind != AZ_TV_INT || var->auxiliary || !var->changes || var->bits != flag->bits ||
        var->object != flag->object || strcmp(var->name, flag->name) ||
        context->views[var->view].of != var->view)
      continue;
    const az_term x = az_formals_state(d->formals, var->view).values[var->at];
    if (x) add_both(d, var->view, az_eq(d->store, x, c), most);
  }
}

/* Adds guards for variables that are compared with a constant for equality somewhere. */
static void add_flags(guarded *d, const az_domain_context *context, uint32_t most) {
  az_store *s = d->store;
  for (uint32_t i = 0; i < context->condition_count; i++) {
    const az_condition *c = &context->conditions[i];
    az_term t = az_kind_of(s, c->term) == AZ_K_NOT ? az_operand(s, c->term, 0) : c->term;
    if (!context->canonical || !context->canonical[c->view] || az_kind_of(s, t) != AZ_K_EQ ||
        !az_is_const(s, az_operand(s, t, 1)))
      continue;
    const az_tvar *flag = variable_at(context, c->view, az_operand(s, t, 0));
    if (flag) add_flag(d, context, flag, az_operand(s, t, 1), most);
  }
}

/* Adds guards that a variable is less than the greatest number of its type. */
static void add_ends(guarded *d, const az_domain_context *context, uint32_t most) {
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->kind != AZ_TV_INT || var->changes || var->auxiliary || var->there || var->bits < 8 ||
        var->bits > 64 || context->views[var->view].of != var->view)
      continue;
    az_term x = az_formals_state(d->formals, var->view).values[var->at];
    if (!x) continue;
    az_wide one = 1, end = (one << (var->bits - var->is_signed)) - 1;
    add_guard(d, var->view, az_ne(d->store, x, az_bv_wide(d->store, var->bits, end)), most);
  }
}

static void list_rows(guarded *d) {
  d->first = AZ_NEWN(d->arena, uint32_t, d->rows + 1);
  for (uint32_t r = 0; r < d->rows; r++) {
    az_row row = d->inner.ops->row(d->inner.self, r);
    d->first[r] = (uint32_t)arrlenu(d->narrow);
    size_t guards = row.is_transition ? 0 : arrlenu(d->guards[row.view]);
    for (uint32_t g = 0; g < guards; g++) arrput(d->narrow, ((struct narrow){r, g}));
    if (guards >= d->layers) d->layers = (uint32_t)guards + 1;
  }
  d->first[d->rows] = (uint32_t)arrlenu(d->narrow);
}

/* ---- the instance ---------------------------------------------------------------------------- */

static void close_guarded(void *self) {
  guarded *d = self;
  if (!d) return;
  for (uint32_t v = 0; v < d->views; v++) arrfree(d->guards[v]);
  arrfree(d->narrow);
  az_formals_free(d->formals);
  az_domain_close(&d->inner);
  az_arena_free(d->arena);
}

/* Finds the guards; `ends`: also those for bounds that only greatest numbers lack. Returns whether
 * there are any. */
static bool find_guards(guarded *d, const az_desc *options, bool ends) {
  const az_domain_context *context = &d->context;
  const uint32_t most = (uint32_t)az_desc_int(options, "most");
  for (uint32_t v = 0; v < d->views; v++) arrsetlen(d->guards[v], 0);
  if (az_desc_bool(options, "flags")) add_flags(d, context, most);
  if (az_desc_bool(options, "branches")) add_conditions(d, context, false, most);
  if (ends) add_ends(d, context, most);
  if (az_desc_bool(options, "checks")) add_conditions(d, context, true, most);
  bool any = false;
  for (uint32_t v = 0; v < d->views; v++) any |= arrlenu(d->guards[v]) > 0;
  return any;
}

/* Opens the inner domain. If there are no guarded rows, there are no rows at all: the domain is
 * then opened without variables, since opening it may take queries (`ordered` asks how borders are
 * ordered). */
static az_status open_inner(guarded *d, const az_desc *inner, bool guards, az_error *err) {
  az_domain_context none = d->context;
  none.var_count = 0;
  az_status status = AZ_OK;
  if (!guards) status = az_domain_open(&none, inner, &d->inner, err);
  if (!guards && (status != AZ_OK || !az_domain_facets(&d->inner).numeric)) return status;
  if (!guards) az_domain_close(&d->inner);
  return az_domain_open(&d->context, inner, &d->inner, err);
}

static void *open_guarded(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_desc *const *inner;
  az_desc_modules(options, "domain", &inner);
  az_arena *arena = az_arena_new();
  guarded *d = AZ_NEW(arena, guarded);
  *d = (guarded){.context = *context,
                 .store = context->store,
                 .arena = arena,
                 .guards = AZ_NEWN(arena, guard *, context->view_count + 1),
                 .views = context->view_count,
                 .layers = 1};
  d->formals = az_formals_new(&d->context);
  const bool all = az_desc_bool(options, "branches"); /* the inner rows in any case */
  bool any = find_guards(d, options, false) || all;
  if (open_inner(d, inner[0], any, err) != AZ_OK) {
    close_guarded(d);
    return NULL;
  }
  d->numeric = az_domain_facets(&d->inner).numeric;
  if (d->numeric) any = find_guards(d, options, true) || all;
  d->rows = d->inner.ops->row_count(d->inner.self);
  if (d->rows > UINT32_MAX / 256) {
    az_fail(err, AZ_ERR_INPUT, "guarded: '%s' has too many rows", d->inner.module->name);
    close_guarded(d);
    return NULL;
  }
  if (!any) d->rows = 0; /* without guarded rows, this would be the inner domain */
  list_rows(d);
  return d;
}

static uint32_t row_count(void *self) {
  const guarded *d = self;
  return d->rows + (uint32_t)arrlenu(d->narrow);
}

static az_row row_at(void *self, uint32_t n) {
  const guarded *d = self;
  return d->inner.ops->row(d->inner.self, place_of(d, n).row);
}

/* ---- values: one of inner for each layer ----------------------------------------------------- */

static void *value_new(void *self) {
  const guarded *d = self;
  void **v = az_array_new(d->layers, sizeof *v);
  for (uint32_t l = 0; l < d->layers; l++) v[l] = d->inner.ops->value_new(d->inner.self);
  return v;
}

static void *value_copy(void *self, const void *from) {
  const guarded *d = self;
  void **v = az_array_new(d->layers, sizeof *v);
  for (uint32_t l = 0; l < d->layers; l++)
    v[l] = d->inner.ops->value_copy(d->inner.self, ((void *const *)from)[l]);
  return v;
}

static void value_free(void *self, void *value) {
  const guarded *d = self;
  if (!value) return;
  for (uint32_t l = 0; l < d->layers; l++)
    d->inner.ops->value_free(d->inner.self, ((void **)value)[l]);
  free(value);
}

static void value_top(void *self, void *value, uint32_t n) {
  const guarded *d = self;
  place p = place_of(d, n);
  d->inner.ops->value_top(d->inner.self, ((void **)value)[p.layer], p.row);
}

static az_term claim(void *self, uint32_t n, const void *value, const az_state *state) {
  const guarded *d = self;
  place p = place_of(d, n);
  const void *at = ((void *const *)value)[p.layer];
  az_wide bound;
  if (p.guard && d->numeric && !d->numeric->bound(d->inner.self, p.row, at, &bound))
    return az_false(d->store);
  az_term holds = az_domain_claim(d->store, &d->inner, p.row, at, state);
  return p.guard ? az_implies(d->store, az_formula_at(p.guard->holds, state), holds) : holds;
}

static bool improve(void *self, uint32_t n, void *value, const az_model *model,
                    const az_state *state) {
  const guarded *d = self;
  place p = place_of(d, n);
  void *at = ((void **)value)[p.layer];
  if (p.guard) {
    /* Some values of a sample may be unknown. */
    for (uint32_t i = 0; i < p.guard->count; i++)
      if (!state->values[p.guard->of[i]]) return false;
    az_term holds = model->value(model->ctx, az_formula_at(p.guard->holds, state));
    if (!az_is_true(d->store, holds)) {
      az_wide least, greatest, bound;
      if (!d->numeric || d->numeric->bound(d->inner.self, p.row, at, &bound)) return false;
      d->numeric->range(d->inner.self, p.row, &least, &greatest);
      d->numeric->set_bound(d->inner.self, p.row, at, least);
      return true;
    }
  }
  return d->inner.ops->improve(d->inner.self, p.row, at, model, state);
}

/* ---- the facet ------------------------------------------------------------------------------- */

static uint32_t width(void *self, uint32_t n) {
  const guarded *d = self;
  return d->numeric->width(d->inner.self, place_of(d, n).row);
}

static void range(void *self, uint32_t n, az_wide *least, az_wide *greatest) {
  const guarded *d = self;
  d->numeric->range(d->inner.self, place_of(d, n).row, least, greatest);
}

static az_term expression(void *self, uint32_t n, const az_state *state) {
  const guarded *d = self;
  place p = place_of(d, n);
  az_term e = d->numeric->expression(d->inner.self, p.row, state);
  if (!p.guard) return e;
  az_wide least, greatest;
  d->numeric->range(d->inner.self, p.row, &least, &greatest);
  az_term low = az_bv_wide(d->store, d->numeric->width(d->inner.self, p.row), least);
  return az_ite(d->store, az_formula_at(p.guard->holds, state), e, low);
}

static bool get_bound(void *self, uint32_t n, const void *value, az_wide *bound) {
  const guarded *d = self;
  place p = place_of(d, n);
  return d->numeric->bound(d->inner.self, p.row, ((void *const *)value)[p.layer], bound);
}

static void set_bound(void *self, uint32_t n, void *value, az_wide bound) {
  const guarded *d = self;
  place p = place_of(d, n);
  d->numeric->set_bound(d->inner.self, p.row, ((void **)value)[p.layer], bound);
}

/* Also counts the variables of the guard, so that rows with a guard come later. */
static uint32_t arity(void *self, uint32_t n) {
  const guarded *d = self;
  place p = place_of(d, n);
  uint32_t of_row = d->numeric->arity ? d->numeric->arity(d->inner.self, p.row) : 1;
  return p.guard ? of_row + az_formula_arity(p.guard->holds) : of_row;
}

static uint32_t narrower(void *self, uint32_t n, uint32_t i) {
  const guarded *d = self;
  if (n >= d->rows || i >= d->first[n + 1] - d->first[n]) return AZ_NONE;
  return d->rows + d->first[n] + i;
}

static const az_numeric_facet facet = {.width = width,
                                       .expression = expression,
                                       .range = range,
                                       .bound = get_bound,
                                       .set_bound = set_bound,
                                       .arity = arity,
                                       .narrower = narrower};

static az_facets facets(void *self) {
  const guarded *d = self;
  return (az_facets){.numeric = d->numeric ? &facet : NULL,
                     .note = az_domain_facets(&d->inner).note,
                     .strategy = d->numeric ? "split" : NULL};
}

/* Prints "not g || e <= d". */
static char *print(void *self, uint32_t n, const void *value) {
  const guarded *d = self;
  place p = place_of(d, n);
  char *text = d->inner.ops->print(d->inner.self, p.row, ((void *const *)value)[p.layer]);
  if (!p.guard || !text) return text;
  char *other = az_formals_print(d->formals, az_not(d->store, az_formula_term(p.guard->holds)));
  bool composed = strpbrk(other, "&|?") != NULL;
  char *both = az_asprintf(composed ? "(%s) || %s" : "%s || %s", other, text);
  free(other);
  free(text);
  return both;
}

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS | AZ_ASKS_RELATIONS;
}

static const az_domain_ops operations = {
    .open = open_guarded, .close = close_guarded, .facets = facets, .asks = asks, AZ_DOMAIN_ROWS};

static const az_option options[] = {
    {.name = "domain",
     .type = AZ_OPT_DOMAIN,
     .summary = "the domain whose rows also hold under conditions: guarded{ octagons() }",
     .required = true},
    {.name = "checks",
     .type = AZ_OPT_BOOL,
     .summary = "also under the conditions that the program checks, not only those on which it "
                "branches",
     .initial = "true"},
    {.name = "branches",
     .type = AZ_OPT_BOOL,
     .summary = "under the conditions on which the program branches in the loop",
     .initial = "true"},
    {.name = "flags",
     .type = AZ_OPT_BOOL,
     .summary = "also, at each loop that changes a variable, whether it has a value with which the "
                "program compares it anywhere",
     .initial = "false"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "conditions at a loop, at most; a condition and its negation count as two",
     .initial = "48",
     .least = 0,
     .greatest = 200},
    {0}};

AZ_MODULE(guarded) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "guarded", "1.0"),
    .summary = "the rows of a domain, and the same rows where a condition of the program holds",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
