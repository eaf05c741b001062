/* Shapes: the possible targets of each pointer that a loop changes, or whose targets the loop may
 * free [kroening2023, sec. 6.4.1]. There is one row for each pointer variable; rows of o* describe
 * how an allocation site's objects are linked.
 *
 * A row's parameter is a set of targets, learnt from models: an object, or some object of an
 * allocation site. For a site with a live set (az_tvar_live_site), the claim includes that the
 * object is live; a model with a pointer to a freed object weakens that target to any object of the
 * site. Offsets are a few numbers or, if there are more, any. The result depends only on the set of
 * states that were joined (instance numbers, liveness and offsets are given up one by one, in any
 * order), so a row's parameters are a lattice of finite height. */
#include "ansatz/arena.h"
#include "ansatz/domain.h"
#include "heap_transfer.h"
#include "relation.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* Keys are instances, the low bits of an object part. This value represents any instance number
 * (the high bits). */
enum { ANY_INSTANCE_NUMBER = UINT32_MAX };

typedef struct row {
  const az_tvar *var;
  uint32_t view;             /* view of the variable, or a path of that view */
  const az_tvar **live_sets; /* stb_ds: live sets of sites, and bits of other objects */
} row;

typedef struct heap {
  az_domain_context context;
  row *rows; /* stb_ds */
  uint32_t most_targets, most_offsets;
} heap;

static bool has_row(const az_tvar *var) {
  return var->kind == AZ_TV_POINTER && !var->auxiliary;
}

static void close_heap(void *self) {
  heap *h = self;
  for (size_t r = 0; r < arrlenu(h->rows); r++) arrfree(h->rows[r].live_sets);
  arrfree(h->rows);
  free(h);
}

/* Returns the site of a live set, or the object of a lifetime bit. Returns 0 for other
 * variables. */
static uint32_t live_set_of(const az_tvar *var) {
  uint32_t site = az_tvar_live_site(var);
  return site ? site : az_tvar_live_object(var);
}

static void add_row(heap *h, row r) {
  r.live_sets = NULL;
  for (uint32_t v = 0; v < h->context.var_count; v++)
    if (live_set_of(&h->context.vars[v]) && h->context.vars[v].view == r.var->view)
      arrput(r.live_sets, &h->context.vars[v]);
  arrput(h->rows, r);
}

/* Returns whether the loop may change the target of the pointer, or the liveness of the target. The
 * loop's own pointers have a row only in the view of all states. */
static bool may_change(const heap *h, const az_tvar *var) {
  bool may = var->changes;
  if (h->context.views[var->view].heap && !az_tvar_of_fixed(var, 0)) return may;
  for (uint32_t v = 0; v < h->context.var_count && !may; v++) {
    const az_tvar *live = &h->context.vars[v];
    uint32_t site = live->view == var->view && live->changes ? live_set_of(live) : 0;
    for (uint32_t t = 0; site && t < var->target_count; t++) may |= var->targets[t] == site;
  }
  return may;
}

static bool is_by(const az_view *view, const char *observation) {
  return view->by && !strcmp(view->by, observation);
}

static bool has_rows(const heap *h, uint32_t view) {
  for (size_t r = 0; r < arrlenu(h->rows); r++)
    if (h->rows[r].view == view) return true;
  return false;
}

/* Adds a row to a view that has none: its objects have no pointers, and no pointer of the loop
 * points to them. The row is for any pointer of the loop. While its value is bottom, the row claims
 * that there are no such objects. */
static void add_emptiness(heap *h, uint32_t view) {
  const az_view *views = h->context.views;
  uint32_t all = view, most = h->context.view_count;
  /* `of` need not be a view of this context, as a component of a composite has only some views. */
  for (uint32_t hops = 0; all < most && views[all].of != all; hops++) {
    if (hops == most) return;
    all = views[all].of;
  }
  for (uint32_t v = 0; v < h->context.var_count; v++) {
    const az_tvar *var = &h->context.vars[v];
    if (!has_row(var) || !var->changes || var->view != all) continue;
    add_row(h, (row){.var = var, .view = view});
    return;
  }
}

static void *open_heap(const az_domain_context *context, const az_desc *options, az_error *err) {
  (void)err;
  heap *h = az_calloc(1, sizeof *h);
  h->context = *context;
  h->most_targets = (uint32_t)az_desc_int(options, "targets");
  h->most_offsets = (uint32_t)az_desc_int(options, "offsets");
  bool guards = az_desc_bool(options, "guards");
  for (uint32_t v = 0; v < context->var_count; v++) {
    row r = {.var = &context->vars[v]};
    if (!has_row(r.var) || !may_change(h, r.var)) continue;
    r.view = r.var->view;
    add_row(h, r);
    for (uint32_t view = 0; guards && view < context->view_count; view++) {
      const az_view *of = &context->views[view];
      r.view = view;
      if (of->of == r.var->view && of->depth == 1 && is_by(of, "trace_partitions")) add_row(h, r);
    }
  }
  for (uint32_t view = 0; view < context->view_count; view++)
    if (context->views[view].except && !has_rows(h, view)) add_emptiness(h, view);
  return h;
}

static uint32_t row_count(void *self) {
  return (uint32_t)arrlenu(((const heap *)self)->rows);
}

static az_row get_row(void *self, uint32_t r) {
  return (az_row){.view = ((const heap *)self)->rows[r].view};
}

static void *value_new(void *self) {
  return relations_new(row_count(self));
}

/* ---- claims ---------------------------------------------------------------------------------- */

/* Returns the bit that is set if the object with that instance number is live; AZ_NO_TERM if no
 * variable has that bit. *site: whether the object belongs to an allocation site. */
static az_term life(const heap *h, const row *r, uint32_t instance, az_term instance_number,
                    const az_state *state, bool *site) {
  for (size_t i = 0; i < arrlenu(r->live_sets); i++) {
    if (live_set_of(r->live_sets[i]) != instance) continue;
    az_term live = state->values[r->live_sets[i]->at];
    *site = az_tvar_live_site(r->live_sets[i]) != 0;
    return *site ? az_select(h->context.store, live, instance_number) : live;
  }
  *site = false;
  return AZ_NO_TERM;
}

static az_term points_to(const heap *h, const row *r, const key_numbers *t, const az_state *state) {
  az_store *s = h->context.store;
  az_term object = state->values[r->var->at], offset = state->values[r->var->at + 1], is, one;
  az_term instance_number = az_extract(s, object, AZ_OBJECT_BITS - 1, AZ_INSTANCE_BITS);
  is = az_eq_value(s, az_extract(s, object, AZ_INSTANCE_BITS - 1, 0), t->key);
  if (t->instance_number != ANY_INSTANCE_NUMBER)
    is = az_eq(s, object,
               az_bv(s, AZ_OBJECT_BITS, (uint64_t)t->instance_number << AZ_INSTANCE_BITS | t->key));
  if (t->live) {
    bool site;
    one = life(h, r, (uint32_t)t->key, instance_number, state, &site);
    is = az_and(s, is, az_eq(s, one, az_bv(s, 1, 1)));
  }
  if (t->any) return is;
  az_term at = az_false(s);
  for (size_t k = 0; k < arrlenu(t->numbers); k++)
    at = az_or(s, at,
               az_eq(s, offset, az_bv(s, az_sort_width(az_sort_of(s, offset)), t->numbers[k])));
  return az_and(s, is, at);
}

static az_term claim(void *self, uint32_t n, const void *v, const az_state *state) {
  const heap *h = self;
  const relation *p = &((const relations *)v)->rows[n];
  az_term any = az_bool(h->context.store, p->top);
  for (size_t i = 0; i < arrlenu(p->keys); i++)
    any = az_or(h->context.store, any, points_to(h, &h->rows[n], &p->keys[i], state));
  return any;
}

/* ---- joins ----------------------------------------------------------------------------------- */

static bool improve(void *self, uint32_t n, void *v, const az_model *model, const az_state *state) {
  const heap *h = self;
  const row *r = &h->rows[n];
  relation *p = &((relations *)v)->rows[n];
  az_term object = model->value(model->ctx, state->values[r->var->at]);
  az_term offset = model->value(model->ctx, state->values[r->var->at + 1]);
  uint64_t number = 0, distance = 0;
  if (p->top || !az_const_u64(h->context.store, object, &number) ||
      !az_const_u64(h->context.store, offset, &distance))
    return false;
  uint32_t instance = (uint32_t)number & ((1u << AZ_INSTANCE_BITS) - 1);
  uint32_t instance_number = (uint32_t)(number >> AZ_INSTANCE_BITS);
  bool site;
  az_term bit =
      life(h, r, instance, az_bv(h->context.store, AZ_INSTANCE_NUMBER_BITS, instance_number), state,
           &site);
  uint64_t live = 0;
  if (bit) az_const_u64(h->context.store, model->value(model->ctx, bit), &live);

  size_t at;
  bool grew = !relation_find(p, instance, &at);
  if (grew) {
    key_numbers fresh = {.key = instance,
                         .instance_number = site ? ANY_INSTANCE_NUMBER : instance_number,
                         .live = live};
    if (arrlenu(p->keys) == h->most_targets) {
      relations_set_top(self, v, n);
      return true;
    }
    arrins(p->keys, at, fresh);
  }
  key_numbers *t = &p->keys[at];
  if (t->live && !live) grew = true, t->live = false;
  if (t->instance_number != ANY_INSTANCE_NUMBER && t->instance_number != instance_number)
    grew = true, t->instance_number = ANY_INSTANCE_NUMBER;
  return related_join(t, distance, h->most_offsets) || grew;
}

/* ---- what abstract interpretation finds ------------------------------------------------------ */

static bool has_life(const row *r, uint32_t instance) {
  for (size_t i = 0; i < arrlenu(r->live_sets); i++)
    if (az_tvar_live_site(r->live_sets[i]) == instance) return true;
  return false;
}

static const az_tvar *pointer_of(void *self, uint32_t n) {
  return ((const heap *)self)->rows[n].var;
}

static void set_targets(void *self, uint32_t n, void *v, const az_target *targets, uint32_t count,
                        const uint64_t *offset) {
  const heap *h = self;
  relation *p = &((relations *)v)->rows[n];
  if (count > h->most_targets) {
    relations_set_top(self, v, n);
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    key_numbers fresh = {.key = targets[i].instance,
                         .instance_number = targets[i].any ? ANY_INSTANCE_NUMBER : 0};
    size_t at;
    if (relation_find(p, fresh.key, &at)) continue;
    fresh.live = targets[i].live && has_life(&h->rows[n], targets[i].instance);
    if (offset)
      (void)related_join(&fresh, *offset, h->most_offsets);
    else
      related_set_any(&fresh);
    arrins(p->keys, at, fresh);
  }
}

static const az_pointer_facet pointers = {.pointer = pointer_of, .set_targets = set_targets};

static az_facets facets(void *self) {
  (void)self;
  return (az_facets){.pointers = &pointers};
}

/* ---- text ------------------------------------------------------------------------------------ */

static void print_target(const heap *h, const key_numbers *t, FILE *out) {
  const char *name = t->key < h->context.object_count ? h->context.objects[t->key].name : NULL;
  for (size_t k = 0; k < arrlenu(t->numbers) + t->any; k++) {
    uint64_t offset = t->any ? 0 : t->numbers[k];
    if (k) fputs(", ", out);
    if (!t->key && t->instance_number != ANY_INSTANCE_NUMBER && !t->any && !offset) {
      fputs("NULL", out);
      continue;
    }
    if (name && !t->instance_number) fputc('&', out); /* without &: some object of that site */
    if (name)
      fputs(name, out);
    else if (t->key)
      fprintf(out, "object %u", (uint32_t)t->key);
    else
      fputs("no object", out);
    if (t->any) fputs(" + ?", out);
    if (offset) fprintf(out, " + %llu", (unsigned long long)offset);
    if (t->live) fputs(" (live)", out);
  }
}

static char *print(void *self, uint32_t n, const void *v) {
  const heap *h = self;
  const relation *p = &((const relations *)v)->rows[n];
  if (p->top) return NULL;
  if (!arrlenu(p->keys)) return az_strdup("false");
  char *text = NULL;
  size_t size;
  FILE *out = az_open_memstream(&text, &size);
  fprintf(out, "%s in {", h->rows[n].var->name);
  for (size_t i = 0; i < arrlenu(p->keys); i++) {
    if (i) fputs(", ", out);
    print_target(h, &p->keys[i], out);
  }
  fputc('}', out);
  az_close_memstream(out);
  return text;
}

static char *row_text(void *self, uint32_t n) {
  return az_asprintf("%s in d", ((const heap *)self)->rows[n].var->name);
}

static void observe(const az_desc *options, az_observations *list) {
  az_observe(list, "objects");
  if (az_desc_bool(options, "guards")) az_observe(list, "trace_partitions");
}

static const az_domain_ops operations = {.open = open_heap,
                                         .observe = observe,
                                         .close = close_heap,
                                         .row_count = row_count,
                                         .row = get_row,
                                         .value_new = value_new,
                                         .value_copy = relations_copy,
                                         .value_free = relations_free,
                                         .value_top = relations_set_top,
                                         .claim = claim,
                                         .improve = improve,
                                         .print = print,
                                         .row_text = row_text,
                                         .facets = facets,
                                         .transfer = &heap_transfer};

static const az_option heap_options[] = {
    {.name = "targets",
     .type = AZ_OPT_INT,
     .summary = "objects and allocation sites that a pointer may point to, at most",
     .initial = "16",
     .least = 1,
     .greatest = 65535},
    {.name = "offsets",
     .type = AZ_OPT_INT,
     .summary = "offsets into one of them, at most; beyond that the offset is unknown",
     .initial = "2",
     .least = 0,
     .greatest = 65535},
    {.name = "guards",
     .type = AZ_OPT_BOOL,
     .summary = "also rows for whether one loop before or around has iterated: less than sympath{ "
                "heap() }, and cheaper",
     .initial = "false"},
    {0}};

AZ_MODULE(heap) = {
    AZ_MODULE_HEAD(AZ_MODULE_DOMAIN, "heap", "1.0"),
    .summary = "shapes: the objects, and live objects of allocation sites, that pointers point to",
    .options = heap_options,
    AZ_MODULE_OPERATIONS(operations),
};
