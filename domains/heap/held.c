/* Nothing is leaked: a pointer of a small set S leads to each live object o* of an allocation site,
 * or o* is supported, that is, held by a live object of lower rank (observation holders). There is
 * one claim for each set of at most three of the loop's pointers. Smaller sets give stronger
 * claims, and the solver refutes those that are too strong. core/kernel/memory/heap_leaks.c proves
 * the check for leaks by these claims. Further claims concern ranks along a link and ends of lists:
 *   held by {list}      list points to o*, or o* is supported
 *   falls(node.next)    rank(o*) < rank(o*->next)
 *   last ends node.next if last leads to o*, o*->next is NULL: what is appended there overwrites no
 *                       link; the same for an object that was allocated outside loops
 *   tail NULL with head where head is NULL, tail is NULL, too: a queue without nodes has no end */
#include "ansatz/arena.h"
#include "ansatz/claims.h"
#include <string.h>

enum { MOST_IN_SET = 3 };
typedef struct held {
  const az_tvar *bit;
  uint32_t count;
  const az_tvar *by[MOST_IN_SET];
} held;

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  az_store *s = context->store;
  const held *h = data;
  az_term holds = az_eq_value(s, state->values[h->bit->at], 1);
  az_term object = az_fixed_object(context, context->views[h->bit->view].heap, 0);
  for (uint32_t i = 0; i < h->count; i++) {
    az_term offset = state->values[h->by[i]->at + 1];
    az_term start = az_eq(s, offset, az_zero_of(s, az_sort_of(s, offset)));
    az_term leads = az_eq(s, state->values[h->by[i]->at], object);
    holds = az_or(s, holds, az_and(s, leads, start));
  }
  return holds;
}

/* Returns whether v is one of the observation's variables, for that ghost cell. */
static bool is_bit(const az_tvar *v, const char *ghost) {
  return v->kind == AZ_TV_INT && v->bits == 1 && v->path && v->path->kind == AZ_ACCESS_COMBINED &&
         v->path->of && v->path->of->kind == AZ_ACCESS_GHOST && !strcmp(v->path->of->ghost, ghost);
}

/* Returns whether v is a pointer of the program that may lead to the site. */
static bool may_hold(const az_tvar *v, uint32_t view, uint32_t site) {
  if (v->view != view || v->kind != AZ_TV_POINTER || v->auxiliary || !v->path ||
      v->path->kind != AZ_ACCESS_PROGRAM)
    return false;
  bool may = v->anywhere;
  for (uint32_t t = 0; t < v->target_count; t++) may |= v->targets[t] == site;
  return may;
}

/* Returns whether v is a pointer variable of the program in that view, outside the heap. */
static bool is_pointer(const az_tvar *v, uint32_t view) {
  return v->view == view && v->kind == AZ_TV_POINTER && !v->auxiliary && v->path &&
         v->path->kind == AZ_ACCESS_PROGRAM && v->object != AZ_NONE;
}

static bool share_target(const az_tvar *p, const az_tvar *q) {
  for (uint32_t i = 0; i < p->target_count; i++)
    for (uint32_t k = 0; k < q->target_count; k++)
      if (p->targets[i] == q->targets[k]) return true;
  return p->anywhere && q->anywhere;
}

static void add(az_claims *c, const held *like) {
  az_arena *arena = az_claims_arena(c);
  held *h = AZ_NEW(arena, held);
  *h = *like;
  const char *text = "held by {";
  for (uint32_t i = 0; i < h->count; i++)
    text = az_arena_printf(arena, "%s%s%s", text, i ? ", " : "", h->by[i]->name);
  az_claims_add(c, h->bit->view, claim, h, az_arena_printf(arena, "%s}", text));
}

static void add_sets(az_claims *c, const az_tvar *bit, uint32_t most) {
  enum { MOST = 16 };
  const az_domain_context *context = az_claims_context(c);
  const az_tvar *all[MOST];
  uint32_t n = 0, site = context->views[bit->view].heap;
  for (uint32_t v = 0; v < context->var_count && n < most && n < MOST; v++)
    if (may_hold(&context->vars[v], bit->view, site)) all[n++] = &context->vars[v];
  add(c, &(held){.bit = bit});
  for (uint32_t i = 0; i < n; i++) {
    add(c, &(held){bit, 1, {all[i]}});
    for (uint32_t k = i + 1; k < n; k++) {
      add(c, &(held){bit, 2, {all[i], all[k]}});
      for (uint32_t l = k + 1; l < n; l++) add(c, &(held){bit, 3, {all[i], all[k], all[l]}});
    }
  }
}

typedef struct end {
  const az_tvar *pointer, *link;
} end;

static az_term is_end(const az_domain_context *context, const void *data, const az_state *state) {
  az_store *s = context->store;
  const end *e = data;
  az_term object = az_tvar_of_fixed(e->link, 0)
                       ? az_fixed_object(context, context->views[e->link->view].heap, 0)
                       : az_bv(s, AZ_OBJECT_BITS, e->link->path->instance);
  az_term to = state->values[e->link->at], leads = az_eq(s, state->values[e->pointer->at], object);
  return az_implies(s, leads, az_eq(s, to, az_zero_of(s, az_sort_of(s, to))));
}

/* Adds claims that pointers lead to the end of a list that this link forms. */
static void add_ends(az_claims *c, const az_tvar *link) {
  const az_domain_context *context = az_claims_context(c);
  bool fixed = az_tvar_of_fixed(link, 0);
  uint32_t id = fixed ? context->views[link->view].heap : link->path->instance;
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *pointer = &context->vars[v];
    if (pointer->object == AZ_NONE || !may_hold(pointer, link->view, id)) continue;
    end *e = AZ_NEW(az_claims_arena(c), end);
    *e = (end){pointer, link};
    az_claims_add(c, link->view, is_end, e,
                  az_arena_printf(az_claims_arena(c), "%s ends %s", pointer->name, link->name));
  }
}

static az_term is_empty_with(const az_domain_context *context, const void *data,
                             const az_state *state) {
  az_store *s = context->store;
  const end *e = data;
  az_term first = state->values[e->pointer->at], second = state->values[e->link->at];
  az_term empty = az_eq(s, second, az_zero_of(s, az_sort_of(s, second)));
  return az_implies(s, az_eq(s, first, az_zero_of(s, az_sort_of(s, first))), empty);
}

/* Adds claims that one of the loop's pointers into a site is NULL if another one is. */
static void add_empty(az_claims *c, uint32_t view, uint32_t most) {
  const az_domain_context *context = az_claims_context(c);
  for (uint32_t i = 0, n = 0; i < context->var_count && n < most; i++) {
    const az_tvar *p = &context->vars[i];
    if (!is_pointer(p, view)) continue;
    n++;
    for (uint32_t k = 0, m = 0; k < context->var_count && m < most; k++) {
      const az_tvar *q = &context->vars[k];
      if (!is_pointer(q, view)) continue;
      m++;
      if (p == q || !(p->changes || q->changes) || !share_target(p, q)) continue;
      end *e = AZ_NEW(az_claims_arena(c), end);
      *e = (end){p, q};
      az_claims_add(c, view, is_empty_with, e,
                    az_arena_printf(az_claims_arena(c), "%s NULL with %s", q->name, p->name));
    }
  }
}

static void *open_held(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  az_claims *c = az_claims_new(context);
  uint32_t most = (uint32_t)az_desc_int(options, "pointers");
  for (uint32_t view = 0; view < context->view_count; view++)
    if (!context->views[view].heap && !context->views[view].except) add_empty(c, view, most);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *bit = &context->vars[v];
    bool link = bit->kind == AZ_TV_POINTER && !bit->auxiliary && bit->path;
    bool allocated = link && bit->path->kind == AZ_ACCESS_PROGRAM && bit->object == AZ_NONE;
    if (link && !context->views[bit->view].except &&
        (az_tvar_of_fixed(bit, 0) || (allocated && !context->views[bit->view].heap)))
      add_ends(c, bit);
    if (!context->views[bit->view].heap || context->views[bit->view].except) continue;
    if (is_bit(bit, "holder")) add_sets(c, bit, most);
    held *falls = is_bit(bit, "rank") ? AZ_NEW(az_claims_arena(c), held) : NULL;
    if (!falls) continue;
    falls->bit = bit;
    az_claims_add(c, bit->view, claim, falls, bit->name);
  }
  return c;
}

static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "objects");
  az_observe(list, "holders");
}

static const az_domain_ops operations = {.open = open_held, .observe = observe, AZ_CLAIMS_OPS};

static const az_option options_of_ours[] = {
    {.name = "pointers",
     .type = AZ_OPT_INT,
     .summary = "maximum number of pointers of a loop from which sets are made",
     .initial = "7",
     .least = 1,
     .greatest = 16},
    {0}};

AZ_MODULE(held) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "held", "1.0"),
    .summary = "no leak: each live object is the target of a pointer or held by a live object of "
               "lower rank",
    .options = options_of_ours,
    AZ_MODULE_OPERATIONS(operations),
};
