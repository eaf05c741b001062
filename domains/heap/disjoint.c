/* Pointers that never point to the same object: p == NULL || p and q point to different objects.
 * For an allocation site, there are claims about any two of its objects: their links never point to
 * the same object. So when a list is freed from its head, no node points to a freed node. For two
 * links of an object, there is also the claim that one link leads back from the target of the other
 * link: p->next->back == p. */
#include "ansatz/claims.h"

typedef struct pair {
  const az_tvar *p, *q;
} pair;

/* Returns whether v is a field of a second arbitrary object, or of a link's target. */
static bool is_other(const az_tvar *v) {
  return v->path && v->path->kind == AZ_ACCESS_COMBINED && v->path->of &&
         v->path->of->kind == AZ_ACCESS_FIELD;
}
static bool is_inverse(const az_tvar *v) {
  return is_other(v) && v->path->of->of->kind == AZ_ACCESS_FIELD;
}

static az_term leads_back(const az_domain_context *context, const void *data,
                          const az_state *state) {
  const az_tvar *link = data;
  uint32_t site = context->views[link->view].heap;
  return az_eq(context->store, state->values[link->at], az_fixed_object(context, site, 0));
}

static az_term claim(const az_domain_context *context, const void *data, const az_state *state) {
  const pair *c = data;
  az_store *s = context->store;
  az_term p = state->values[c->p->at], q = state->values[c->q->at];
  const az_term apart = az_ne(s, p, q);
  return az_or(s, az_eq_value(s, p, 0), apart);
}

/* Returns whether a claim is made about the two pointers. In a view of objects, the two must be a
 * link of o* and either a pointer of the loop or a link of another object; elsewhere, the loop must
 * change at least one of the two. */
static bool of_interest(const az_domain_context *context, const az_tvar *p, const az_tvar *q) {
  if (p->view != q->view || p->kind != AZ_TV_POINTER || q->kind != AZ_TV_POINTER) return false;
  if (p->auxiliary || (q->auxiliary && !is_other(q))) return false;
  if (context->views[p->view].except || is_inverse(q)) return false;
  bool first = az_tvar_of_fixed(p, 0), second = az_tvar_of_fixed(q, 0);
  if (context->views[p->view].heap) return first != second && (first || !is_other(q));
  return p->changes || q->changes;
}

static void *open_disjoint(const az_domain_context *context, const az_desc *options,
                           az_error *err) {
  (void)options, (void)err;
  az_claims *c = az_claims_new(context);
  az_arena *arena = az_claims_arena(c);
  for (uint32_t i = 0; i < context->var_count; i++) {
    const az_tvar *link = &context->vars[i];
    if (link->kind == AZ_TV_POINTER && is_inverse(link))
      az_claims_add(c, link->view, leads_back, link,
                    az_arena_printf(arena, "%s points back", link->name));
    for (uint32_t k = i + 1; k < context->var_count; k++) {
      const az_tvar *p = &context->vars[i], *q = &context->vars[k];
      if (!of_interest(context, p, q)) continue;
      pair *both = AZ_NEW(arena, pair);
      *both = (pair){p, q};
      az_claims_add(c, p->view, claim, both,
                    az_arena_printf(arena, "disjoint(%s, %s)", p->name, q->name));
    }
  }
  return c;
}

static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "objects");
  az_observe(list, "object_pairs");
  az_observe(list, "inverses");
}

static const az_domain_ops operations = {.open = open_disjoint, .observe = observe, AZ_CLAIMS_OPS};

static const az_option no_options[] = {{0}};

AZ_MODULE(disjoint) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "disjoint", "1.0"),
    .summary = "pointers, also of any two objects, that never point to the same object; links that "
               "point back",
    .options = no_options,
    AZ_MODULE_OPERATIONS(operations),
};
