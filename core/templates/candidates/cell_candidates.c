/* Candidate conditions on elements of arrays. A check that reads `a[t]` gives a candidate for a[#],
 * for all # in a segment: # replaces t in the check, and the variable in t is replaced by its value
 * when t = # (a[i] == i * i gives a[#] == # * #). A candidate holds because certain conditions on
 * elements held before. These weakest preconditions are candidates, too:
 *   - through an iteration: # is the index that the iteration writes, the state is the next one;
 *     b[i] = f(a[i], i) turns P(b[#], #) into P(f(a[#], #), #);
 *   - on entry: the state is the one in which the loop is entered, after an earlier loop.
 * So a check after a chain of loops gives candidates for the first loop (the calculus of
 * [dijkstra1976] along the bodies of the loops, as by tiling [chakraborty2017]). Only precision
 * depends on candidates, never soundness, so reads out of bounds and paths outside the pattern are
 * ignored. */
#include "candidates/condition_candidates.h"
#include "base/table.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>

typedef struct term_pair {
  az_term key, value;
} term_pair;
typedef struct seen_set {
  uint64_t key;
  uint32_t value;
} seen_set;

typedef struct candidate {
  uint32_t view;
  az_term term;
  uint64_t visited; /* set of the views that its derivation visited (modulo 64) */
  bool rounded;     /* its derivation used an iteration of the view's loop */
} candidate;

typedef struct finder {
  const az_cuts *cuts;
  const az_domain_context *context; /* the variables, views and states of this context */
  az_store *s;
  const az_term *const *canonical, *const *entry, *const *next;
  seen_set *variables; /* stb_ds: view and term -> variable */
  candidate *found;    /* stb_ds; also candidates about scalars alone, to derive others */
  az_limits *limits;
  az_visit *parts;   /* scratch */
  seen_set *seen;    /* stb_ds: view and term */
  seen_set *known;   /* stb_ds: a view, and a condition that holds whenever its loop is entered */
  uint32_t *of_view; /* number of candidates by view: about scalars, about elements */
  az_condition **out;
  bool scalars; /* candidates about scalars are wanted */
  const candidate
      *of;   /* the candidate that is carried over to other views as a whole; NULL: none */
  bool same; /* `of` is followed through an iteration of its own view: no other view gets results */
  uint64_t steps;
} finder;

/* A term as read at a view, with # for the index. */
typedef struct reading {
  finder *f;
  uint32_t view;
  az_term rigid;    /* the rigid index of the view's arrays */
  term_pair *image; /* stb_ds: by term; AZ_NO_TERM if it cannot be read at the view */
  uint32_t nodes;
} reading;

/* The quantities in a literal. */
typedef struct literal {
  az_term term;
  bool cells, index;
} literal;

/* ---- the view's variables -------------------------------------------------------------------- */

static uint64_t at_view(uint32_t view, az_term t) {
  return (uint64_t)view << 32 | t;
}

static void list_variables(finder *f) {
  const az_domain_context *context = f->context;
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (x->auxiliary) continue;
    uint32_t view = az_cuts_view_of_all(f->cuts, x->view), width = az_tvar_terms(x);
    for (uint32_t i = x->at; f->canonical[view] && i < x->at + width; i++) {
      uint64_t key = at_view(view, f->canonical[view][i]);
      if (hmgeti(f->variables, key) < 0) hmput(f->variables, key, v);
    }
  }
}

static const az_tvar *variable_of(const finder *f, uint32_t view, az_term t) {
  ptrdiff_t at = az_table_find(f->variables, at_view(view, t));
  return at < 0 ? NULL : &f->context->vars[f->variables[at].value];
}

static const az_tvar *array_of(const finder *f, uint32_t view, az_term t) {
  const az_tvar *x = variable_of(f, view, t);
  return x && x->kind == AZ_TV_ARRAY && x->index ? x : NULL;
}

static bool goes_on(const finder *f) {
  return f->steps < az_limits_or_default(f->limits)->cell_steps;
}

/* Returns whether one more node may be visited. */
static bool has_step(finder *f) {
  return az_limits_room(f->limits, AZ_LIMIT_cell_steps, f->steps++);
}

/* Returns whether the term has a part with the property; true if the limit of steps is reached. */
static bool has(finder *f, az_term root, bool (*is)(const void *ctx, az_term t), const void *ctx) {
  bool found = false;
  az_visit_forget(f->parts);
  az_visit_add(f->parts, root);
  for (az_term t; !found && (t = az_visit_next(f->parts));) found = !has_step(f) || is(ctx, t);
  return found;
}

/* Returns AZ_NO_TERM if the view has no array with a rigid index: nothing is read there. */
static az_term rigid_part(const reading *r, bool instance_number) {
  az_store *s = r->f->s;
  if (!r->rigid) return AZ_NO_TERM;
  bool pair = az_kind_of(s, r->rigid) == AZ_K_CONCAT;
  if (instance_number) return pair ? az_operand(s, r->rigid, 0) : AZ_NO_TERM;
  return pair ? az_operand(s, r->rigid, 1) : r->rigid;
}

static bool is_index(const void *ctx, az_term t) {
  return t == rigid_part(ctx, false);
}

/* Returns whether the term may change between iterations while # stays the same. */
static bool is_moving(const reading *r, az_term root) {
  bool moving = false;
  az_visit_forget(r->f->parts);
  az_visit_add(r->f->parts, root);
  for (az_term t; !moving && (t = az_visit_next(r->f->parts));) {
    const az_tvar *x = variable_of(r->f, r->view, t);
    if (x) az_visit_skip(r->f->parts);
    moving =
        !has_step(r->f) || (x ? x->changes : az_kind_of(r->f->s, t) == AZ_K_VAR && !is_index(r, t));
  }
  return moving;
}

/* ---- # in place of the index ----------------------------------------------------------------- */

enum { SOLVE_DEPTH = 64 }; /* operators around the variable */

/* Solves t == `to` for the variable in t: the value of the variable where the index # is `to`. */
static void solve(reading *r, az_term t, az_term to, uint32_t depth) {
  az_store *s = r->f->s;
  if (!depth-- || az_is_const(s, t)) return;
  hmput(r->image, t, to);
  uint32_t width = az_sort_width(az_sort_of(s, t));
  switch (az_kind_of(s, t)) {
  case AZ_K_SEXT:
  case AZ_K_ZEXT: {
    az_term narrow = az_operand(s, t, 0);
    solve(r, narrow, az_extract(s, to, az_sort_width(az_sort_of(s, narrow)) - 1, 0), depth);
    break;
  }
  case AZ_K_BV_ADD: {
    az_term a = az_operand(s, t, 0), b = az_operand(s, t, 1);
    if (!is_moving(r, b))
      solve(r, a, az_bv_sub(s, to, b), depth);
    else if (!is_moving(r, a))
      solve(r, b, az_bv_sub(s, to, a), depth);
    break;
  }
  case AZ_K_EXTRACT:
    if (!az_extract_low(s, t)) {
      az_term wide = az_operand(s, t, 0);
      solve(r, wide, az_sext(s, to, az_sort_width(az_sort_of(s, wide))), depth);
    }
    break;
  case AZ_K_BV_NEG: solve(r, az_operand(s, t, 0), az_bv_neg(s, to), depth); break;
  case AZ_K_BV_NOT: solve(r, az_operand(s, t, 0), az_bv_not(s, to), depth); break;
  case AZ_K_CONCAT: { /* an object's instance number before the index; unsigned extension */
    az_term low = az_operand(s, t, 1), high = az_operand(s, t, 0);
    uint32_t cut = az_sort_width(az_sort_of(s, low));
    if (to == r->rigid || az_is_const(s, high)) {
      solve(r, low, az_extract(s, to, cut - 1, 0), depth);
      if (to == r->rigid) solve(r, high, az_extract(s, to, width - 1, cut), depth);
    }
    break;
  }
  default: break;
  }
}

/* Returns whether the term is another index over #, such as n - # - 1. */
static bool is_place(reading *r, az_term at) {
  return az_kind_of(r->f->s, r->rigid) != AZ_K_CONCAT && has(r->f, at, is_index, r) &&
         !is_moving(r, at);
}

static az_term read_as(reading *r, az_term t);

/* Returns whether one more node may be read. */
static bool has_node(reading *r) {
  bool node = az_limits_room(r->f->limits, AZ_LIMIT_cell_nodes, r->nodes++);
  return node && has_step(r->f);
}

/* Returns the element of the array term at `index`, as read at the view. */
static az_term element(reading *r, az_term array, az_term at) {
  az_store *s = r->f->s;
  if (!has_node(r)) return AZ_NO_TERM;
  const az_tvar *x = array_of(r->f, r->view, array);
  if (x) {
    bool fits = x->index == r->rigid && (at == r->rigid || is_place(r, at));
    return fits ? az_select(s, array, at) : AZ_NO_TERM;
  }
  if (az_kind_of(s, array) == AZ_K_STORE) {
    az_term where = read_as(r, az_operand(s, array, 1));
    az_term rest = element(r, az_operand(s, array, 0), at);
    if (!where) return rest;
    az_term here = az_eq(s, where, at);
    if (az_is_false(s, here)) return rest;
    az_term value = read_as(r, az_operand(s, array, 2));
    if (!value || !rest) return az_is_true(s, here) || !rest ? value : rest;
    return az_ite(s, here, value, rest);
  }
  if (az_kind_of(s, array) == AZ_K_ITE) {
    az_term a = element(r, az_operand(s, array, 1), at),
            b = element(r, az_operand(s, array, 2), at);
    if (!a || !b || a == b) return a ? a : b;
    az_term condition = read_as(r, az_operand(s, array, 0));
    return condition ? az_ite(s, condition, a, b) : a;
  }
  if (az_kind_of(s, array) == AZ_K_CONST_ARRAY) return read_as(r, az_operand(s, array, 0));
  return AZ_NO_TERM;
}

/* Returns the term over the view's canonical state and #; AZ_NO_TERM if it has other variables. */
static az_term read_as(reading *r, az_term t) {
  az_store *s = r->f->s;
  if (az_is_const(s, t)) return t;
  ptrdiff_t at = hmgeti(r->image, t);
  if (at >= 0) return r->image[at].value;
  if (!has_node(r)) return AZ_NO_TERM;
  az_term to = AZ_NO_TERM;
  az_kind kind = az_kind_of(s, t);
  uint32_t n = az_arity(s, t);
  const az_tvar *x = variable_of(r->f, r->view, t); /* an unchanged variable may be any term */
  if (kind == AZ_K_VAR || (x && x->kind == AZ_TV_INT)) {
    if ((x && x->kind != AZ_TV_ARRAY) || t == rigid_part(r, false)) to = t;
  } else if (kind == AZ_K_SELECT) {
    az_term index = read_as(r, az_operand(s, t, 1));
    if (index) to = element(r, az_operand(s, t, 0), index);
  } else if (kind == AZ_K_ITE) { /* drops branches that cannot be read */
    az_term c = read_as(r, az_operand(s, t, 0));
    az_term a = c && az_is_false(s, c) ? AZ_NO_TERM : read_as(r, az_operand(s, t, 1));
    az_term b = c && az_is_true(s, c) ? AZ_NO_TERM : read_as(r, az_operand(s, t, 2));
    to = c && a && b ? az_ite(s, c, a, b) : a && !b ? a : b && !a ? b : AZ_NO_TERM;
  } else if (n && n <= 3) {
    az_term operands[3] = {0};
    bool known = true;
    for (uint32_t i = 0; i < n && known; i++) {
      az_term o = az_operand(s, t, i);
      known = az_sort_kind_of(az_sort_of(s, o)) != AZ_SORT_ARRAY;
      if (known) operands[i] = read_as(r, o);
      known = known && operands[i];
    }
    if (known) to = az_rebuild(s, t, operands);
    if (!known && kind == AZ_K_AND)
      to = operands[0] ? operands[0] : read_as(r, az_operand(s, t, 1));
  }
  hmput(r->image, t, to);
  return to;
}

/* ---- candidates ------------------------------------------------------------------------------ */

static bool is_cell(const void *ctx, az_term t) {
  return az_kind_of(ctx, t) == AZ_K_SELECT;
}

static bool has_cell(finder *f, az_term t) {
  return has(f, t, is_cell, f->s);
}

static bool is_term(const void *ctx, az_term t) {
  return t == *(const az_term *)ctx;
}

/* Divisions by a variable make facts that are too expensive for the solver. */
static bool is_heavy(const void *ctx, az_term t) {
  az_kind kind = az_kind_of(ctx, t);
  return kind >= AZ_K_BV_UDIV && kind <= AZ_K_BV_SREM && !az_is_const(ctx, az_operand(ctx, t, 1));
}

static void add_candidate(finder *f, uint32_t view, az_term t) {
  uint64_t key = at_view(view, t);
  if (az_is_const(f->s, t) || hmgeti(f->seen, key) >= 0) return;
  if (!az_limits_room(f->limits, AZ_LIMIT_cell_candidates, arrlenu(f->found))) return;
  if (has(f, t, is_heavy, f->s)) return;
  bool cell = has_cell(f, t);
  uint32_t *number = &f->of_view[2 * view + cell];
  az_limit limit = cell ? AZ_LIMIT_cell_conditions : AZ_LIMIT_cell_scalar_conditions;
  if (!az_limits_room(f->limits, limit, *number)) return;
  hmput(f->seen, key, 1);
  ++*number;
  candidate g = {view, t, 1ull << view % 64, f->same};
  if (f->of) g.visited |= f->of->visited;
  arrput(f->found, g);
  if (cell) arrput(*f->out, ((az_condition){view, t, true}));
}

/* Lists the first conjuncts, as many as the limit allows. */
static void conjuncts(const finder *f, az_term t, az_term **out) {
  az_term *all = az_conjuncts(f->s, t);
  for (size_t i = 0; i < arrlenu(all); i++) {
    if (!az_limits_room(f->limits, AZ_LIMIT_cell_conjuncts, arrlenu(*out))) break;
    arrput(*out, all[i]);
  }
  arrfree(all);
}

static int by_term(const void *a, const void *b) {
  az_term x = ((const literal *)a)->term, y = ((const literal *)b)->term;
  return x < y ? -1 : x > y;
}

/* Adds the disjunction of the literals about elements, about # (if `index`), and number `other`. */
static void add_any(finder *f, uint32_t view, const literal *all, bool index, size_t other) {
  az_term any = az_false(f->s);
  for (size_t i = 0; i < arrlenu(all); i++)
    if (all[i].cells || (index && all[i].index) || i == other) any = az_or(f->s, any, all[i].term);
  add_candidate(f, view, any);
}

/* Adds candidates at the view that exclude `bad` where `index` is #. */
static void read_at(finder *f, uint32_t view, az_term rigid, az_term index, az_term *parts) {
  reading r = {.f = f, .view = view, .rigid = rigid};
  literal *all = NULL; /* stb_ds */
  if (index) solve(&r, index, rigid, SOLVE_DEPTH);
  bool cells = false;
  for (size_t i = 0; i < arrlenu(parts); i++) {
    r.nodes = 0;
    if (hmgeti(f->known, at_view(view, parts[i])) >= 0) continue;
    az_term t = read_as(&r, parts[i]);
    if (!t || az_is_const(f->s, t)) continue;
    literal l = {.term = az_not(f->s, t)};
    l.cells = has_cell(f, t);
    l.index = has(f, t, is_index, &r);
    cells |= l.cells;
    arrput(all, l);
  }
  size_t n = arrlenu(all), others = 0;
  if (n) qsort(all, n, sizeof *all, by_term);
  if (f->of) { /* the whole condition, as far as it can be read */
    az_term any = az_false(f->s);
    for (size_t i = 0; i < n; i++) any = az_or(f->s, any, all[i].term);
    if (cells || !index) add_candidate(f, view, any);
  } else if (f->scalars) {
    for (size_t i = 0; i < n && !cells && !index; i++) add_candidate(f, view, all[i].term);
  } else if (cells) {
    for (size_t i = 0; i < n; i++)
      if (all[i].cells) add_candidate(f, view, all[i].term);
    add_any(f, view, all, false, n);
    add_any(f, view, all, true, n);
    for (size_t i = n; i-- > 0;) {
      if (all[i].cells || all[i].index) continue;
      if (!az_limits_room(f->limits, AZ_LIMIT_cell_literals, others)) break;
      others++;
      add_any(f, view, all, false, i);
    }
  }
  arrfree(all);
  hmfree(r.image);
}

static const az_tvar *first_array(const finder *f, uint32_t view, az_term array) {
  const az_tvar *found = NULL;
  az_term *todo = NULL;
  arrput(todo, array);
  while (!found && arrlenu(todo)) {
    az_term t = arrpop(todo);
    az_kind kind = az_kind_of(f->s, t);
    found = array_of(f, view, t);
    if (kind == AZ_K_STORE) arrput(todo, az_operand(f->s, t, 0));
    for (uint32_t i = 2; kind == AZ_K_ITE && i > 0; i--) arrput(todo, az_operand(f->s, t, i));
  }
  arrfree(todo);
  return found;
}

/* Lists reads of arrays of the view in the term: (index of the array, index read). */
static void reads(finder *f, uint32_t view, az_term root, term_pair **out) {
  uint64_t nodes = 0, most = 20 * az_limits_or_default(f->limits)->cell_nodes;
  az_visit_forget(f->parts);
  az_visit_add(f->parts, root);
  for (az_term t; (t = az_visit_next(f->parts)) && ++nodes < most && has_step(f);) {
    const az_tvar *x =
        az_kind_of(f->s, t) == AZ_K_SELECT ? first_array(f, view, az_operand(f->s, t, 0)) : NULL;
    if (!x) continue;
    bool known = false;
    for (size_t i = 0; i < arrlenu(*out); i++) known |= (*out)[i].value == az_operand(f->s, t, 1);
    if (!known && az_limits_room(f->limits, AZ_LIMIT_cell_indices, arrlenu(*out)))
      arrput(*out, ((term_pair){x->index, az_operand(f->s, t, 1)}));
  }
  if (nodes >= most) az_limits_hit(f->limits, AZ_LIMIT_cell_nodes);
}

/* Adds candidates that exclude `bad`, at all cut points. */
static void rule_out(finder *f, az_term bad) {
  const az_domain_context *context = f->context;
  az_term *parts = NULL;
  conjuncts(f, bad, &parts);
  for (uint32_t view = 0; view < context->view_count && goes_on(f); view++) {
    if (az_cuts_view_of_all(f->cuts, view) != view) continue;
    if (f->of && (f->same ? view != f->of->view : f->of->visited >> view % 64 & 1)) continue;
    if (!f->canonical[view] || !f->next[view]) continue;
    term_pair *at = NULL;
    for (size_t i = 0; i < arrlenu(parts); i++) reads(f, view, parts[i], &at);
    for (size_t i = 0; i < arrlenu(at); i++) read_at(f, view, at[i].key, at[i].value, parts);
    if (!arrlenu(at)) read_at(f, view, AZ_NO_TERM, AZ_NO_TERM, parts);
    arrfree(at);
  }
  arrfree(parts);
}

/* ---- what must have held before -------------------------------------------------------------- */

static void add_index(finder *f, az_term index, az_term **out) {
  for (size_t i = 0; i < arrlenu(*out); i++)
    if ((*out)[i] == index) return;
  if (az_limits_room(f->limits, AZ_LIMIT_cell_indices, arrlenu(*out))) arrput(*out, index);
}

/* Lists the indices at which an iteration of the loop writes arrays with this rigid index. */
static void written_indices(finder *f, uint32_t view, az_term rigid, az_term **out) {
  const az_domain_context *context = f->context;
  for (size_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (az_cuts_view_of_all(f->cuts, x->view) != view || x->kind != AZ_TV_ARRAY ||
        x->index != rigid)
      continue;
    az_visit_forget(f->parts);
    az_visit_add(f->parts, f->next[view][x->at]);
    uint64_t nodes = 0;
    for (az_term t; (t = az_visit_next(f->parts));) {
      if (!az_limits_room(f->limits, AZ_LIMIT_cell_nodes, nodes++)) break;
      az_visit_skip(f->parts); /* only arrays */
      az_kind kind = az_kind_of(f->s, t);
      if (kind == AZ_K_STORE) add_index(f, az_operand(f->s, t, 1), out);
      if (kind == AZ_K_STORE) az_visit_add(f->parts, az_operand(f->s, t, 0));
      for (uint32_t i = 1; kind == AZ_K_ITE && i < 3; i++)
        az_visit_add(f->parts, az_operand(f->s, t, i));
    }
  }
}

/* Adds candidates from which `p` follows in the state `values` at `index`. */
static void before(finder *f, candidate p, const az_term *values, az_term rigid, az_term index) {
  if (!values) return;
  az_subst *subst = az_subst_new(f->s);
  const az_domain_context *context = f->context;
  for (size_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (az_cuts_view_of_all(f->cuts, x->view) != p.view || !x->changes) continue;
    uint32_t width = az_tvar_terms(x);
    for (uint32_t i = x->at; i < x->at + width; i++)
      if (values[i] && !az_is_const(f->s, f->canonical[p.view][i]))
        az_subst_bind(subst, f->canonical[p.view][i], values[i]);
  }
  if (index && az_kind_of(f->s, rigid) == AZ_K_CONCAT) {
    az_term low = az_operand(f->s, rigid, 1);
    uint32_t cut = az_sort_width(az_sort_of(f->s, low));
    az_subst_bind(subst, low, az_extract(f->s, index, cut - 1, 0));
    az_subst_bind(subst, az_operand(f->s, rigid, 0),
                  az_extract(f->s, index, az_sort_width(az_sort_of(f->s, index)) - 1, cut));
  } else if (index) {
    az_subst_bind(subst, rigid, index);
  }
  az_term bad = az_not(f->s, az_subst_apply(subst, p.term));
  az_subst_free(subst);
  rule_out(f, bad);
}

/* Derives candidates through an iteration, for the elements that it writes. */
static void through_iteration(finder *f, candidate p) {
  term_pair *at = NULL;
  reads(f, p.view, p.term, &at);
  for (size_t k = 0; k < arrlenu(at); k++) {
    az_term *written = NULL;
    written_indices(f, p.view, at[k].key, &written);
    for (size_t w = 0; w < arrlenu(written); w++)
      before(f, p, f->next[p.view], at[k].key, written[w]);
    arrfree(written);
  }
  if (!has_cell(f, p.term)) before(f, p, f->next[p.view], AZ_NO_TERM, AZ_NO_TERM);
  arrfree(at);
}

/* Adds that a[#] equals the stored value: a[i] = b[i] + i gives a[#] == b[#] + #. */
static void stored(finder *f, uint32_t view) {
  const az_domain_context *context = f->context;
  for (size_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (az_cuts_view_of_all(f->cuts, x->view) != view || x->kind != AZ_TV_ARRAY || !x->index)
      continue;
    az_term *written = NULL, array = f->canonical[view][x->at], next = f->next[view][x->at];
    written_indices(f, view, x->index, &written);
    for (size_t w = 0; next != array && w < arrlenu(written); w++) {
      reading r = {.f = f, .view = view, .rigid = x->index};
      solve(&r, written[w], x->index, SOLVE_DEPTH);
      az_term value = element(&r, next, x->index), old = az_select(f->s, array, x->index);
      if (value && value != old && !has(f, value, is_term, &old))
        add_candidate(f, view, az_eq(f->s, old, value));
      hmfree(r.image);
    }
    arrfree(written);
  }
}

/* Returns the index at which the value was read from the array; AZ_NO_TERM: it was not. */
static az_term index_read(const finder *f, az_term value, az_term array) {
  const bool checked = az_kind_of(f->s, value) == AZ_K_ITE; /* the read has a bounds check */
  for (uint32_t i = 0; i < 1u + checked; i++) {
    const az_term one = checked ? az_operand(f->s, value, 1 + i) : value;
    if (az_kind_of(f->s, one) == AZ_K_SELECT && az_operand(f->s, one, 0) == array)
      return az_operand(f->s, one, 1);
  }
  return AZ_NO_TERM;
}

/* Adds that the cell at `index` still has its value on entry: # != index || a[#] == value. */
static void add_kept(reading *r, const az_tvar *array, az_term index, az_term value) {
  finder *f = r->f;
  const az_term at = read_as(r, index);
  if (!at || !value || az_is_const(f->s, at) || is_moving(r, at)) return;
  const az_term now = az_select(f->s, f->canonical[r->view][array->at], array->index);
  const az_term elsewhere = az_ne(f->s, array->index, at), kept = az_eq(f->s, now, value);
  add_candidate(f, r->view, az_or(f->s, elsewhere, kept));
}

/* Adds that a cell written or read last before the loop still has its value: a[n / 3] = x and x =
 * a[n / 3] before the loop give # != n / 3 || a[#] == x. */
static void accessed_before(finder *f, uint32_t view) {
  enum { LAST = 3 };
  const az_domain_context *context = f->context;
  for (size_t v = 0; v < context->var_count && f->entry[view]; v++) {
    const az_tvar *x = &context->vars[v];
    if (az_cuts_view_of_all(f->cuts, x->view) != view || x->kind != AZ_TV_ARRAY || !x->index)
      continue;
    az_term array = f->entry[view][x->at];
    reading r = {.f = f, .view = view, .rigid = x->index};
    for (size_t y = 0; array && y < context->var_count; y++) {
      const az_tvar *copy = &context->vars[y];
      if (copy->view != x->view || copy->changes || !f->entry[view][copy->at]) continue;
      const az_term index = index_read(f, f->entry[view][copy->at], array);
      if (index) add_kept(&r, x, index, f->canonical[view][copy->at]);
    }
    for (int n = 0; array && n < LAST && az_kind_of(f->s, array) == AZ_K_STORE; n++) {
      const az_term value = read_as(&r, az_operand(f->s, array, 2));
      add_kept(&r, x, az_operand(f->s, array, 1), value);
      array = az_operand(f->s, array, 0);
    }
    hmfree(r.image);
  }
}

/* Returns whether the view has all states of a cut point, and an iteration from it is known. */
static bool has_iteration(const finder *f, uint32_t view) {
  return az_cuts_view_of_all(f->cuts, view) == view && f->canonical[view] && f->next[view];
}

/* Adds the condition of elements that a loop passed: while (a[i] != x) i++ gives a[#] != x. */
static void passed(finder *f, uint32_t view) {
  az_term *parts = NULL;
  if (f->context->goes_on[view]) conjuncts(f, f->context->goes_on[view], &parts);
  for (size_t i = 0; i < arrlenu(parts); i++) {
    az_term *one = NULL;
    term_pair *at = NULL;
    reads(f, view, parts[i], &at);
    arrput(one, az_not(f->s, parts[i]));
    for (size_t k = 0; k < arrlenu(at); k++) read_at(f, view, at[k].key, at[k].value, one);
    arrfree(one);
    arrfree(at);
  }
  arrfree(parts);
}

/* Adds what a variable implies for all elements seen: if an iteration sets x to k when the element
 * at its index has a property, a[#] has the property only if x is k (if (a[i] == m) found = 1;). */
static void meaning_of(finder *f, uint32_t view, const az_tvar *x, az_term next, az_term **when) {
  enum { DEEP = 6 };
  az_term now = f->canonical[view][x->at];
  size_t depth = arrlenu(*when);
  if (az_kind_of(f->s, next) == AZ_K_ITE && depth < DEEP) {
    az_term condition = az_operand(f->s, next, 0);
    for (uint32_t i = 1; i < 3; i++) {
      arrput(*when, i == 1 ? condition : az_not(f->s, condition));
      meaning_of(f, view, x, az_operand(f->s, next, i), when);
      arrsetlen(*when, depth);
    }
  }
  if (!az_is_const(f->s, next) || next == now || !depth) return;
  az_term *parts = NULL;
  term_pair *at = NULL;
  for (size_t i = 0; i < depth; i++) conjuncts(f, (*when)[i], &parts);
  for (size_t i = 0; i < arrlenu(parts); i++) reads(f, view, parts[i], &at);
  arrput(parts, az_not(f->s, az_eq(f->s, now, next)));
  for (size_t i = 0; i < arrlenu(at); i++) read_at(f, view, at[i].key, at[i].value, parts);
  arrfree(parts);
  arrfree(at);
}

static void meanings(finder *f, uint32_t view) {
  const az_domain_context *context = f->context;
  az_term *when = NULL;
  for (size_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (x->view == view && x->kind == AZ_TV_INT && x->changes && !x->auxiliary)
      meaning_of(f, view, x, f->next[view][x->at], &when);
  }
  arrfree(when);
}

/* Adds a candidate about elements of one loop at another view, with each variable replaced by the
 * variable of that view for the same place of the program. */
static void elsewhere(finder *f, candidate p, uint32_t view) {
  const az_domain_context *context = f->context;
  az_subst *subst = az_subst_new(f->s);
  for (size_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    if (az_cuts_view_of_all(f->cuts, x->view) != p.view || !x->path) continue;
    for (size_t w = 0; w < context->var_count; w++) {
      const az_tvar *y = &context->vars[w];
      if (az_cuts_view_of_all(f->cuts, y->view) != view || y->kind != x->kind ||
          y->bits != x->bits || !az_tvars_same_place(x, y))
        continue;
      uint32_t width = az_tvar_terms(x);
      for (uint32_t i = 0; i < width; i++) {
        az_term from = f->canonical[p.view][x->at + i], to = f->canonical[view][y->at + i];
        if (!az_is_const(f->s, from)) az_subst_bind(subst, from, to);
      }
      break;
    }
  }
  az_term there = az_subst_apply(subst, p.term);
  az_subst_free(subst);
  term_pair *at = NULL;
  reads(f, view, there, &at);
  az_term *one = NULL;
  arrput(one, az_not(f->s, there));
  for (size_t i = 0; i < arrlenu(at); i++) read_at(f, view, at[i].key, at[i].value, one);
  arrfree(one);
  arrfree(at);
}

void az_cell_candidates(const az_cuts *cuts, const az_domain_context *context, az_subst *iteration,
                        size_t loops, size_t checks, az_condition **out) {
  const az_ssa *ssa = az_cuts_ssa(cuts);
  uint32_t views = context->view_count;
  finder all = {.cuts = cuts,
                .context = context,
                .s = ssa->s,
                .limits = az_ssa_limits(ssa),
                .parts = az_visit_new(ssa->s, AZ_VISIT_PRE),
                .canonical = context->canonical,
                .entry = context->entry,
                .next = context->next,
                .of_view = az_calloc(2 * (size_t)views + 2, sizeof(uint32_t)),
                .out = out};
  finder *f = &all;
  bool arrays = false;
  for (size_t v = 0; v < context->var_count; v++) {
    const az_tvar *x = &context->vars[v];
    arrays |= x->kind == AZ_TV_ARRAY && x->index;
  }
  if (arrays) list_variables(f);
  for (uint32_t i = 0; arrays && i < loops; i++) {
    az_term *parts = NULL;
    conjuncts(f, az_subst_apply(iteration, ssa->loops[i].guard), &parts);
    for (size_t k = 0; k < arrlenu(parts); k++)
      hmput(f->known, at_view(az_cuts_loop(cuts, i)->view, parts[k]), 1);
    arrfree(parts);
  }
  for (size_t i = 0; arrays && i < checks; i++) {
    const az_check_instance *c = &ssa->checks[i];
    rule_out(f, az_subst_apply(iteration, az_and(ssa->s, c->guard, az_not(ssa->s, c->holds))));
    f->scalars = true;
    rule_out(f, az_subst_apply(iteration, az_not(ssa->s, c->holds)));
    f->scalars = false;
  }
  size_t checked = arrlenu(f->found);
  for (uint32_t view = 0; arrays && view < views; view++)
    if (has_iteration(f, view)) stored(f, view), accessed_before(f, view);
  for (uint32_t view = 0; arrays && view < views; view++)
    if (has_iteration(f, view)) passed(f, view);
  for (uint32_t view = 0; arrays && view < views; view++)
    if (has_iteration(f, view)) meanings(f, view);
  for (size_t i = checked, end = arrlenu(f->found); i < end; i++) {
    candidate p = f->found[i];
    f->of = &p;
    for (uint32_t view = 0; view < views; view++)
      if (view != p.view && has_iteration(f, view)) elsewhere(f, p, view);
    f->of = NULL;
  }
  for (size_t i = 0; i < arrlenu(f->found) && goes_on(f); i++) {
    candidate p = f->found[i];
    f->of = &p;
    before(f, p, f->entry[p.view], AZ_NO_TERM, AZ_NO_TERM);
    before(f, p, f->next[p.view], AZ_NO_TERM, AZ_NO_TERM);
    f->same = true;
    if (!p.rounded) through_iteration(f, p);
    f->same = false;
  }
  az_visit_free(f->parts);
  arrfree(f->found);
  hmfree(f->variables);
  hmfree(f->seen);
  hmfree(f->known);
  free(f->of_view);
}
