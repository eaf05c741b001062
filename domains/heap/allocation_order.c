/* The order in which objects of allocation sites were allocated, along links, for lists that grow
 * at an end. Instance numbers of live objects ascend with their allocation (observation
 * allocation_times), so that "older" is a comparison. The claims are about any live o* and o**, a
 * pointer p and a link f:
 *   p is oldest         p leads to o* or to an older live object; so if p leads to none,
 *                       no object is live
 *   f is younger        o*->f is NULL or leads to a younger live object
 *   f misses no younger if o** is younger than o*, o*->f leads to a live object that is younger
 *                       than o*, and not younger than o**
 *   p is sound          p is NULL or leads to a live object
 *   p, f at a start     the pointer has no offset
 * The first three also exist with older and younger exchanged. All except the third also exist with
 * "or exact": the pointer or link may also lead to an object of no site. Where f misses no younger,
 * o*->f is the next younger one of all live objects. So all objects younger than o* are linked to
 * o*. If p is oldest, too, every live object is linked to p, as core/kernel/memory/heap_leaks.c
 * requires. Claims are guessed; the solver refutes some until the rest is inductive. */
#include "ansatz/claims.h"
#include <string.h>

typedef struct order {
  const az_tvar *pointer;
  const az_tvar *own;   /* the live set of o*'s site */
  const az_tvar *other; /* the live set of o**'s site */
  const az_tvar **all;  /* the live sets of all sites in the view */
  uint32_t sites;
  bool down;  /* older and younger are exchanged */
  bool exact; /* "or exact": or to an object of no site */
} order;

static bool is_ordered(const az_tvar *var) {
  return var->kind == AZ_TV_POINTER && !var->auxiliary;
}

static az_term instance_of(az_store *s, az_term object) {
  return az_extract(s, object, AZ_INSTANCE_BITS - 1, 0);
}

static az_term instance_number_of(az_store *s, az_term object) {
  return az_extract(s, object, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
}

static az_term lives(az_store *s, const az_tvar *site, const az_state *state,
                     az_term instance_number) {
  return az_eq_value(s, az_select(s, state->values[site->at], instance_number), 1);
}

/* Returns the claim that a is older than `end` or, if `same`, not younger. */
static az_term before(az_store *s, const order *o, az_term a, az_term end, bool same) {
  az_term first = o->down ? end : a, last = o->down ? a : end;
  return same ? az_bv_ule(s, first, last) : az_bv_ult(s, first, last);
}

/* Returns the claim that the pointer leads to a live object of one of the sites. */
static az_term leads(az_store *s, const order *o, const az_state *state) {
  az_term object = state->values[o->pointer->at], any = az_false(s);
  for (uint32_t i = 0; i < o->sites; i++) {
    az_term is = az_eq_value(s, instance_of(s, object), az_tvar_live_site(o->all[i]));
    any = az_or(s, any, az_and(s, is, lives(s, o->all[i], state, instance_number_of(s, object))));
  }
  return any;
}

static az_term pointee(az_store *s, const order *o, const az_state *state) {
  return instance_number_of(s, state->values[o->pointer->at]);
}

static az_term is_null(az_store *s, const order *o, const az_state *state) {
  return az_eq(s, state->values[o->pointer->at], az_bv(s, AZ_OBJECT_BITS, 0));
}

/* Returns the claim that the pointer leads to an object of no site, if the row allows that. */
static az_term is_exact(az_store *s, const order *o, const az_state *state) {
  az_term instance = instance_of(s, state->values[o->pointer->at]);
  if (!o->exact) return az_false(s);
  az_term is = az_ne(s, instance, az_bv(s, AZ_INSTANCE_BITS, 0));
  for (uint32_t i = 0; i < o->sites; i++)
    is =
        az_and(s, is, az_ne(s, instance, az_bv(s, AZ_INSTANCE_BITS, az_tvar_live_site(o->all[i]))));
  return is;
}

static az_term first(const az_domain_context *context, const order *o, const az_state *state) {
  (void)state;
  return az_fixed_instance_number(context->store, az_tvar_live_site(o->own), 0);
}

static az_term extreme(const az_domain_context *context, const void *data, const az_state *state) {
  az_store *s = context->store;
  const order *o = data;
  az_term end = first(context, o, state);
  az_term there = before(s, o, pointee(s, o, state), end, true);
  there = az_and(s, leads(s, o, state), there);
  return az_or(s, is_exact(s, o, state), there);
}

static az_term grows(const az_domain_context *context, const void *data, const az_state *state) {
  az_store *s = context->store;
  const order *o = data;
  const az_term to = pointee(s, o, state);
  const az_term ahead = before(s, o, first(context, o, state), to, false);
  const az_term exact = is_exact(s, o, state), none = az_or(s, is_null(s, o, state), exact);
  return az_or(s, none, az_and(s, leads(s, o, state), ahead));
}

static az_term misses_none(const az_domain_context *context, const void *data,
                           const az_state *state) {
  az_store *s = context->store;
  const order *o = data;
  az_term own = first(context, o, state);
  az_term other = az_fixed_instance_number(s, az_tvar_live_site(o->other), 1);
  az_term ahead = before(s, o, own, other, false);
  ahead = az_and(s, lives(s, o->other, state, other), ahead);
  const az_term to = pointee(s, o, state), not_behind = before(s, o, to, other, true);
  const az_term there = az_and(s, before(s, o, own, to, false), not_behind);
  return az_implies(s, ahead, az_and(s, leads(s, o, state), there));
}

static az_term is_sound(const az_domain_context *context, const void *data, const az_state *state) {
  az_store *s = context->store;
  const order *o = data;
  const az_term exact = is_exact(s, o, state), none = az_or(s, is_null(s, o, state), exact);
  return az_or(s, none, leads(s, o, state));
}

static az_term at_start(const az_domain_context *context, const void *data, const az_state *state) {
  az_term offset = state->values[((const order *)data)->pointer->at + 1];
  return az_eq(context->store, offset,
               az_zero_of(context->store, az_sort_of(context->store, offset)));
}

static void add(az_claims *c, uint32_t site, az_claim claim, order o, const char *text) {
  order *kept = AZ_NEW(az_claims_arena(c), order);
  *kept = o;
  az_claims_add(c, site, claim, kept, text);
}

static const char *called(az_claims *c, const order *o, const char *what) {
  return az_arena_printf(az_claims_arena(c), "%s%s%s", o->pointer->name, what,
                         o->exact ? " or exact" : "");
}

/* Adds claims about one of a loop's own pointers: alone, and with o*. */
static void add_pointer(az_claims *c, uint32_t site, order o) {
  if (!o.own && o.pointer->changes)
    add(c, site, is_sound, o, called(c, &o, " is NULL or points to a live object"));
  for (int down = 0; o.own && down < 2; down++) {
    o.down = down;
    add(c, site, extreme, o, called(c, &o, down ? " is youngest" : " is oldest"));
  }
}

/* Adds claims about a link of o*. */
static void add_link(az_claims *c, uint32_t site, order o) {
  for (int down = 0; down < 2; down++) {
    o.down = down;
    add(c, site, grows, o, called(c, &o, down ? " is older" : " is younger"));
    for (uint32_t i = 0; i < o.sites && !o.exact; i++) {
      o.other = o.all[i];
      const char *missed = down ? " misses no older " : " misses no younger ";
      missed = az_arena_printf(az_claims_arena(c), "%s%s", missed, o.other->name);
      add(c, site, misses_none, o, called(c, &o, missed));
    }
  }
}

/* Returns whether the pointer may lead to objects of no site. */
static bool leads_to_exact(const az_domain_context *context, const az_tvar *pointer) {
  bool exact = false;
  for (uint32_t t = 0; t < pointer->target_count; t++) {
    uint32_t id = pointer->targets[t];
    exact |= id && id < context->object_count && !context->objects[id].is_site;
  }
  return exact;
}

static void add_site(const az_domain_context *context, az_claims *c, uint32_t site,
                     uint32_t most_sites) {
  order o = {.all = AZ_NEWN(az_claims_arena(c), const az_tvar *, context->var_count + 1)};
  for (uint32_t v = 0; v < context->var_count; v++) {
    const az_tvar *var = &context->vars[v];
    if (var->view != site || context->views[site].except || !az_tvar_live_site(var)) continue;
    o.all[o.sites++] = var;
    if (az_tvar_live_site(var) == context->views[site].heap) o.own = var;
  }
  if (o.sites > most_sites) return;
  for (uint32_t v = 0; v < context->var_count && o.sites; v++) {
    o.pointer = &context->vars[v];
    if (o.pointer->view != site || !is_ordered(o.pointer)) continue;
    bool link = az_tvar_of_fixed(o.pointer, 0);
    if (link || (!o.own && o.pointer->changes))
      add(c, site, at_start, o, called(c, &o, " points to a start"));
    for (int exact = 0; exact <= leads_to_exact(context, o.pointer); exact++) {
      o.exact = exact;
      if (link)
        add_link(c, site, o);
      else
        add_pointer(c, site, o);
    }
  }
}

static void *open_allocation_order(const az_domain_context *context, const az_desc *options,
                                   az_error *err) {
  (void)err;
  az_claims *c = az_claims_new(context);
  uint32_t most = (uint32_t)az_desc_int(options, "sites");
  for (uint32_t site = 0; site < context->view_count; site++) add_site(context, c, site, most);
  return c;
}

static void observe(const az_desc *options, az_observations *list) {
  (void)options;
  az_observe(list, "objects");
  az_observe(list, "object_pairs"); /* claims about o* are facts about o**, too */
  az_observe(list, "allocation_times");
}

static const az_domain_ops operations = {
    .open = open_allocation_order, .observe = observe, AZ_CLAIMS_OPS};

static const az_option options_of_ours[] = {
    {.name = "sites",
     .type = AZ_OPT_INT,
     .summary = "allocation sites that a loop reaches, at most: with more, no claims are made",
     .initial = "3",
     .least = 1,
     .greatest = 64},
    {0}};

AZ_MODULE(allocation_order) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "allocation_order", "1.0"),
    .summary =
        "links that follow the order in which objects were allocated, from one end, without gaps",
    .options = options_of_ours,
    AZ_MODULE_OPERATIONS(operations),
};
