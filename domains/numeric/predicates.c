/* Predicates: suggested claims, of which the strategy keeps those that are inductive together. Two
 * sources:
 *   - `list`: C expressions over the program's variables, at every view that has their names;
 *   - mined: the conditions that the program branches on and checks. Each yields the condition and
 *   its negation; an atom a < b also yields a <= b, a == b, a != b. A checked equation over a bound
 *   of the loop also yields the equation over the value that is compared with the bound. If there
 *   is room, l1 || l2 is added for each literal l1 of a check and each other literal l2, since
 *   template polyhedra cannot express disjunctions.
 *
 * A predicate is a formula over only a view's variables (formals.h), since a term of one location
 * has another meaning elsewhere. */
#include "ansatz/claims.h"
#include "ansatz/expression.h"
#include "ansatz/formals.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 120 }; /* maximum number of nodes of a mined predicate, to keep it readable */

typedef struct predicate {
  const az_formula *formula;
  uint32_t parts[2]; /* of a mined disjunction: 1 + row of a stronger claim, or 0 */
} predicate;

typedef struct predicates {
  az_claims *claims;
  const az_domain_context *context;
  az_store *store;
  az_arena *arena;
  az_formals *formals;
} predicates;

/* The view whose rows are being added. */
typedef struct maker {
  predicates *p;
  uint32_t view, rows, most;
  bool alone; /* adds conditions, not disjunctions of them */
  struct {
    az_term key;
    uint32_t value;
  } *seen; /* terms that are rows: row + 1 */
} maker;

/* ---- rows ------------------------------------------------------------------------------------ */

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  (void)context;
  return az_formula_at(((const predicate *)data)->formula, state);
}

/* Returns whether the term, counted without sharing, has at most *room nodes. */
static bool is_short(const az_store *store, az_term t, uint32_t *room) {
  if (!*room) return false;
  --*room;
  for (uint32_t i = 0; i < az_arity(store, t); i++)
    if (!is_short(store, az_operand(store, t, i), room)) return false;
  return true;
}

/* Finds the rows of a and b if t is a || b, that is, not (not a and not b). */
static void stronger(maker *m, az_term t, uint32_t parts[2]) {
  az_store *store = m->p->store;
  if (az_kind_of(store, t) != AZ_K_NOT) return;
  az_term both = az_operand(store, t, 0);
  for (uint32_t i = 0; az_kind_of(store, both) == AZ_K_AND && i < 2; i++)
    parts[i] = hmget(m->seen, az_not(store, az_operand(store, both, i)));
}

/* Prints a term over the formals, with names of the objects that pointers are compared with. */
static char *printed(const maker *m, az_term t) {
  const predicates *p = m->p;
  const az_domain_context *context = p->context;
  char *plain = az_formals_print(p->formals, t);
  if (!plain || !strstr(plain, "object(")) return plain;
  az_state state = az_formals_state(p->formals, m->view);
  az_subst *subst = az_subst_new(p->store);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->view != m->view || var->kind != AZ_TV_POINTER || var->auxiliary) continue;
    az_term of = state.values[var->at];
    az_sort sort = az_sort_of(p->store, of);
    for (uint32_t i = 0; i < context->object_count; i++) {
      const char *name = i ? context->objects[i].name : "NULL";
      if (!name || context->objects[i].is_site) continue;
      const az_term number = az_bv(p->store, az_sort_width(sort), i);
      const az_term named = az_var(p->store, sort, az_arena_printf(p->arena, "object(%s)", name));
      const az_term from = az_eq(p->store, of, number), to = az_eq(p->store, of, named);
      az_subst_bind(subst, from, to);
    }
  }
  char *text = az_formals_print(p->formals, az_subst_apply(subst, t));
  az_subst_free(subst);
  free(plain);
  return text;
}

/* Adds a row for a term over the formals, unless the term is constant or already has a row. Returns
 * false if the term has other variables. If `text` is NULL, the term is printed. */
static bool add(maker *m, az_term t, const char *text) {
  predicates *p = m->p;
  uint32_t room = MOST_NODES;
  if (az_is_const(p->store, t) || hmgeti(m->seen, t) >= 0) return true;
  if (!text && !is_short(p->store, t, &room)) return true;
  const az_formula *formula = az_formula_new(p->formals, m->view, t);
  if (formula && (az_formula_changes(formula) || m->alone)) {
    predicate *d = AZ_NEW(p->arena, predicate);
    *d = (predicate){.formula = formula};
    if (!text) stronger(m, t, d->parts);
    char *made = text ? NULL : printed(m, t);
    uint32_t row = az_claims_add(p->claims, m->view, claim, d, text ? text : made);
    free(made);
    hmput(m->seen, t, row + 1);
    m->rows++;
  }
  return formula != NULL;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static bool add_texts(maker *m, const char *const *texts, size_t count, bool *placed,
                      az_error *err) {
  az_state state = az_formals_state(m->p->formals, m->view);
  for (size_t i = 0; i < count; i++) {
    az_error why = {.status = AZ_OK};
    az_expression *e = az_expression_parse(m->p->context, m->view, texts[i], &why);
    if (!e && why.status == AZ_ERR_UNSUPPORTED) continue;
    if (!e) {
      az_fail(err, why.status, "predicates: '%s': %s", texts[i], why.message);
      return false;
    }
    placed[i] = true;
    bool fits = add(m, az_expression_truth(e, &state), texts[i]);
    az_expression_free(e);
    if (!fits) {
      az_fail(err, AZ_ERR_INPUT,
              "predicates: the loop's variables do not determine the value of '%s' in every state",
              texts[i]);
      return false;
    }
  }
  return true;
}

/* ---- conditions ------------------------------------------------------------------------------ */

static bool is_order(const az_store *store, az_term t) {
  return az_kind_of(store, t) == AZ_K_BV_ULT || az_kind_of(store, t) == AZ_K_BV_SLT;
}

static void add_with_variants(maker *m, az_term t) {
  az_store *s = m->p->store;
  add(m, t, NULL);
  add(m, az_not(s, t), NULL);
  az_term atom = az_kind_of(s, t) == AZ_K_NOT ? az_operand(s, t, 0) : t;
  if (!is_order(s, atom)) return;
  az_term a = az_operand(s, atom, 0), b = az_operand(s, atom, 1);
  bool is_signed = az_kind_of(s, atom) == AZ_K_BV_SLT;
  add(m, is_signed ? az_bv_sle(s, a, b) : az_bv_ule(s, a, b), NULL);
  add(m, is_signed ? az_bv_slt(s, b, a) : az_bv_ult(s, b, a), NULL);
  add(m, az_eq(s, a, b), NULL);
  add(m, az_ne(s, a, b), NULL);
}

/* Returns the view's conditions over its formals, those of checks first. */
static az_term *conditions(const maker *m, size_t *of_checks) {
  const az_domain_context *context = m->p->context;
  az_term *out = NULL;
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < context->condition_count; i++) {
      const az_condition *c = &context->conditions[i];
      if (c->view == m->view && c->in_check == !pass) arrput(out, c->term);
    }
    if (!pass) *of_checks = arrlenu(out);
  }
  az_formals_of_canonical(m->p->formals, m->view, out, arrlenu(out));
  return out;
}

static bool is_steady(const maker *m, az_term t) {
  if (az_kind_of(m->p->store, t) != AZ_K_VAR) return false;
  const az_formula *f = az_formula_new(m->p->formals, m->view, t);
  return f && !az_formula_changes(f);
}

/* Adds checked equations over a bound of the loop, with the bound replaced by the value that is
 * compared with it, or by that value's neighbour: these may be true before the loop ends. */
static void add_relaxed(maker *m, az_term condition, const az_term *checks, size_t count) {
  az_store *s = m->p->store;
  az_term order = az_kind_of(s, condition) == AZ_K_NOT ? az_operand(s, condition, 0) : condition;
  for (uint32_t side = 0; is_order(s, order) && side < 2; side++) {
    az_term bound = az_operand(s, order, side), reached = az_operand(s, order, 1 - side);
    if (!is_steady(m, bound) || az_is_const(s, reached)) continue;
    az_term one = az_bv_signed(s, az_sort_width(az_sort_of(s, bound)), side ? 1 : -1),
            by[] = {reached, az_bv_add(s, reached, one)};
    for (size_t k = 0; k < 2 * count && m->rows < m->most; k++) {
      az_term check = checks[k / 2];
      if (az_kind_of(s, check) == AZ_K_NOT) check = az_operand(s, check, 0);
      if (az_kind_of(s, check) != AZ_K_EQ) continue;
      az_subst *subst = az_subst_new(s);
      az_subst_bind(subst, bound, by[k % 2]);
      az_term relaxed = az_subst_apply(subst, check);
      az_subst_free(subst);
      if (relaxed != check) add(m, relaxed, NULL);
    }
  }
}

static void mine(maker *m, bool implications) {
  const az_domain_context *context = m->p->context;
  az_store *s = m->p->store;
  if (!context->canonical || !context->canonical[m->view]) return;
  size_t of_checks, n;
  az_term *c = conditions(m, &of_checks);
  n = arrlenu(c);
  /* Also adds conditions on unchanged variables, since the entry may not imply them. */
  m->alone = true;
  for (size_t i = 0; i < n && m->rows < m->most; i++) add_with_variants(m, c[i]);
  for (size_t i = 0; i < n; i++) add_relaxed(m, c[i], c, of_checks);
  m->alone = false;
  for (size_t i = 0; i < n && implications; i++) {
    for (size_t k = 0; k < i && k < of_checks; k++) {
      for (int signs = 0; signs < 4 && m->rows < m->most; signs++) {
        az_term a = signs & 1 ? az_not(s, c[i]) : c[i], b = signs & 2 ? az_not(s, c[k]) : c[k];
        add(m, az_or(s, a, b), NULL);
      }
    }
  }
  arrfree(c);
}

/* ---- the instance ---------------------------------------------------------------------------- */

static void release(void *owned) {
  az_formals_free(((predicates *)owned)->formals);
}

static void *open_predicates(const az_domain_context *context, const az_desc *options,
                             az_error *err) {
  az_claims *claims = az_claims_new(context);
  az_arena *arena = az_claims_arena(claims);
  predicates *p = AZ_NEW(arena, predicates);
  *p = (predicates){.claims = claims,
                    .context = az_claims_context(claims),
                    .store = context->store,
                    .arena = arena,
                    .formals = az_formals_new(az_claims_context(claims))};
  az_claims_own(claims, release, p);
  const char *const *texts;
  size_t count = az_desc_strings(options, "list", &texts);
  bool *placed = AZ_NEWN(arena, bool, count + 1), right = true;
  for (uint32_t view = 0; view < context->view_count && right; view++) {
    maker m = {.p = p, .view = view, .most = (uint32_t)az_desc_int(options, "most")};
    right = add_texts(&m, texts, count, placed, err);
    if (right && az_desc_bool(options, "mined")) mine(&m, az_desc_bool(options, "implications"));
    hmfree(m.seen);
  }
  for (size_t i = 0; i < count && right && context->view_count; i++) {
    if (placed[i]) continue;
    az_fail(err, AZ_ERR_INPUT, "predicates: '%s': no loop has all of its variables", texts[i]);
    right = false;
  }
  if (right) return claims;
  az_claims_close(claims);
  return NULL;
}

/* Returns NULL for a mined disjunction with a kept half, since that half is stronger. */
static char *print(void *self, uint32_t row, const void *value) {
  const predicate *d = az_claims_data(self, row);
  for (int i = 0; i < 2; i++)
    if (d->parts[i] && az_claims_holds(self, d->parts[i] - 1, value)) return NULL;
  return az_claims_print(self, row, value);
}

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS;
}

static const az_domain_ops operations = {.open = open_predicates,
                                         .observe = az_observe_numbers,
                                         .asks = asks,
                                         .print = print,
                                         .row_text = az_claims_row_text,
                                         AZ_CLAIMS_ROWS};

static const az_option predicates_options[] = {
    {.name = "list",
     .type = AZ_OPT_STRINGS,
     .summary = "predicates as C expressions, each at every loop that has all of its variables",
     .check = az_expression_check},
    {.name = "mined",
     .type = AZ_OPT_BOOL,
     .summary = "also mine the conditions on which the program branches and those that it checks",
     .initial = "true"},
    {.name = "implications",
     .type = AZ_OPT_BOOL,
     .summary = "also mine disjunctions of a checked condition and another one",
     .initial = "true"},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "number of mined predicates for each loop at most",
     .initial = "200",
     .least = 0,
     .greatest = 100000},
    {0}};

AZ_MODULE(predicates) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "predicates", "1.0"),
    .summary =
        "predicates that are given or mined from the program; finds those that are inductive "
        "together (Houdini)",
    .options = predicates_options,
    AZ_MODULE_OPERATIONS(operations),
};
