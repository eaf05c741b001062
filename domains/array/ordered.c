/* The order of elements of arrays. A policy cuts every array of a loop into segments. For any two
 * segments S and T, where S is before T or equal to T, the claim is
 *   # in S and #2 in T and # < #2  implies  a[#] <= a[#2]      (or >=)
 * where # and #2 are two rigid indices (observation index_pairs): the core instantiates the claim
 * where the program reads. For S = T, the claim states that S is sorted. If T is one cell, this
 * cell is a bound of S, as in bubble sort and in searches for a minimum. A variable that the loop
 * compares with an element may replace T, such as the element that insertion sort moves:
 *   # in S  implies  a[#] >= key      (or <=)
 * When a loop ends, the cell at its index may lie behind the loop's bound, where nothing is known
 * about it. So there are also rows for a single cell that apply only if the cell lies before the
 * next bound:
 *   # in S and #2 in [j, min(j + 1, n)) and # < #2  implies  a[#] <= a[#2]
 * Where the order of borders changes while a loop runs, T may also be the rest of the array from a
 * border on, [n - i, n) in bubble sort of n elements.
 * Claims are implications, so borders affect precision only (docs/soundness.md 7).
 *
 * Quantified rows over two indices belong to the array property fragment of [bradley2006], whose
 * main example is sortedness. */
#include "ansatz/claims.h"
#include "array_segments.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct side { /* an index and its segment, over use->state */
  az_term index;      /* AZ_NO_TERM: the side is a variable, in no segment */
  az_border lower, upper;
  az_border limit; /* bound of the loop behind the cell; .at == AZ_NO_TERM: none */
} side;

typedef struct pair_row {
  const az_array_use *use;
  az_subst *subst;        /* scratch */
  uint32_t array, second; /* positions in a state: the array; its element at #2, or the variable */
  side sides[2];
  bool falls, is_signed;
} pair_row;

typedef struct maker {
  az_claims *claims;
  az_arena *arena;
  az_subst *subst;
  const az_tvar *array, *second;
  const az_array_use *use;
  pair_row **made; /* stb_ds: rows of this array */
  uint32_t count, most;
  bool rises, falls; /* the orders that are requested */
} maker;

/* ---- claims ---------------------------------------------------------------------------------- */

typedef struct binding {
  const pair_row *row;
  const az_state *state;
  bool missing;
} binding;
static void bind(void *ctx, az_term var) {
  binding *b = ctx;
  for (uint32_t i = 0; i < b->row->use->state_count; i++) {
    if (b->row->use->state[i] != var) continue;
    if (b->state->values[i])
      az_subst_bind(b->row->subst, var, b->state->values[i]);
    else
      b->missing = true;
  }
}

/* Returns the condition that the index lies in its segment, over use->state. */
static az_term lies_in(az_store *s, const pair_row *r, const side *x) {
  az_term at = az_zext(s, x->index, az_sort_width(az_sort_of(s, x->index)) + 1);
  az_term in = az_bv_sle(s, x->lower.at, at);
  if (x->upper.at) in = az_and(s, in, az_bv_slt(s, at, x->upper.at));
  if (x->limit.at) in = az_and(s, in, az_bv_slt(s, at, x->limit.at));
  if (r->use->last.at) in = az_and(s, in, az_bv_slt(s, at, r->use->last.at));
  return in;
}

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  const pair_row *r = data;
  az_store *s = context->store;
  az_term array = state->values[r->array], other = state->values[r->second];
  if (!array || !other) return az_true(s);
  az_term p = r->sides[0].index, q = r->sides[1].index;
  az_term when = lies_in(s, r, &r->sides[0]);
  if (q) when = az_and(s, when, lies_in(s, r, &r->sides[1]));
  az_subst_reset(r->subst);
  binding b = {r, state, false};
  az_free_vars(s, &when, 1, bind, &b);
  if (b.missing) return az_true(s);
  when = az_subst_apply(r->subst, when);
  if (q) when = az_and(s, when, az_bv_ult(s, p, q));
  az_term one = az_select(s, array, p), less = r->falls ? other : one;
  az_term more = r->falls ? one : other;
  return az_implies(s, when, r->is_signed ? az_bv_sle(s, less, more) : az_bv_ule(s, less, more));
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_made(const maker *m, const side sides[2]) {
  for (size_t i = 0; i < arrlenu(m->made); i++) {
    const side *o = m->made[i]->sides;
    bool same = true;
    for (int k = 0; k < 2; k++)
      same &= o[k].lower.at == sides[k].lower.at && o[k].upper.at == sides[k].upper.at &&
              o[k].limit.at == sides[k].limit.at;
    if (same) return true;
  }
  return false;
}

/* Returns whether the segment is known to have at most one cell. */
static bool is_cell(az_store *s, const az_border *lower, const az_border *upper) {
  az_wide cells;
  return upper->at && az_const_wide(s, az_bv_sub(s, upper->at, lower->at), true, &cells) &&
         cells <= 1;
}

/* Returns the segment as text. */
static const char *text_of(const maker *m, const side *x) {
  if (!x->limit.at) return az_arena_printf(m->arena, "[%s, %s)", x->lower.text, x->upper.text);
  return az_arena_printf(m->arena, "[%s, min(%s, %s))", x->lower.text, x->upper.text,
                         x->limit.text);
}

/* Adds the row that each element of the first side is at most (or, with `falls`, at least) the
 * element or variable of the second side, `second`. Returns false if there is no room. */
static bool add_row(maker *m, const side sides[2], const az_tvar *second, bool falls,
                    const char *of) {
  if (m->count++ >= m->most) return false;
  pair_row *r = AZ_NEW(m->arena, pair_row);
  *r = (pair_row){.use = m->use,
                  .subst = m->subst,
                  .array = m->array->at,
                  .second = second->at,
                  .sides = {sides[0], sides[1]},
                  .falls = falls,
                  .is_signed = m->array->is_signed};
  const char *name = m->array->name, *order = falls ? ">=" : "<=";
  int n = (int)strcspn(name, "[");
  const char *other =
      sides[1].index ? az_arena_printf(m->arena, "%.*s[#2]", n, name) : second->name;
  az_claims_add(m->claims, m->array->view, claim, r,
                az_arena_printf(m->arena, "forall %s: %.*s[#] %s %s", of, n, name, order, other));
  arrput(m->made, r);
  return true;
}

/* Returns whether the segment is the cell at an index of the loop, not at a bound alone. */
static bool is_index(const maker *m, const side *x) {
  bool found = false;
  if (!is_cell(m->use->context->store, &x->lower, &x->upper)) return false;
  for (uint32_t i = 0; i < m->use->index_count && !found; i++)
    found = x->lower.at == az_border_at(m->use, m->use->indices[i].at).at;
  return found;
}

/* Adds the rows that the option requests. The cell at an index next to a larger segment gets rows
 * in both orders, as its element may be the least or the greatest. */
static void add_rows(maker *m, const side sides[2]) {
  if (is_made(m, sides)) return;
  const bool first_is_index = is_index(m, &sides[0]);
  const bool bound = first_is_index != is_index(m, &sides[1]);
  const char *first = text_of(m, &sides[0]);
  const char *of =
      sides[0].lower.at == sides[1].lower.at
          ? az_arena_printf(m->arena, "# < #2 in %s", first)
          : az_arena_printf(m->arena, "# in %s, #2 in %s", first, text_of(m, &sides[1]));
  for (int falls = 0; falls < 2; falls++)
    if ((bound || (falls ? m->falls : m->rises)) && !add_row(m, sides, m->second, falls, of))
      return;
}

typedef struct movement {
  const maker *m;
  bool moves;
} movement;
static void look_at(void *ctx, az_term var) {
  movement *l = ctx;
  const az_domain_context *c = l->m->use->context;
  for (uint32_t v = 0; v < c->var_count; v++)
    l->moves |= c->vars[v].view == l->m->array->view && c->vars[v].changes &&
                l->m->use->state[c->vars[v].at] == var;
}

/* Returns whether an iteration may change the claim about the segments by changing an element or a
 * border. */
static bool is_of_loop(const maker *m, const az_border *a, const az_border *b) {
  movement l = {m, m->array->changes};
  const az_border all[] = {a[0], a[1], b[0], b[1]};
  for (int i = 0; i < 4; i++)
    if (all[i].at) az_free_vars(m->use->context->store, &all[i].at, 1, look_at, &l);
  return l.moves;
}

static bool is_bound(const maker *m, const az_border *border) {
  bool found = false;
  for (uint32_t b = 0; b < m->use->bound_count && !found; b++)
    found = border->at == az_border_at(m->use, m->use->bounds[b]).at;
  return found;
}

/* If the segment behind border `at` is the cell at an index that the loop compares with a bound,
 * returns the next bound of the loop behind this cell. */
static az_border limit_of(const maker *m, const az_segmentation *cut, uint32_t at) {
  const az_border *of = &cut->borders[at];
  uint32_t i = at + 1;
  if (!is_cell(m->use->context->store, of, of + 1) || !is_bound(m, of)) return (az_border){0};
  while (i + 1 < cut->count && !is_bound(m, &cut->borders[i])) i++;
  return i > at + 1 && i + 1 < cut->count ? cut->borders[i] : (az_border){0};
}

/* Returns the last border that is a bound of a loop, or else the end of the array. */
static uint32_t last_bound(const maker *m, const az_segmentation *cut) {
  uint32_t end = cut->count - 1;
  for (uint32_t i = 1; i < cut->count; i++)
    if (is_bound(m, &cut->borders[i])) end = i;
  return end;
}

/* Returns the border behind which no loop orders elements: a bound that all loops exclude, if none
 * goes on to a constant, or else the end of the array. */
static uint32_t end_of(const maker *m, const az_segmentation *cut) {
  const az_array_use *use = m->use;
  uint32_t end = last_bound(m, cut);
  bool excluded = !use->has_constant_bound;
  for (uint32_t b = 0; b < use->bound_count; b++)
    excluded &= !use->reached[b] || cut->borders[end].at != az_border_at(use, use->bounds[b]).at;
  for (uint32_t i = 0; i < use->index_count; i++)
    for (uint32_t k = end; k < cut->count; k++)
      excluded &= cut->borders[k].at != az_border_at(use, use->indices[i].at).at;
  return excluded ? end : cut->count - 1;
}

/* Adds rows for the rest of the array from each border on, up to border `end`, where this rest
 * consists of several segments: it is sorted, and no element before it is greater. The borders
 * within the rest do not matter. In bubble sort, whose inner loop ends at n - 1 - i, they are not
 * even in order: the part that is finished, [n - i, n), is empty at first, and n - 1 lies before
 * it. */
static void add_rests_to(maker *m, const az_segmentation *cut, uint32_t end) {
  for (uint32_t k = 1; k + 1 < end; k++) {
    const az_border rest[2] = {cut->borders[k], cut->borders[end]};
    for (uint32_t i = 0; i <= k; i++) {
      const az_border *a = i < k ? &cut->borders[i] : rest;
      if (!is_of_loop(m, a, rest)) continue;
      side sides[2] = {{.index = m->array->index, .lower = a[0], .upper = a[1]},
                       {.index = m->second->index, .lower = rest[0], .upper = rest[1]}};
      add_rows(m, sides);
    }
  }
}

/* The rest ends at the last bound of a loop, or behind its cell if indices may reach it. */
static void add_rests(maker *m, const az_segmentation *cut) {
  const uint32_t end = last_bound(m, cut);
  const az_array_use *use = m->use;
  bool reached = false;
  for (uint32_t b = 0; b < use->bound_count; b++)
    reached |= use->reached[b] && cut->borders[end].at == az_border_at(use, use->bounds[b]).at;
  add_rests_to(m, cut, end);
  if (reached && end + 1 < cut->count) add_rests_to(m, cut, end + 1);
}

/* Adds rows for each pair of segments. The constant start of an index is not a border, since the
 * loop treats both sides of this start alike. */
static void add_pairs(maker *m, az_segmentation *cut) {
  az_store *s = m->use->context->store;
  uint32_t kept = 1;
  for (uint32_t i = 1; i < cut->count; i++)
    if (i + 1 == cut->count || !az_is_const(s, cut->borders[i].at))
      cut->borders[kept++] = cut->borders[i];
  cut->count = kept;
  az_border *limits = AZ_NEWN(m->arena, az_border, kept + 1);
  for (uint32_t i = 0; i + 1 < kept; i++) limits[i] = limit_of(m, cut, i);
  cut->count = end_of(m, cut) + 1;
  for (uint32_t i = 0; i + 1 < cut->count; i++) {
    for (uint32_t k = i; k + 1 < cut->count; k++) {
      const az_border *a = &cut->borders[i], *b = &cut->borders[k];
      if ((i == k && is_cell(s, a, a + 1)) || !is_of_loop(m, a, b)) continue;
      side sides[2] = {{.index = m->array->index, .lower = a[0], .upper = a[1]},
                       {.index = m->second->index, .lower = b[0], .upper = b[1]}};
      add_rows(m, sides);
      sides[0].limit = limits[i];
      sides[1].limit = limits[k];
      add_rows(m, sides); /* no effect if there are no limits */
    }
  }
  add_rests(m, cut);
}

/* ---- loops that compare elements ------------------------------------------------------------- */

static bool has_element(const maker *m, az_term t) {
  az_store *s = m->use->context->store;
  bool found = false;
  az_visit *parts = az_visit_new(s, AZ_VISIT_PRE);
  az_visit_add(parts, t);
  for (az_term u; !found && (u = az_visit_next(parts));) found = az_kind_of(s, u) == AZ_K_SELECT;
  az_visit_free(parts);
  return found;
}

static bool is_checked(const az_domain_context *c, uint32_t view, az_term t) {
  bool found = false;
  for (uint32_t i = 0; i < c->condition_count; i++) {
    const az_condition *x = &c->conditions[i];
    found |= x->view == view && x->in_check && (x->term == t || x->term == az_not(c->store, t));
  }
  return found;
}

/* Returns whether a comparison of elements, other than in a check, decides how an iteration
 * continues. If not, a loop that only reads the array suggests no order. */
static bool is_compared(const maker *m) {
  const az_domain_context *c = m->use->context;
  uint32_t view = m->array->view;
  bool found = false;
  az_visit *parts = az_visit_new(c->store, AZ_VISIT_PRE);
  if (c->goes_on && c->goes_on[view]) az_visit_add(parts, c->goes_on[view]);
  for (uint32_t v = 0; c->next && c->next[view] && v < c->var_count; v++)
    if (c->vars[v].view == view && c->vars[v].kind == AZ_TV_INT && !c->vars[v].auxiliary)
      az_visit_add(parts, c->next[view][c->vars[v].at]);
  for (az_term t; !found && (t = az_visit_next(parts));) {
    az_kind kind = az_kind_of(c->store, t);
    found = (kind == AZ_K_BV_ULT || kind == AZ_K_BV_SLT) &&
            has_element(m, az_operand(c->store, t, 0)) &&
            has_element(m, az_operand(c->store, t, 1)) && !is_checked(c, view, t);
  }
  az_visit_free(parts);
  return found;
}

static bool is_of_state(const az_domain_context *c, az_term t) {
  bool found = false;
  for (uint32_t v = 0; v < c->var_count && !found; v++)
    found = c->canonical[c->vars[v].view] && c->canonical[c->vars[v].view][c->vars[v].at] == t;
  return found;
}

/* Returns whether the loop writes nothing but inputs to the array, which have no order unless they
 * are compared. */
static bool stores_inputs(const maker *m) {
  const az_domain_context *c = m->use->context;
  uint32_t view = m->array->view;
  if (!c->next || !c->next[view] || !c->canonical || is_compared(m)) return false;
  az_store *s = c->store;
  bool only = true;
  az_visit *parts = az_visit_new(s, AZ_VISIT_PRE);
  az_visit_add(parts, c->next[view][m->array->at]);
  for (az_term t; only && (t = az_visit_next(parts));) {
    const az_kind kind = az_kind_of(s, t);
    if (az_sort_kind_of(az_sort_of(s, t)) != AZ_SORT_ARRAY) continue;
    if (kind == AZ_K_STORE) {
      az_term value = az_operand(s, t, 2);
      only = az_kind_of(s, value) == AZ_K_VAR && !is_of_state(c, value);
    } else if (kind != AZ_K_ITE) {
      only = t == c->canonical[view][m->array->at];
    }
  }
  az_visit_free(parts);
  return only;
}

/* Returns whether the loop compares an element of some array with the variable. */
static bool is_compared_with(const maker *m, const az_tvar *x) {
  const az_domain_context *c = m->use->context;
  uint32_t view = m->array->view;
  const az_term *at_head = c->canonical ? c->canonical[view] : NULL;
  bool found = false;
  az_visit *parts = az_visit_new(c->store, AZ_VISIT_PRE);
  if (at_head && c->goes_on && c->goes_on[view]) az_visit_add(parts, c->goes_on[view]);
  for (az_term t; !found && (t = az_visit_next(parts));) {
    az_kind kind = az_kind_of(c->store, t);
    if (kind != AZ_K_BV_ULT && kind != AZ_K_BV_SLT) continue;
    for (uint32_t i = 0; i < 2; i++) {
      az_term o = az_operand(c->store, t, i);
      az_kind wider = az_kind_of(c->store, o);
      if (wider == AZ_K_SEXT || wider == AZ_K_ZEXT) o = az_operand(c->store, o, 0);
      found |= o == at_head[x->at] && has_element(m, az_operand(c->store, t, 1 - i));
    }
  }
  az_visit_free(parts);
  return found;
}

/* Adds rows for each segment and each variable that the loop compares with elements, if the loop
 * moves elements. */
static void add_variables(maker *m, const az_segmentation *cut) {
  const az_domain_context *c = m->use->context;
  for (uint32_t v = 0; m->array->changes && v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->view != m->array->view || x->kind != AZ_TV_INT || x->auxiliary || x->index) continue;
    if (x->bits != m->array->bits || x->is_signed != m->array->is_signed) continue;
    if (!is_compared_with(m, x)) continue;
    for (uint32_t i = 0; i + 1 < cut->count; i++) {
      side sides[2] = {
          {.index = m->array->index, .lower = cut->borders[i], .upper = cut->borders[i + 1]}, {0}};
      const char *of = az_arena_printf(m->arena, "# in %s", text_of(m, &sides[0]));
      for (int falls = 0; falls < 2; falls++)
        if (!add_row(m, sides, x, falls, of)) return;
    }
  }
}

static const az_tvar *second_of(const az_domain_context *c, const az_tvar *array) {
  for (uint32_t v = 0; v < c->var_count; v++) {
    const az_tvar *x = &c->vars[v];
    if (x->view == array->view && x->kind == AZ_TV_INT && x->index && x->path &&
        x->path->kind == AZ_ACCESS_COMBINED && x->path->of == array->path)
      return x;
  }
  return NULL;
}

static az_status add_array(maker *m, const az_domain_context *context, uint32_t var,
                           const az_desc *policy, az_error *err) {
  m->array = &context->vars[var];
  m->second = m->array->kind == AZ_TV_ARRAY && m->array->path ? second_of(context, m->array) : NULL;
  if (!m->second) return AZ_OK;
  m->use = array_use_of(context, var, m->arena);
  if (!m->use->state || (!m->array->changes && !is_compared(m)) || stores_inputs(m)) return AZ_OK;
  const az_segmentation *answers;
  uint32_t count;
  az_status status = az_segmentation_ask(m->use, policy, &answers, &count, err);
  for (uint32_t i = 0; i < count && status == AZ_OK; i++)
    if (!answers[i].when && !answers[i].stride) {
      az_segmentation of = answers[i];
      add_pairs(m, &of);
      add_variables(m, &of);
    }
  arrfree(m->made);
  m->made = NULL;
  return status;
}

/* ---- the order that is requested ------------------------------------------------------------- */

/* Returns whether the first index is less than the second one in all trials. */
static bool is_before(az_store *s, az_term first, az_term second) {
  enum { TRIALS = 12 };
  const az_term less = az_bv_slt(s, first, second);
  uint32_t known = 0, held = 0;
  az_eval *e = az_eval_trials(s);
  for (int trial = 0; trial < TRIALS; trial++, az_eval_next_trial(e)) {
    const az_term value = az_eval_term(e, less);
    known += az_is_const(s, value);
    held += az_is_true(s, value);
  }
  az_eval_free(e);
  return known && held + 1 >= known; /* i + 1 may wrap in one of them */
}

/* Returns the index of the element that the term is where the index is valid; AZ_NO_TERM if it is
 * no element. */
static az_term index_of_element(const az_store *s, az_term t) {
  while (az_kind_of(s, t) == AZ_K_ITE) t = az_operand(s, t, 1);
  return az_kind_of(s, t) == AZ_K_SELECT ? az_operand(s, t, 1) : AZ_NO_TERM;
}

/* If the condition states the order of two elements of an array, notes this order. */
static void note_order(az_store *s, az_term t, bool *rises, bool *falls) {
  if (az_kind_of(s, t) != AZ_K_NOT) return;
  t = az_operand(s, t, 0);
  const az_kind kind = az_kind_of(s, t);
  if (kind != AZ_K_BV_ULT && kind != AZ_K_BV_SLT) return;
  const az_term least = index_of_element(s, az_operand(s, t, 1)),
                most = index_of_element(s, az_operand(s, t, 0));
  if (!least || !most || az_sort_of(s, least) != az_sort_of(s, most)) return;
  *rises |= is_before(s, least, most);
  *falls |= is_before(s, most, least);
}

/* Decides which orders have rows. `checked`: those that must hold where the program goes on after a
 * check of elements, or ascending if there is no such check. */
static void choose_orders(maker *m, const az_domain_context *c, const char *option) {
  m->rises = !strcmp(option, "ascending") || !strcmp(option, "both");
  m->falls = !strcmp(option, "descending") || !strcmp(option, "both");
  if (strcmp(option, "checked")) return;
  for (uint32_t v = 0; c->goes_on && v < c->view_count; v++) {
    az_term *parts = c->goes_on[v] ? az_conjuncts(c->store, c->goes_on[v]) : NULL;
    for (size_t i = 0; i < arrlenu(parts); i++)
      note_order(c->store, parts[i], &m->rises, &m->falls);
    arrfree(parts);
  }
  m->rises |= !m->falls;
}

/* ---- the instance ---------------------------------------------------------------------------- */

static void release(void *subst) {
  az_subst_free(subst);
}

static void *open_ordered(const az_domain_context *context, const az_desc *options, az_error *err) {
  az_claims *claims = az_claims_new(context);
  maker m = {.claims = claims,
             .arena = az_claims_arena(claims),
             .subst = az_subst_new(context->store),
             .most = (uint32_t)az_desc_int(options, "most")};
  choose_orders(&m, context, az_desc_string(options, "order"));
  az_claims_own(claims, release, m.subst);
  az_desc *const *policy;
  bool right = az_desc_modules(options, "segments", &policy) == 1;
  const az_domain_context *kept = az_claims_context(claims);
  for (uint32_t v = 0; v < context->var_count && right; v++)
    right = add_array(&m, kept, v, *policy, err) == AZ_OK;
  if (right) return claims;
  az_claims_close(claims);
  return NULL;
}

/* Borders mention values on entry. */
static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "entry_values");
  az_observe(list, "first_values");
  az_observe(list, "index_pairs");
}

static uint32_t asks(const az_desc *options) {
  (void)options;
  return AZ_ASKS_CONDITIONS;
}

static const az_domain_ops operations = {
    .open = open_ordered, .observe = observe, .asks = asks, AZ_CLAIMS_OPS};

static const az_option options[] = {
    {.name = "segments",
     .type = AZ_OPT_POLICY,
     .summary = "where arrays are cut: ordered{ segments = written_and_read{ bounds = true } }",
     .required = true},
    {.name = "order",
     .type = AZ_OPT_ENUM,
     .summary = "of the elements; checked: as the program's checks state it, else ascending; a "
                "single cell may be the least or the greatest of a segment before it in each case",
     .initial = "both",
     .choices = (const char *const[]){"ascending", "descending", "both", "checked", NULL}},
    {.name = "most",
     .type = AZ_OPT_INT,
     .summary = "rows, at most",
     .initial = "400",
     .least = 0,
     .greatest = 100000},
    {0}};

AZ_MODULE(ordered) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "ordered", "1.0"),
    .summary = "order of the elements of arrays, within and between segments: "
               "forall # < #2 in [0, i): a[#] <= a[#2]",
    .options = options,
    AZ_MODULE_OPERATIONS(operations),
};
