/* Loops: what they change is found by executing their body once from an arbitrary loop-back state,
 * until nothing new is changed (the same fixpoint yields the points-to sets of loop-back pointers);
 * then k copies are made. */
#include "ssa/execute.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static loop_effect *effect_of(executor *x, uint32_t frame_index, uint32_t loop, bool *known) {
  name_key key = {frame_index, loop, 0};
  ptrdiff_t at = hmgeti(x->shared->effects, key);
  *known = at >= 0;
  if (at >= 0) return x->shared->effects[at].value;
  loop_effect *effect = AZ_NEW(x->shared->arena, loop_effect);
  hmput(x->shared->effects, key, effect);
  return effect;
}

static ptrdiff_t find(const uint32_t *sorted, uint32_t slot) {
  ptrdiff_t low = 0, high = (ptrdiff_t)arrlenu(sorted);
  while (low < high) {
    ptrdiff_t mid = (low + high) / 2;
    if (sorted[mid] < slot)
      low = mid + 1;
    else
      high = mid;
  }
  return low;
}

static bool points_add(executor *x, az_points_to *into, az_term value) {
  az_points_to set = az_memory_targets(x->memory, value);
  bool grew = (set.flags & ~into->flags) != 0 || (set.inside && !into->inside);
  into->flags |= set.flags;
  into->inside |= set.inside;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    ptrdiff_t at = find(into->ids, set.ids[i]);
    if (at < (ptrdiff_t)arrlenu(into->ids) && into->ids[at] == set.ids[i]) continue;
    arrins(into->ids, at, set.ids[i]);
    grew = true;
  }
  arrfree(set.ids);
  return grew;
}

typedef struct growth {
  executor *x;
  loop_effect *effect;
  bool grew;
} growth;

static void on_difference(void *ctx, uint32_t slot, az_term at_head, az_term at_end) {
  growth *g = ctx;
  if (!at_head) return;
  loop_effect *e = g->effect;
  ptrdiff_t i = find(e->slots, slot);
  bool here = i < (ptrdiff_t)arrlenu(e->slots) && e->slots[i] == slot;
  if (!at_end) {
    arrins(e->dead, find(e->dead, slot), slot);
    if (here) {
      arrdel(e->slots, i);
      arrfree(e->points[i].ids);
      arrdel(e->points, i);
    }
    g->grew = true;
    return;
  }
  const az_leaf *leaf;
  az_memory_slot(g->x->memory, slot, &leaf, NULL);
  if (!here) {
    az_points_to empty = {0};
    arrins(e->slots, i, slot);
    arrins(e->points, i, empty);
    if (leaf->is_pointer) points_add(g->x, &e->points[i], at_head);
    g->grew = true;
  }
  if (leaf->is_pointer) g->grew |= points_add(g->x, &e->points[i], at_end);
}

/* Loop-back variable of a slot; pointers are a pair, so that object and offset are variables of
 * their own. */
static az_term loop_back(executor *x, uint32_t slot, uint32_t loop, const az_points_to *points) {
  const az_leaf *leaf;
  const az_instance *inst = az_memory_slot(x->memory, slot, &leaf, NULL);
  char name[256];
  az_sort sort = az_leaf_sort(x->p, leaf);
  snprintf(name, sizeof name, "%.180s#lb%u!%u.%u", inst->name, loop, x->name, slot);
  if (!leaf->is_pointer) return az_var(x->s, sort, name);
  if (az_leaf_is_array(leaf)) {
    az_term v = az_var(x->s, sort, name);
    az_memory_points_to(x->memory, v, points);
    return v;
  }
  size_t n = strlen(name);
  snprintf(name + n, sizeof name - n, ".object");
  az_term object = az_var(x->s, az_sort_bv(AZ_OBJECT_BITS), name);
  snprintf(name + n, sizeof name - n, ".offset");
  /* An address that was never set may have any offset, too. */
  az_term offset = az_bv(x->s, x->p->pointer_bits, 0);
  if (points->inside || points->flags) {
    az_points_to where = {.inside = points->inside};
    offset = az_var(x->s, az_sort_bv(x->p->pointer_bits), name);
    az_memory_points_to(x->memory, offset, &where);
  }
  az_memory_points_to(x->memory, object, points);
  if (!x->dry && !points->flags && arrlenu(points->ids)) {
    az_term in = az_false(x->s);
    for (size_t i = 0; i < arrlenu(points->ids); i++)
      in = az_or(x->s, in, az_memory_is(x->memory, object, points->ids[i]));
    arrput(x->ssa->facts, in);
  }
  return az_concat(x->s, object, offset);
}

/* Written out in the state, so that what is added to it is a known offset. */
static az_term at_start(executor *x, uint32_t slot, az_term v) {
  const az_leaf *leaf;
  az_memory_slot(x->memory, slot, &leaf, NULL);
  return leaf->is_pointer && !az_leaf_is_array(leaf) ? az_memory_at_start(x->memory, v) : v;
}

/* h_1 = ls ? lb : pre for what changes. */
static az_mem *head_state(executor *x, const loop_effect *e, uint32_t loop, const az_mem *pre,
                          az_term ls, az_term **lb) {
  az_mem *h = az_mem_copy(pre);
  for (size_t i = 0; i < arrlenu(e->dead); i++) az_mem_set(h, e->dead[i], AZ_NO_TERM);
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    az_term before = az_mem_get(pre, e->slots[i]);
    az_term v = loop_back(x, e->slots[i], loop, &e->points[i]);
    if (lb) arrput(*lb, v);
    if (before) az_mem_set(h, e->slots[i], az_ite(x->s, ls, at_start(x, e->slots[i], v), before));
  }
  return h;
}

static void entry_points(executor *x, loop_effect *e, const az_mem *pre, bool *grew) {
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, e->slots[i], &leaf, NULL);
    az_term before = az_mem_get(pre, e->slots[i]);
    if (leaf->is_pointer && before) *grew |= points_add(x, &e->points[i], before);
  }
}

static bool is_constant(const loop_effect *e, size_t i);

/* ---- sites
 * ---------------------------------------------------------------------------------------------------------------------
 */

/* The cells of a small array are variables of their own beside the array. */
#define SMALL_ARRAY 8u
static uint32_t cells_of(const az_leaf *leaf) {
  bool small = leaf->dimension_count == 1 && leaf->elements && leaf->elements <= SMALL_ARRAY &&
               !leaf->is_pointer && !leaf->of_site;
  return small ? (uint32_t)leaf->elements : 0;
}

static void push_value(executor *x, az_term **values, const az_leaf *leaf, az_term v) {
  if (leaf->is_pointer && az_sort_kind_of(az_sort_of(x->s, v)) == AZ_SORT_BV) {
    az_memory_speak_of(x->memory, v);
    arrput(*values, az_pointer_object(x->p, v));
    arrput(*values, az_pointer_offset(x->p, v));
  } else {
    arrput(*values, v);
    for (uint32_t i = 0; i < cells_of(leaf); i++)
      arrput(*values, az_select(x->s, v, az_bv(x->s, x->p->pointer_bits, i)));
  }
}

typedef struct site_builder {
  executor *x;
  az_site_info info;
  uint32_t site;
} site_builder;

static char *leaf_text(executor *x, const az_instance *inst, const az_leaf *leaf, uint64_t offset) {
  char *text = az_lvalue_text(x->p, inst->name, inst->type, leaf->offset + offset, leaf->bytes);
  char *kept = az_arena_strdup(x->ssa->arena, text ? text : inst->name);
  free(text);
  return kept;
}

static void push_var(site_builder *b, az_tvar v) {
  v.site = b->site;
  arrput(b->x->ssa->vars, v);
  b->info.var_count++;
}

/* What rows about the array speak of: all of one index width share the index. */
static void set_index(site_builder *b, const az_instance *inst, const az_leaf *leaf, az_tvar *v) {
  executor *x = b->x;
  uint32_t width = x->p->pointer_bits;
  if (leaf->of_site && !leaf->dimension_count) return;
  v->index = az_memory_index(x->memory);
  if (leaf->of_site) v->index = az_concat(x->s, b->info.fixed, v->index);
  char *name = az_arena_strdup(x->ssa->arena, v->name), *cell;
  while ((cell = strstr(name, "[0][0]"))) memmove(cell, cell + 3, strlen(cell + 3) + 1);
  if ((cell = strstr(name, "[0]"))) memmove(cell + 1, cell + 2, strlen(cell + 2) + 1);
  v->name = name;
  if (leaf->elements)
    v->size = az_bv(x->s, width, leaf->elements);
  else if (!leaf->of_site &&
           (az_is_const(x->s, inst->size) || !x->copies)) /* else another one in every round */
    v->size = az_bv_udiv(x->s, inst->size, az_bv(x->s, width, leaf->dimensions[0].stride));
}

/* The variables of a leaf whose value in a state begins at b->info.width; their terms are those of
 * push_value. `one`: the field of one object, where the leaf is of a site. */
static void push_leaf(site_builder *b, const az_instance *inst, const az_leaf *leaf, bool one,
                      const az_points_to *changes) {
  executor *x = b->x;
  const az_type_info *type = &x->p->types[leaf->type];
  bool array = leaf->dimension_count || (leaf->of_site && !one);
  az_tvar v = {.kind = array ? AZ_TV_ARRAY : AZ_TV_INT,
               .name = leaf_text(x, inst, leaf, 0),
               .type = leaf->type,
               .bits = leaf->is_pointer ? az_pointer_width(x->p) : 8 * leaf->bytes,
               .is_signed = type->kind == AZ_T_INT && type->is_signed,
               .changes = changes != NULL,
               .object = inst->object,
               .of_fixed = one,
               .at = b->info.width};
  if (v.kind == AZ_TV_ARRAY) set_index(b, inst, leaf, &v);
  if (!leaf->bytes) {
    v.name = az_arena_printf(x->ssa->arena, "live(%s)", inst->name);
    v.bits = 1;
  }
  if (v.kind == AZ_TV_INT && leaf->is_pointer) v.kind = AZ_TV_POINTER;
  if (v.kind == AZ_TV_INT && type->kind == AZ_T_FLOAT) v.kind = AZ_TV_FLOAT;
  push_var(b, v);
  b->info.width += v.kind == AZ_TV_POINTER ? 2 : 1;
  if (v.kind == AZ_TV_POINTER && changes && changes->inside) { /* its offset is a number */
    v.kind = AZ_TV_INT;
    v.name = az_arena_printf(x->ssa->arena, "offset(%s)", v.name);
    v.bits = x->p->pointer_bits;
    v.is_signed = true;
    v.at++;
    v.type = 0;
    push_var(b, v);
  }
  for (uint32_t c = 0; changes && c < cells_of(leaf); c++) {
    v.kind = type->kind == AZ_T_FLOAT ? AZ_TV_FLOAT : AZ_TV_INT;
    v.name = leaf_text(x, inst, leaf, c * leaf->dimensions[0].stride);
    v.at = b->info.width++;
    v.index = v.size = AZ_NO_TERM;
    push_var(b, v);
  }
}

/* Allocation sites whose objects the loop changes or its pointers may lead to: instances, in order.
 */
static uint32_t *sites_met(executor *x, const loop_effect *e) {
  uint32_t *ids = NULL;
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    uint32_t id, n = (uint32_t)arrlenu(e->points[i].ids);
    az_memory_slot(x->memory, e->slots[i], NULL, &id);
    for (uint32_t k = 0; k <= n; k++) {
      if (k) id = e->points[i].ids[k - 1];
      const az_instance *inst = az_memory_instance(x->memory, id);
      if (!inst || !inst->is_site) continue;
      ptrdiff_t at = find(ids, id);
      if (at == (ptrdiff_t)arrlenu(ids) || ids[at] != id) arrins(ids, at, id);
    }
  }
  return ids;
}

/* Of a slot that the loop changes; else NULL. */
static const az_points_to *points_of(const loop_effect *e, uint32_t slot) {
  ptrdiff_t at = find(e->slots, slot);
  return at < (ptrdiff_t)arrlenu(e->slots) && e->slots[at] == slot ? &e->points[at] : NULL;
}

static bool changes_slot(const loop_effect *e, uint32_t slot) {
  return points_of(e, slot) != NULL;
}

static bool changes_site(executor *x, const loop_effect *e, uint32_t id) {
  bool changes = false;
  const az_instance *inst = az_memory_instance(x->memory, id);
  for (uint32_t l = 0; l <= inst->layout->leaf_count; l++)
    changes |= changes_slot(e, inst->slot + l);
  return changes;
}

static uint32_t new_site(executor *x, site_builder *b, const char *name, az_loc loc,
                         uint32_t heap) {
  b->site = (uint32_t)arrlenu(x->ssa->sites);
  b->info.first_var = (uint32_t)arrlenu(x->ssa->vars);
  b->info.var_count = 0;
  az_site s = {.kind = AZ_SITE_LOOP, .loc = loc, .name = name, .heap = heap};
  arrput(x->ssa->sites, s);
  return b->site;
}

/* Where a state has the loop's pointer variables that may lead to objects of the site. Claims apart
 * from a pointer are made for each of a few, for all of many together. */
enum { MOST_APART = 3 };
static uint32_t *pointers_to(executor *x, const loop_effect *e, uint32_t id,
                             const az_site_info *info) {
  uint32_t *at = NULL;
  for (size_t i = 0, own = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, e->slots[i], &leaf, NULL);
    if (leaf->of_site) continue;
    size_t position = own++;
    if (!leaf->is_pointer || leaf->dimension_count || inst->object == AZ_NONE) continue;
    const uint32_t *ids = e->points[i].ids;
    ptrdiff_t found = find(ids, id);
    if (found < (ptrdiff_t)arrlenu(ids) && ids[found] == id) arrput(at, info->at[position]);
  }
  for (uint32_t v = info->first_var; v < info->first_var + info->var_count; v++) {
    const az_tvar *var = &x->ssa->vars[v];
    if (var->kind == AZ_TV_POINTER && !var->changes) arrput(at, var->at);
  }
  return at;
}

/* A site of o*: the loop's variables, unchanging there, and the fields. */
static void push_heap_site(site_builder *b, const loop_effect *e, uint32_t of) {
  executor *x = b->x;
  az_ssa *ssa = x->ssa;
  const az_site_info first = ssa->site_info[of];
  const az_instance *inst = az_memory_instance(x->memory, b->info.heap);
  const char *name = az_arena_printf(ssa->arena, "%s %s", ssa->sites[of].name, inst->name);
  const char *between = " but ";
  for (size_t i = 0; i < arrlenu(b->info.apart); i++) {
    for (uint32_t v = first.first_var; v < first.first_var + first.var_count; v++) {
      if (ssa->vars[v].kind != AZ_TV_POINTER || ssa->vars[v].at != b->info.apart[i]) continue;
      name = az_arena_printf(ssa->arena, "%s%s%s", name, between, ssa->vars[v].name);
      between = ", ";
    }
  }
  new_site(x, b, name, ssa->sites[of].loc, b->info.heap);
  for (uint32_t v = 0; v < first.var_count; v++) {
    az_tvar around = ssa->vars[first.first_var + v];
    around.changes &= around.live != 0;
    if (around.kind != AZ_TV_ARRAY || around.live) push_var(b, around);
  }
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    if (leaf->type) push_leaf(b, inst, leaf, true, points_of(e, inst->slot + l));
  }
}

/* The site of the loop and, behind it, for each allocation site met one of all its objects
 * (domain.h) and, where it changes them, one of those that the loop's pointers do not lead to. They
 * have one state: the loop's variables, its constants, then of each allocation site met the array
 * `live` and the fields of o*. */
static uint32_t site_of(executor *x, activation *a, uint32_t loop, const loop_effect *e) {
  az_ssa *ssa = x->ssa;
  for (size_t i = 0; i < arrlenu(ssa->site_info); i++) {
    if (ssa->site_info[i].frame == a->frame && ssa->site_info[i].loop == loop) return (uint32_t)i;
  }
  const frame *f = &x->shared->frames[a->frame];
  site_builder b = {x, {.function = f->function, .loop = loop, .frame = a->frame}, 0};
  az_loc loc = a->f->loops[loop].loc;
  const char *name = az_arena_printf(ssa->arena, "%s.%u", f->path, loop);
  uint32_t site = new_site(x, &b, name, loc, 0);
  b.info.of = site;
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, e->slots[i], &leaf, NULL);
    if (leaf->of_site) continue;
    arrput(b.info.slots, e->slots[i]);
    arrput(b.info.at, b.info.width);
    push_leaf(&b, inst, leaf, false, &e->points[i]);
  }
  for (size_t i = 0; i < arrlenu(e->constant); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, e->constant[i], &leaf, NULL);
    if (is_constant(e, i)) push_leaf(&b, inst, leaf, false, NULL);
  }
  uint32_t *met = sites_met(x, e);
  for (size_t i = 0; i < arrlenu(met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    uint32_t slot = az_memory_live_slot(x->memory, met[i]);
    az_tvar live = {.kind = AZ_TV_ARRAY,
                    .name = az_arena_printf(ssa->arena, "live(%s)", inst->name),
                    .bits = 1,
                    .changes = changes_slot(e, slot),
                    .object = AZ_NONE,
                    .live = met[i],
                    .at = b.info.width++};
    push_var(&b, live);
  }
  uint32_t lives = b.info.width - (uint32_t)arrlenu(met);
  arrput(ssa->site_info, b.info);
  for (size_t i = 0; i < arrlenu(met); i++) {
    uint32_t *pointers = pointers_to(x, e, met[i], &b.info), width = b.info.width;
    uint32_t n = (uint32_t)arrlenu(pointers), sets = n > MOST_APART ? 1 : n;
    if (!changes_site(x, e, met[i])) sets = 0;
    for (uint32_t apart = 0; apart <= sets; apart++) {
      site_builder o = {x, b.info, 0};
      o.info.slots = o.info.at = o.info.apart = NULL;
      o.info.fixed = az_memory_fixed(x->memory, met[i]);
      o.info.heap = met[i];
      o.info.live = lives + (uint32_t)i;
      for (uint32_t k = 0; apart && k < n; k++)
        if (n > MOST_APART || k + 1 == apart) arrput(o.info.apart, pointers[k]);
      o.info.width = width;
      push_heap_site(&o, e, site);
      b.info.width = o.info.width;
      arrput(ssa->site_info, o.info);
    }
    arrfree(pointers);
  }
  uint32_t first_var = ssa->site_info[site].first_var;
  for (uint32_t v = first_var; v < arrlenu(ssa->vars); v++) {
    az_tvar *var = &ssa->vars[v];
    if (var->site == site && var->kind == AZ_TV_INT && var->changes && !strchr(var->name, '['))
      var->entry = b.info.width++;
    for (uint32_t o = first_var; o < v && var->site != site; o++)
      if (ssa->vars[o].at == var->at && ssa->vars[o].entry) var->entry = ssa->vars[o].entry;
  }
  for (size_t i = site; i < arrlenu(ssa->site_info); i++) ssa->site_info[i].width = b.info.width;
  arrfree(met);
  return site;
}

/* What the loop grew to change since is no constant any more. */
static bool is_constant(const loop_effect *e, size_t i) {
  return !changes_slot(e, e->constant[i]);
}

static az_term content_of(executor *x, const az_mem *mem, uint32_t slot, const az_leaf **leaf) {
  az_memory_slot(x->memory, slot, leaf, NULL);
  az_term v = az_mem_get(mem, slot);
  return v ? v : az_fresh(x->s, az_leaf_sort(x->p, *leaf), "dead");
}

/* The state of the loop's sites. */
static void push_state(executor *x, az_term **values, const loop_effect *e, const az_mem *mem) {
  const az_leaf *leaf;
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    az_memory_slot(x->memory, e->slots[i], &leaf, NULL);
    if (leaf->of_site) continue;
    az_term v = content_of(x, mem, e->slots[i], &leaf);
    push_value(x, values, leaf, v);
  }
  for (size_t i = 0; i < arrlenu(e->constant); i++) {
    if (!is_constant(e, i)) continue;
    az_term v = content_of(x, mem, e->constant[i], &leaf);
    if (az_leaf_is_array(leaf))
      arrput(*values, v);
    else
      push_value(x, values, leaf, v);
  }
  uint32_t *met = sites_met(x, e);
  for (size_t i = 0; i < arrlenu(met); i++)
    arrput(*values, az_mem_get(mem, az_memory_live_slot(x->memory, met[i])));
  for (size_t i = 0; i < arrlenu(met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
      if (!inst->layout->leaves[l].type) continue;
      az_term fixed = az_memory_fixed(x->memory, met[i]);
      az_term all = content_of(x, mem, inst->slot + l, &leaf);
      if (leaf->dimension_count)
        arrput(*values, all);
      else
        push_value(x, values, leaf, az_select(x->s, all, fixed));
    }
  }
  arrfree(met);
}

/* Behind a state: the values with which this run of the loop was entered (`entry`; NULL: in this
 * state). */
static void push_entry(executor *x, uint32_t site, const az_term *entry, az_term **values) {
  const az_site_info *info = &x->ssa->site_info[site];
  for (uint32_t v = info->first_var; v < info->first_var + info->var_count; v++)
    if (x->ssa->vars[v].entry) {
      az_term before = (entry ? entry : *values)[x->ssa->vars[v].at];
      arrput(*values, before);
    }
}

static az_term *state_values(executor *x, const loop_effect *e, const az_loop_instance *l,
                             const az_mem *mem) {
  az_term *values = NULL;
  push_state(x, &values, e, mem);
  push_entry(x, l->site, l->entry, &values);
  az_term *kept = AZ_NEWN(x->ssa->arena, az_term, arrlenu(values) + 1);
  if (values) memcpy(kept, values, arrlenu(values) * sizeof *values);
  arrfree(values);
  return kept;
}

/* Which claims are about all objects, all elements: those over what is read at the fixed one. */
static void push_rigids(executor *x, const loop_effect *e, const az_mem *lb) {
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    uint32_t id;
    az_memory_slot(x->memory, e->slots[i], &leaf, &id);
    if (!az_leaf_is_array(leaf)) continue;
    az_term index = leaf->dimension_count ? az_memory_index(x->memory) : AZ_NO_TERM;
    if (leaf->of_site) {
      az_term fixed = az_memory_fixed(x->memory, id);
      index = index ? az_concat(x->s, fixed, index) : fixed;
    }
    az_rigid r = {az_mem_get(lb, e->slots[i]), index};
    arrput(x->ssa->rigids, r);
  }
}

/* ---- execution
 * ---------------------------------------------------------------------------------------------------------------
 */

/* One copy of the body; returns the merged back edge. */
static point run_copy(executor *x, activation *a, uint32_t loop, loop_run *run, point head) {
  uint32_t copies = x->copies, name = x->name;
  az_copy c = {copies, run->instance, run->copy};
  arrput(x->ssa->copies, c);
  x->copies = (uint32_t)arrlenu(x->ssa->copies) - 1;
  x->name = name_of(x, name, UINT32_MAX - loop, run->copy);
  run->outer = a->run;
  run->loop = loop;
  run->left = run->refused = false;
  a->run = run;
  arrput(a->pending[a->f->loops[loop].head], head);
  execute_region(x, a, loop);
  a->run = run->outer;
  x->copies = copies;
  x->name = name;
  return points_merge(x, &run->latches, NULL, NULL);
}

/* How much has left for each target so far. */
typedef struct mark {
  size_t *pending, *latches, returns;
} mark;

static mark mark_exits(const activation *a) {
  mark m = {.returns = arrlenu(a->returns)};
  for (uint32_t b = 0; b < a->f->block_count; b++) arrput(m.pending, arrlenu(a->pending[b]));
  for (const loop_run *r = a->run; r; r = r->outer) arrput(m.latches, arrlenu(r->latches));
  return m;
}

static void mark_free(mark *m) {
  arrfree(m->pending);
  arrfree(m->latches);
}

static void drop_points(point **points, size_t keep) {
  for (size_t i = keep; i < arrlenu(*points); i++) az_mem_free((*points)[i].mem);
  if (arrlenu(*points) > keep) arrsetlen(*points, keep);
}

static void drop_exits(activation *a, mark *m) {
  for (uint32_t b = 0; b < a->f->block_count; b++) drop_points(&a->pending[b], m->pending[b]);
  size_t i = 0;
  for (loop_run *r = a->run; r; r = r->outer) drop_points(&r->latches, m->latches[i++]);
  drop_points(&a->returns, m->returns);
  if (arrlenu(a->values) > m->returns) arrsetlen(a->values, m->returns);
}

static bool leads_to_site(executor *x, az_term pointer) {
  az_points_to set = az_memory_targets(x->memory, pointer);
  bool leads = false;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    const az_instance *inst = az_memory_instance(x->memory, set.ids[i]);
    leads |= inst && inst->is_site;
  }
  arrfree(set.ids);
  return leads;
}

/* Of what the body read: integers that the loop does not change and that are not just a number, and
 * arrays. */
#define MOST_CONSTANTS 12u
#define MOST_ARRAYS 6u
static void note_constants(executor *x, loop_effect *e, const uint32_t *reads, const az_mem *pre) {
  uint32_t arrays = 0;
  for (size_t i = 0; i < arrlenu(e->constant); i++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, e->constant[i], &leaf, NULL);
    arrays += leaf->dimension_count != 0;
  }
  for (size_t i = 0; i < arrlenu(reads); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, reads[i], &leaf, NULL);
    az_term v = az_mem_get(pre, reads[i]);
    ptrdiff_t at = find(e->constant, reads[i]), changed = find(e->slots, reads[i]);
    bool named = inst->object == AZ_NONE || x->p->objects[inst->object].kind == AZ_OBJ_GLOBAL ||
                 x->p->objects[inst->object].kind == AZ_OBJ_LOCAL;
    if (!v || !named || az_is_const(x->s, v) || leaf->of_site || !leaf->bytes || leaf->bytes > 8)
      continue;
    bool array = leaf->dimension_count != 0;
    if (array ? arrays >= MOST_ARRAYS : arrlenu(e->constant) - arrays >= MOST_CONSTANTS) continue;
    if (!array && leaf->is_pointer && !leads_to_site(x, v)) continue;
    if (!array && !leaf->is_pointer && x->p->types[leaf->type].kind != AZ_T_INT) continue;
    if (at < (ptrdiff_t)arrlenu(e->constant) && e->constant[at] == reads[i]) continue;
    if (changed < (ptrdiff_t)arrlenu(e->slots) && e->slots[changed] == reads[i]) continue;
    arrins(e->constant, at, reads[i]);
    arrays += array;
  }
}

/* Does the loop change a variable that has the value v on entry, or an operand of v? */
static bool is_origin(executor *x, const loop_effect *e, const az_mem *pre, uint32_t slot,
                      az_term v) {
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    az_term entry = az_mem_get(pre, e->slots[i]);
    if (e->slots[i] == slot || !entry || az_is_const(x->s, entry)) continue;
    if (entry == v) return true;
    for (uint32_t o = 0; o < az_arity(x->s, v); o++)
      if (az_operand(x->s, v, o) == entry) return true;
  }
  return false;
}

/* What is made of the entry values of the variables that the loop changes: with "n = x + y" before
 * it, n matters to it though it reads x and y alone. */
static void note_origins(executor *x, loop_effect *e, const az_mem *pre) {
  uint32_t *origins = NULL;
  for (uint32_t slot = 0, n = az_memory_slots(x->memory); slot < n; slot++) {
    az_term v = az_mem_get(pre, slot);
    if (!v || az_is_const(x->s, v) || az_sort_kind_of(az_sort_of(x->s, v)) != AZ_SORT_BV) continue;
    if (is_origin(x, e, pre, slot, v)) arrput(origins, slot);
  }
  note_constants(x, e, origins, pre);
  arrfree(origins);
}

/* Executes one copy from an arbitrary loop-back state until the loop's effect is stable; the last
 * round's exits are kept if `keep`. */
static void discover(executor *x, activation *a, uint32_t loop, loop_effect *e, const point *pre,
                     bool keep) {
  x->dry++;
  mark m = mark_exits(a);
  uint32_t *reads = NULL, **watched = az_memory_watch(x->memory, &reads);
  az_term ls = az_var(x->s, az_sort_bool(), "ls#any");
  while (!x->failed) {
    bool grew = false;
    entry_points(x, e, pre->mem, &grew);
    az_mem *h = head_state(x, e, loop, pre->mem, ls, NULL);
    loop_run run = {.copy = 1};
    point head = {pre->guard, az_mem_copy(h)};
    point back = run_copy(x, a, loop, &run, head);
    growth g = {x, e, grew};
    if (back.mem) az_mem_diff(h, back.mem, on_difference, &g);
    az_mem_free(back.mem);
    az_mem_free(h);
    if (!g.grew) break;
    drop_exits(a, &m);
  }
  az_memory_watch(x->memory, watched);
  for (size_t i = 0; watched && i < arrlenu(reads); i++) arrput(*watched, reads[i]);
  note_constants(x, e, reads, pre->mem);
  note_origins(x, e, pre->mem);
  arrfree(reads);
  if (!keep) drop_exits(a, &m);
  mark_free(&m);
  x->dry--;
}

/* Copy j of a real loop; answers the state at its back edge. */
static point step_copy(executor *x, activation *a, uint32_t loop, loop_effect *e, uint32_t at,
                       uint32_t j, point head) {
  az_ssa *ssa = x->ssa;
  az_term not_ls = az_not(x->s, ssa->loops[at].ls);
  loop_run run = {.instance = at,
                  .copy = j,
                  .leaves = j == ssa->config.k ? az_or(x->s, not_ls, last_copy(x)) : not_ls};
  az_mem *before = az_mem_copy(head.mem);
  az_loop_copy round = {.head = head.guard};
  point back = run_copy(x, a, loop, &run, head);
  round.back = back.guard;
  if (back.mem && !x->failed) {
    growth g = {x, e, false};
    if (j == 1) az_mem_diff(before, back.mem, on_difference, &g);
    x->grown |= g.grew;
    if (!x->grown) round.values = state_values(x, e, &ssa->loops[at], back.mem);
  }
  az_mem_free(before);
  arrput(ssa->loops[at].rounds, round);
  return back;
}

/* ---- holes
 * ------------------------------------------------------------------------------------------------------------------------
 */

az_term last_copy(executor *x) {
  char name[32];
  snprintf(name, sizeof name, "last#%u", x->ssa->config.k);
  return az_var(x->s, az_sort_bool(), name);
}

az_term beyond_last(executor *x) {
  char name[32];
  snprintf(name, sizeof name, "beyond#%u", x->ssa->config.k);
  return az_var(x->s, az_sort_bool(), name);
}

typedef struct hole_ctx {
  executor *x;
  hole *h;
  const loop_effect *e;
  const az_mem *exits; /* all that left for the target, merged */
} hole_ctx;

static void add_hole_slot(hole_ctx *c, uint32_t slot) {
  executor *x = c->x;
  az_term now = az_mem_get(c->exits, slot);
  if (!now) return; /* content unknown anyway */
  const az_leaf *leaf;
  az_memory_slot(x->memory, slot, &leaf, NULL);
  hole_slot s = {slot, az_fresh(x->s, az_leaf_sort(x->p, leaf), "hole")};
  if (leaf->is_pointer) {
    az_points_to set = az_memory_targets(x->memory, now);
    az_memory_points_to(x->memory, s.var, &set);
    arrfree(set.ids);
    ptrdiff_t i = find(c->e->slots, slot);
    if (c->e->points && i < (ptrdiff_t)arrlenu(c->e->slots) && c->e->slots[i] == slot)
      az_memory_points_to(x->memory, s.var, &c->e->points[i]);
  }
  arrput(c->h->slots, s);
}

static bool has_slot(const hole *h, uint32_t slot) {
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    if (h->slots[i].slot == slot) return true;
  }
  return false;
}

static void on_exit_difference(void *ctx, uint32_t slot, az_term before, az_term after) {
  (void)before, (void)after;
  hole_ctx *c = ctx;
  if (!has_slot(c->h, slot)) add_hole_slot(c, slot);
}

/* The hole for one target: what the exits from `keep` on may differ in from the entry; pushed as
 * one more exit. */
static void leave_hole(executor *x, struct az_ssa_resume *r, const loop_effect *e, const point *pre,
                       uint32_t target, point **points, size_t keep, az_term **values) {
  if (arrlenu(*points) <= keep) return;
  hole h = {.target = target, .guard = az_fresh(x->s, az_sort_bool(), "left")};
  point exit = {pre->guard, az_mem_copy((*points)[keep].mem)};
  for (size_t i = keep + 1; i < arrlenu(*points); i++)
    az_mem_merge(exit.mem, (*points)[i].mem, h.guard); /* where is content at all */
  hole_ctx c = {x, &h, e, exit.mem};
  for (size_t i = 0; i < arrlenu(e->slots); i++) add_hole_slot(&c, e->slots[i]);
  for (size_t i = keep; i < arrlenu(*points); i++)
    az_mem_diff(pre->mem, (*points)[i].mem, on_exit_difference, &c);
  for (size_t i = 0; i < arrlenu(h.slots); i++)
    az_mem_set(exit.mem, h.slots[i].slot, at_start(x, h.slots[i].slot, h.slots[i].var));
  exit.guard = guard_and(x, pre->guard, az_and(x->s, beyond_last(x), h.guard));
  if (values) {
    az_term value = (*values)[keep];
    if (value) h.value = az_fresh(x->s, az_sort_of(x->s, value), "hole");
    if (value && az_sort_of(x->s, value) == az_sort_bv(az_pointer_width(x->p))) {
      az_points_to wild = {.flags = AZ_PTS_WILD};
      az_memory_points_to(x->memory, h.value, &wild);
    }
    arrput(*values, h.value);
  }
  arrput(*points, exit);
  arrput(r->holes, h);
}

static struct az_ssa_resume *leave_holes(executor *x, activation *a, uint32_t loop,
                                         const loop_effect *e, const point *pre, const mark *m,
                                         point end, uint32_t copy) {
  struct az_ssa_resume *r = AZ_NEW(x->ssa->arena, struct az_ssa_resume);
  *r = (struct az_ssa_resume){.frame = a->frame,
                              .loop = loop,
                              .copies = x->copies,
                              .name = x->name,
                              .end = end,
                              .copy = copy,
                              .record = x->record};
  size_t i = 0;
  for (loop_run *o = a->run; o; o = o->outer) {
    enclosing around = {o->loop, o->instance, o->copy, o->leaves};
    arrput(r->outer, around);
  }
  if (!end.mem) return r; /* all rounds are there */
  for (uint32_t b = 0; b < a->f->block_count; b++)
    leave_hole(x, r, e, pre, b, &a->pending[b], m->pending[b], NULL);
  for (loop_run *o = a->run; o; o = o->outer)
    leave_hole(x, r, e, pre, a->f->loops[o->loop].head, &o->latches, m->latches[i++], NULL);
  leave_hole(x, r, e, pre, AZ_NONE, &a->returns, m->returns, &a->values);
  return r;
}

static point base_copies(executor *x, activation *a, uint32_t loop, uint32_t at, uint32_t *copy,
                         point head);

static void define(executor *x, az_term var, az_term term) {
  az_definition d = {var, term};
  arrput(x->ssa->definitions, d);
}

typedef struct fits_ctx {
  const hole *h;
  bool fits;
} fits_ctx;
static void on_exit_beyond(void *ctx, uint32_t slot, az_term before, az_term after) {
  fits_ctx *c = ctx;
  if (before && after && !has_slot(c->h, slot)) c->fits = false;
}

/* Fills a hole with what the new copy sends to its target, and leaves the next hole behind it.
 * False: it does not fit. */
static bool fill_hole(executor *x, hole *h, point **points, az_term **values,
                      const az_mem *before) {
  az_term value = AZ_NO_TERM;
  point exit = points_merge(x, points, values, values ? &value : NULL);
  hole next = {.target = h->target, .guard = az_fresh(x->s, az_sort_bool(), "left")};
  fits_ctx fits = {h, true};
  if (exit.mem) az_mem_diff(before, exit.mem, on_exit_beyond, &fits);
  for (size_t i = 0; i < arrlenu(h->slots); i++) {
    hole_slot s = h->slots[i];
    const az_leaf *leaf;
    az_memory_slot(x->memory, s.slot, &leaf, NULL);
    s.var = az_fresh(x->s, az_leaf_sort(x->p, leaf), "hole");
    if (leaf->is_pointer) {
      az_points_to set = az_memory_targets(x->memory, h->slots[i].var);
      az_memory_points_to(x->memory, s.var, &set);
      arrfree(set.ids);
    }
    az_term v = exit.mem ? az_mem_get(exit.mem, s.slot) : AZ_NO_TERM;
    if (v && leaf->is_pointer) { /* the hole was followed already: its targets must not grow */
      az_points_to set = az_memory_targets(x->memory, v);
      if (az_memory_points_to(x->memory, h->slots[i].var, &set)) fits.fits = false;
      arrfree(set.ids);
    }
    if (exit.mem && !v) v = az_fresh(x->s, az_leaf_sort(x->p, leaf), "any");
    define(x, h->slots[i].var, v ? az_ite(x->s, exit.guard, v, s.var) : s.var);
    arrput(next.slots, s);
  }
  if (h->value) {
    next.value = az_fresh(x->s, az_sort_of(x->s, h->value), "hole");
    if (az_sort_of(x->s, h->value) == az_sort_bv(az_pointer_width(x->p))) {
      az_points_to wild = {.flags = AZ_PTS_WILD};
      az_memory_points_to(x->memory, next.value, &wild);
    }
    if (exit.mem && !value) fits.fits = false;
    define(x, h->value, value ? az_ite(x->s, exit.guard, value, next.value) : next.value);
  }
  define(x, h->guard, az_or(x->s, exit.guard, az_and(x->s, beyond_last(x), next.guard)));
  az_mem_free(exit.mem);
  arrfree(h->slots);
  *h = next;
  return fits.fits;
}

static bool close_hole(executor *x, hole *h) { /* no execution gets to a further copy */
  define(x, h->guard, az_false(x->s));
  arrfree(h->slots);
  return true;
}

bool extend_loop(executor *x, uint32_t instance) {
  az_ssa *ssa = x->ssa;
  struct az_ssa_resume *r = ssa->resumes[instance];
  if (!r->end.mem) {
    for (size_t i = 0; i < arrlenu(r->holes); i++) close_hole(x, &r->holes[i]);
    arrfree(r->holes);
    return true;
  }
  bool known;
  loop_effect *e = ssa->config.mode == AZ_SSA_STEP ? effect_of(x, r->frame, r->loop, &known) : NULL;
  activation a = {.frame = r->frame, .f = &x->p->functions[x->shared->frames[r->frame].function]};
  uint32_t depth = 0;
  for (uint32_t p = r->frame; p != AZ_NONE; p = x->shared->frames[p].parent) depth++;
  while (arrlenu(x->substs) <= depth) arrput(x->substs, az_subst_new(x->s));
  a.depth = depth;
  a.subst = x->substs[depth];
  a.pending = calloc(a.f->block_count, sizeof *a.pending);
  size_t n = arrlenu(r->outer);
  loop_run *around = calloc(n + 1, sizeof *around);
  for (size_t i = 0; i < n; i++) {
    const enclosing *o = &r->outer[i];
    around[i] = (loop_run){.instance = o->instance,
                           .copy = o->copy,
                           .leaves = o->leaves,
                           .loop = o->loop,
                           .outer = i + 1 < n ? &around[i + 1] : NULL};
  }
  a.run = n ? &around[0] : NULL;
  x->copies = r->copies;
  x->name = r->name;
  az_mem *before = az_mem_copy(r->end.mem);
  x->record = r->record;
  r->end = e ? step_copy(x, &a, r->loop, e, instance, ++r->copy, r->end)
             : base_copies(x, &a, r->loop, instance, &r->copy, r->end);
  r->record = x->record;
  bool fits = !x->failed && !x->grown;
  /* Base: holes have room for what copies changed so far. What this one changes first would leave
   * the loop later as it was on entry. */
  for (size_t i = 0; fits && !e && r->end.mem && i < arrlenu(r->holes); i++) {
    fits_ctx changes = {&r->holes[i], true};
    az_mem_diff(before, r->end.mem, on_exit_beyond, &changes);
    fits = changes.fits;
  }
  for (size_t i = 0; fits && i < arrlenu(r->holes); i++) {
    hole *h = &r->holes[i];
    point **points = h->target == AZ_NONE ? &a.returns : &a.pending[h->target];
    for (size_t o = 0; o < n; o++) {
      if (h->target != AZ_NONE && a.f->loops[around[o].loop].head == h->target)
        points = &around[o].latches;
    }
    fits = fill_hole(x, h, points, h->target == AZ_NONE ? &a.values : NULL, before);
  }
  /* What is left over goes somewhere where no copy went before. */
  for (uint32_t b = 0; b < a.f->block_count; b++) {
    fits &= arrlenu(a.pending[b]) == 0;
    drop_points(&a.pending[b], 0);
    arrfree(a.pending[b]);
  }
  for (size_t o = 0; o < n; o++) {
    fits &= arrlenu(around[o].latches) == 0;
    drop_points(&around[o].latches, 0);
    arrfree(around[o].latches);
  }
  fits &= arrlenu(a.returns) == 0;
  drop_points(&a.returns, 0);
  arrfree(a.returns);
  arrfree(a.values);
  arrfree(a.allocated);
  free(a.pending);
  free(around);
  az_mem_free(before);
  return fits;
}

static void loop_step(executor *x, activation *a, uint32_t loop, point pre) {
  bool known;
  loop_effect *e = effect_of(x, a->frame, loop, &known);
  if (x->dry || !known) discover(x, a, loop, e, &pre, x->dry > 0);
  if (x->dry || x->failed) {
    az_mem_free(pre.mem);
    return;
  }
  entry_points(x, e, pre.mem, &x->grown);
  az_ssa *ssa = x->ssa;
  char name[64];
  snprintf(name, sizeof name, "ls#%u!%u.%u", loop, x->name, a->frame);
  az_loop_instance inst = {.function = x->shared->frames[a->frame].function,
                           .loop = loop,
                           .copies = x->copies,
                           .guard = pre.guard};
  inst.ls = az_var(x->s, az_sort_bool(), name);
  inst.site = site_of(x, a, loop, e);
  az_term *lb = NULL;
  az_mem *h = head_state(x, e, loop, pre.mem, inst.ls, &lb);
  az_mem *back = az_mem_copy(pre.mem);
  for (size_t i = 0; i < arrlenu(lb); i++) az_mem_set(back, e->slots[i], lb[i]);
  arrfree(lb);
  push_state(x, &inst.lb, e, back);
  push_state(x, &inst.entry, e, pre.mem);
  push_entry(x, inst.site, inst.entry, &inst.lb);
  push_entry(x, inst.site, NULL, &inst.entry);
  push_rigids(x, e, back);
  az_mem_free(back);
  uint32_t at = (uint32_t)arrlenu(ssa->loops);
  arrput(ssa->loops, inst);
  arrput(ssa->resumes, NULL);
  x->guard = pre.guard;
  record(x, (az_record){.kind = AZ_REC_LOOP, .index = at});
  point head = {pre.guard, h};
  mark m = mark_exits(a);
  for (uint32_t j = 1; j <= ssa->config.k && head.mem && !x->failed; j++)
    head = step_copy(x, a, loop, e, at, j, head);
  if (!x->failed)
    ssa->resumes[at] = leave_holes(x, a, loop, e, &pre, &m, head, ssa->config.k);
  else
    az_mem_free(head.mem);
  mark_free(&m);
  az_mem_free(pre.mem);
}

static void on_any_difference(void *ctx, uint32_t slot, az_term before, az_term after) {
  (void)slot, (void)before, (void)after;
  *(bool *)ctx = true;
}

/* Base: copies from *copy + 1 to k, one at least, and on as long as the next round is certain;
 * answers what goes on at the back edge. */
static point base_copies(executor *x, activation *a, uint32_t loop, uint32_t at, uint32_t *copy,
                         point head) {
  az_ssa *ssa = x->ssa;
  bool certain = true; /* one more at least */
  while (head.mem && !x->failed && (*copy < ssa->config.k || certain)) {
    loop_run run = {.instance = at, .copy = ++*copy};
    point before = {head.guard, az_mem_copy(head.mem)};
    head = run_copy(x, a, loop, &run, head);
    certain = run.refused && !run.left && ssa->executed < ssa->config.budget;
    bool differs = !head.mem || head.guard != before.guard;
    if (!differs) az_mem_diff(before.mem, head.mem, on_any_difference, &differs);
    az_mem_free(before.mem);
    if (!differs) { /* the next copy is this one again, with other names for its inputs */
      az_mem_free(head.mem);
      head.mem = NULL;
    }
  }
  return head;
}

static void on_base_change(void *ctx, uint32_t slot, az_term before, az_term after) {
  loop_effect *e = ctx;
  if (before && after) arrput(e->slots, slot);
}

static void loop_base(executor *x, activation *a, uint32_t loop, point pre) {
  az_ssa *ssa = x->ssa;
  az_loop_instance inst = {.function = x->shared->frames[a->frame].function,
                           .loop = loop,
                           .copies = x->copies,
                           .guard = pre.guard,
                           .ls = az_false(x->s)};
  uint32_t at = (uint32_t)arrlenu(ssa->loops), copy = 0;
  arrput(ssa->loops, inst);
  arrput(ssa->resumes, NULL);
  mark m = mark_exits(a);
  point entry = {pre.guard, az_mem_copy(pre.mem)};
  point end = base_copies(x, a, loop, at, &copy, pre);
  loop_effect changed = {0}; /* so far; what changes more in later copies does not fit the holes */
  if (end.mem) az_mem_diff(entry.mem, end.mem, on_base_change, &changed);
  if (!x->failed)
    ssa->resumes[at] = leave_holes(x, a, loop, &changed, &entry, &m, end, copy);
  else
    az_mem_free(end.mem);
  arrfree(changed.slots);
  mark_free(&m);
  az_mem_free(entry.mem);
}

void execute_loop(executor *x, activation *a, uint32_t loop) {
  point pre = points_merge(x, &a->pending[a->f->loops[loop].head], NULL, NULL);
  if (!pre.mem) return;
  if (x->ssa->config.mode == AZ_SSA_STEP)
    loop_step(x, a, loop, pre);
  else
    loop_base(x, a, loop, pre);
}
