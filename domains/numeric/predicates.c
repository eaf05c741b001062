/* Predicates: claims that somebody suggests, of which those are kept that are inductive together.
 * Two sources:
 *   - `list`: C expressions over the program's variables, at every view that has their names;
 *   - mined: the conditions that the program branches on and checks. From each: the condition and
 * its negation, and of an atom a < b also a <= b, a == b, a != b. Then, as long as there is room,
 * what holds when another condition does: l1 || l2 for the literals of checks with all others.
 * Disjunctions are what template polyhedra cannot express.
 *
 * A predicate is a term over a view's formals, one variable for each term of a state; its claim
 * about a state substitutes the state's terms for them. Nothing else may occur in it: a term of one
 * place would not mean the same at another. */
#include "ansatz/claims.h"
#include "ansatz/expression.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 120 }; /* of a mined predicate: beyond that nobody reads it */

typedef struct formal {
  const az_tvar *var;
  uint32_t index; /* in a state */
  char *name;     /* as C */
} formal;

typedef struct used { /* a formal of a predicate */
  az_term formal;
  uint32_t index;
} used;

typedef struct predicate {
  struct predicates *owner;
  az_term term;
  used *used;
  uint32_t count;
  uint32_t parts[2]; /* of a mined disjunction: rows + 1 of what is stronger, 0: none */
} predicate;

typedef struct predicates {
  az_claims *claims;
  const az_domain_context *context;
  az_store *store;
  az_arena *arena;
  az_subst *subst;
  struct {
    az_term key;
    formal value;
  } *formals; /* of all views */
} predicates;

/* The view whose rows are being made. */
typedef struct maker {
  predicates *p;
  uint32_t view, rows, most;
  az_term *state; /* stb_ds: its formals */
  struct {
    az_term key;
    uint32_t value;
  } *seen; /* terms that are rows: row + 1 */
} maker;

/* ---- rows ------------------------------------------------------------------------------------ */

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  (void)context;
  const predicate *d = data;
  az_subst *subst = d->owner->subst;
  az_subst_reset(subst);
  for (uint32_t i = 0; i < d->count; i++)
    az_subst_bind(subst, d->used[i].formal, state->values[d->used[i].index]);
  return az_subst_apply(subst, d->term);
}

typedef struct collector {
  const maker *m;
  used *used; /* stb_ds */
  bool foreign;
} collector;

static void collect(void *ctx, az_term var) {
  collector *c = ctx;
  ptrdiff_t at = hmgeti(c->m->p->formals, var);
  if (at < 0 || c->m->p->formals[at].value.var->view != c->m->view) {
    c->foreign = true;
    return;
  }
  used u = {var, c->m->p->formals[at].value.index};
  arrput(c->used, u);
}

static const char *name_of(void *ctx, az_term var) {
  predicates *p = ctx;
  ptrdiff_t at = hmgeti(p->formals, var);
  return at < 0 ? az_var_name(p->store, var) : p->formals[at].value.name;
}

static bool is_unsigned(void *ctx, az_term var) {
  predicates *p = ctx;
  ptrdiff_t at = hmgeti(p->formals, var);
  if (at < 0) return false;
  const az_tvar *v = p->formals[at].value.var;
  return v->kind == AZ_TV_POINTER ? p->formals[at].value.index == v->at : !v->is_signed;
}

/* Is the term, written out as a text, of at most *room nodes? */
static bool is_short(const az_store *store, az_term t, uint32_t *room) {
  if (!*room) return false;
  --*room;
  for (uint32_t i = 0; i < az_arity(store, t); i++)
    if (!is_short(store, az_operand(store, t, i), room)) return false;
  return true;
}

/* The rows of a or b where t is a || b: not (not a and not b). */
static void stronger(maker *m, az_term t, uint32_t parts[2]) {
  az_store *store = m->p->store;
  if (az_kind_of(store, t) != AZ_K_NOT) return;
  az_term both = az_operand(store, t, 0);
  for (uint32_t i = 0; az_kind_of(store, both) == AZ_K_AND && i < 2; i++)
    parts[i] = hmget(m->seen, az_not(store, az_operand(store, both, i)));
}

/* A row for a term over the formals, unless it says nothing or is there already. False if it has
 * other variables. `text` NULL: as the term prints. */
static bool add(maker *m, az_term t, const char *text) {
  predicates *p = m->p;
  uint32_t room = MOST_NODES;
  if (az_is_const(p->store, t) || hmgeti(m->seen, t) >= 0) return true;
  if (!text && !is_short(p->store, t, &room)) return true;
  collector c = {.m = m};
  az_free_vars(p->store, &t, 1, collect, &c);
  bool changes = false;
  for (size_t i = 0; i < arrlenu(c.used); i++)
    changes |= hmget(p->formals, c.used[i].formal).var->changes;
  if (!c.foreign && changes) {
    predicate *d = AZ_NEW(p->arena, predicate);
    uint32_t n = (uint32_t)arrlenu(c.used);
    *d = (predicate){.owner = p, .term = t, .used = AZ_NEWN(p->arena, used, n + 1), .count = n};
    if (!text) stronger(m, t, d->parts);
    memcpy(d->used, c.used, n * sizeof *d->used);
    char *printed = text ? NULL : az_print_c_typed(p->store, t, name_of, is_unsigned, p);
    uint32_t row = az_claims_add(p->claims, m->view, claim, d, text ? text : printed);
    free(printed);
    hmput(m->seen, t, row + 1);
    m->rows++;
  }
  arrfree(c.used);
  return !c.foreign;
}

/* ---- texts ----------------------------------------------------------------------------------- */

static bool add_texts(maker *m, const char *const *texts, size_t count, bool *placed,
                      az_error *err) {
  az_state state = {.view = m->view, .values = m->state};
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

/* The view's conditions over its formals, those of checks first. */
static az_term *conditions(const maker *m, size_t *of_checks) {
  const az_domain_context *context = m->p->context;
  az_subst *subst = m->p->subst;
  az_term *out = NULL;
  az_subst_reset(subst);
  for (size_t i = 0; i < arrlenu(m->state); i++) {
    az_term from = context->canonical[m->view][i];
    if (!az_is_const(m->p->store, from)) az_subst_bind(subst, from, m->state[i]);
  }
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < context->condition_count; i++) {
      const az_condition *c = &context->conditions[i];
      if (c->view == m->view && c->in_check == !pass) arrput(out, az_subst_apply(subst, c->term));
    }
    if (!pass) *of_checks = arrlenu(out);
  }
  return out;
}

static void mine(maker *m, bool implications) {
  const az_domain_context *context = m->p->context;
  az_store *s = m->p->store;
  if (!context->canonical || !context->canonical[m->view]) return;
  size_t of_checks, n;
  az_term *c = conditions(m, &of_checks);
  n = arrlenu(c);
  for (size_t i = 0; i < n && m->rows < m->most; i++) add_with_variants(m, c[i]);
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

static void add_formals(maker *m) {
  predicates *p = m->p;
  for (uint32_t v = 0; v < p->context->var_count; v++) {
    const az_tvar *var = &p->context->vars[v];
    if (var->view != m->view || var->auxiliary) continue;
    bool pointer = var->kind == AZ_TV_POINTER;
    for (uint32_t part = 0; part < (pointer ? 2u : 1u); part++) {
      /* Sorts are those of the canonical state; a hand-made context has bit-vectors alone. */
      const az_term *canonical = p->context->canonical ? p->context->canonical[m->view] : NULL;
      if (!canonical && (pointer || var->kind == AZ_TV_ARRAY)) break;
      az_sort sort =
          canonical ? az_sort_of(p->store, canonical[var->at + part]) : az_sort_bv(var->bits);
      az_term t = az_fresh(p->store, sort, var->name);
      formal f = {.var = var, .index = var->at + part};
      f.name = pointer ? az_arena_printf(p->arena, part ? "offset(%s)" : "object(%s)", var->name)
                       : az_arena_strdup(p->arena, var->name);
      hmput(p->formals, t, f);
      while (arrlenu(m->state) <= f.index) arrput(m->state, AZ_NO_TERM);
      m->state[f.index] = t;
    }
  }
}

static void release(void *owned) {
  predicates *p = owned;
  hmfree(p->formals);
  az_subst_free(p->subst);
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
                    .subst = az_subst_new(context->store)};
  az_claims_own(claims, release, p);
  const char *const *texts;
  size_t count = az_desc_strings(options, "list", &texts);
  bool *placed = AZ_NEWN(arena, bool, count + 1), right = true;
  for (uint32_t view = 0; view < context->view_count && right; view++) {
    maker m = {.p = p, .view = view, .most = (uint32_t)az_desc_int(options, "most")};
    add_formals(&m);
    right = add_texts(&m, texts, count, placed, err);
    if (right && az_desc_bool(options, "mined")) mine(&m, az_desc_bool(options, "implications"));
    hmfree(m.seen);
    arrfree(m.state);
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

/* A mined disjunction adds nothing to its stronger half. */
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
                                         .close = az_claims_close,
                                         .row_count = az_claims_row_count,
                                         .row = az_claims_row,
                                         .value_new = az_claims_value_new,
                                         .value_copy = az_claims_value_copy,
                                         .value_free = az_claims_value_free,
                                         .value_top = az_claims_value_top,
                                         .claim = az_claims_claim,
                                         .improve = az_claims_improve,
                                         .print = print};

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
    .abi = AZ_ABI,
    .size = sizeof(az_module),
    .kind = AZ_MODULE_DOMAIN,
    .name = "predicates",
    .version = "1.0",
    .summary =
        "predicates that are given or mined from the program; finds those that are inductive "
        "together (Houdini)",
    .options = predicates_options,
    .operations = &operations,
    .operations_size = sizeof operations,
};
