/* Neighbours of the targets of the loop's pointers, for nodes taken out of a list: the pointers to
 * the node and to its predecessor move together, and no other link leads to the node.
 *   before.next is p         where `before` leads to o*, o*->next is p
 *   l is p without before    where `before` is NULL, l and p are equal
 *   only head ends node.prev where o*->prev is NULL, head leads to o*
 * The domain `disjoint` claims that no two links lead to one node. Together, the claims show that
 * the only link to a freed node is the link that was changed before the node was freed. The solver
 * refutes false claims. */
#include "ansatz/arena.h"
#include "ansatz/claims.h"

typedef struct neighbour {
  const az_tvar *pointer, *other, *third; /* third: another pointer, or the link of o* */
} neighbour;

static az_term is_null(az_store *s, const az_tvar *v, const az_state *state) {
  return az_eq_value(s, state->values[v->at], 0);
}

static az_term are_equal(az_store *s, const az_tvar *v, const az_tvar *w, const az_state *state) {
  az_term same = az_eq(s, state->values[v->at], state->values[w->at]);
  return az_and(s, same, az_eq(s, state->values[v->at + 1], state->values[w->at + 1]));
}

static az_term leads_to_fixed(const az_domain_context *context, const az_tvar *v, uint32_t view,
                              const az_state *state) {
  az_term fixed = az_fixed_object(context, context->views[view].heap, 0);
  return az_eq(context->store, state->values[v->at], fixed);
}

static az_term next_is(const az_domain_context *context, const void *data, const az_state *state) {
  const neighbour *n = data;
  az_store *s = context->store;
  az_term leads = leads_to_fixed(context, n->pointer, n->third->view, state);
  return az_implies(s, leads, are_equal(s, n->third, n->other, state));
}

static az_term equal_without(const az_domain_context *context, const void *data,
                             const az_state *state) {
  const neighbour *n = data;
  az_store *s = context->store;
  az_term without = is_null(s, n->pointer, state);
  return az_implies(s, without, are_equal(s, n->other, n->third, state));
}

static az_term only_end(const az_domain_context *context, const void *data, const az_state *state) {
  const neighbour *n = data;
  az_store *s = context->store;
  az_term leads = leads_to_fixed(context, n->pointer, n->third->view, state);
  return az_implies(s, is_null(s, n->third, state), leads);
}

enum { MOST = 16 };
typedef struct pointers {
  const az_tvar *all[MOST];
  uint32_t count;
} pointers;

static bool may_lead(const az_tvar *v, uint32_t site) {
  bool may = v->anywhere;
  for (uint32_t t = 0; t < v->target_count; t++) may |= v->targets[t] == site;
  return may;
}

/* Lists at most `most` of the program's own pointers in a view: those that may lead to the site, or
 * all if `site` is 0. */
static pointers pointers_in(const az_domain_context *context, uint32_t view, uint32_t site,
                            uint32_t most) {
  pointers list = {.count = 0};
  for (uint32_t i = 0; i < context->var_count && list.count < most; i++) {
    const az_tvar *v = &context->vars[i];
    if (v->view != view || v->kind != AZ_TV_POINTER || v->auxiliary || !v->path ||
        v->path->kind != AZ_ACCESS_PROGRAM || v->object == AZ_NONE)
      continue;
    if (!site || may_lead(v, site)) list.all[list.count++] = v;
  }
  return list;
}

static bool share_target(const az_tvar *v, const az_tvar *w) {
  bool share = v->anywhere && w->anywhere;
  for (uint32_t t = 0; t < v->target_count; t++)
    share |= v->targets[t] && may_lead(w, v->targets[t]);
  return share;
}

static void add(az_claims *c, uint32_t view, az_claim claim, neighbour like, const char *text) {
  neighbour *n = AZ_NEW(az_claims_arena(c), neighbour);
  *n = like;
  az_claims_add(c, view, claim, n, text);
}

static void add_without(az_claims *c, uint32_t view, uint32_t most) {
  const pointers list = pointers_in(az_claims_context(c), view, 0, most);
  for (uint32_t i = 0; i < list.count; i++)
    for (uint32_t k = 0; k < list.count; k++)
      for (uint32_t l = k + 1; l < list.count; l++) {
        const az_tvar *p = list.all[i], *q = list.all[k], *r = list.all[l];
        if (p == q || p == r || !p->changes || !(q->changes || r->changes) || !share_target(p, q) ||
            !share_target(q, r))
          continue;
        add(c, view, equal_without, (neighbour){p, q, r},
            az_arena_printf(az_claims_arena(c), "%s is %s without %s", q->name, r->name, p->name));
      }
}

static void add_links(az_claims *c, const az_tvar *link, uint32_t most) {
  const az_domain_context *context = az_claims_context(c);
  az_arena *arena = az_claims_arena(c);
  uint32_t site = context->views[link->view].heap;
  const pointers list = pointers_in(context, link->view, site, most);
  for (uint32_t i = 0; i < list.count; i++) {
    const az_tvar *p = list.all[i];
    add(c, link->view, only_end, (neighbour){.pointer = p, .third = link},
        az_arena_printf(arena, "only %s ends %s", p->name, link->name));
    for (uint32_t k = 0; k < list.count; k++) {
      const az_tvar *q = list.all[k];
      if (p != q && share_target(link, q))
        add(c, link->view, next_is, (neighbour){p, q, link},
            az_arena_printf(arena, "%s of %s is %s", link->name, p->name, q->name));
    }
  }
}

static void *open_neighbours(const az_domain_context *context, const az_desc *options,
                             az_error *err) {
  (void)err;
  az_claims *c = az_claims_new(context);
  const uint32_t most = (uint32_t)az_desc_int(options, "pointers");
  for (uint32_t view = 0; view < context->view_count; view++)
    if (!context->views[view].heap && !context->views[view].except) add_without(c, view, most);
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *link = &context->vars[v];
    if (link->kind == AZ_TV_POINTER && !link->auxiliary && az_tvar_of_fixed(link, 0) &&
        !context->views[link->view].except)
      add_links(c, link, most);
  }
  return c;
}

static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "objects");
}

static const az_domain_ops operations = {
    .open = open_neighbours, .observe = observe, AZ_CLAIMS_OPS};

static const az_option options_of_ours[] = {
    {.name = "pointers",
     .type = AZ_OPT_INT,
     .summary = "pointers of a loop about which claims are made, at most",
     .initial = "5",
     .least = 1,
     .greatest = MOST},
    {0}};

AZ_MODULE(neighbours) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "neighbours", "1.0"),
    .summary = "neighbours of the targets of pointers in lists: before->next is p; l is p where "
               "before is NULL; a node whose prev is NULL is reached only from head",
    .options = options_of_ours,
    AZ_MODULE_OPERATIONS(operations),
};
