/* Sites: what domains may speak of at a loop (the variables that it changes, what it reads, the
 * allocation sites whose objects it meets) and the terms of these in each of the loop's states. */
#include "cutpoint/layout.h"
#include <stb/stb_ds.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

char *leaf_text(executor *x, const az_instance *inst, const az_leaf *leaf, uint64_t offset) {
  char *text = az_lvalue_text(x->p, inst->name, inst->type, leaf->offset + offset, leaf->bytes);
  char *kept = az_arena_strdup(x->ssa->arena, text ? text : inst->name);
  free(text);
  return kept;
}

void push_var(site_builder *b, az_tvar v) {
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

/* What no loop so far changes may lead anywhere. */
static bool leads_to_exact(executor *x, const az_tvar *v, const az_points_to *changes) {
  bool exact = true;
  for (size_t i = 0; i < arrlenu(x->ssa->vars) && !changes; i++) {
    const az_tvar *before = &x->ssa->vars[i];
    if (before->object == v->object && before->changes && !strcmp(before->name, v->name))
      exact = before->exact;
  }
  if (changes) exact = false;
  for (size_t i = 0; changes && i < arrlenu(changes->ids); i++) {
    const az_instance *inst = az_memory_instance(x->memory, changes->ids[i]);
    exact |= inst && !inst->is_site;
  }
  return exact;
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
  v.exact = v.kind == AZ_TV_POINTER && leads_to_exact(x, &v, changes);
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

static bool keeps_writer(const executor *x, uint32_t id) {
  return az_memory_instance(x->memory, id)->writer != AZ_NONE;
}

static void push_writer(site_builder *b, const az_instance *inst, bool one, bool changes) {
  push_var(b, (az_tvar){.kind = AZ_TV_WRITER,
                        .name = az_arena_printf(b->x->ssa->arena, "%s.(writer)", inst->name),
                        .bits = 8,
                        .changes = changes,
                        .object = inst->object,
                        .of_fixed = one,
                        .at = b->info.width++});
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
      ptrdiff_t at = find_slot(ids, id);
      if (at == (ptrdiff_t)arrlenu(ids) || ids[at] != id) arrins(ids, at, id);
    }
  }
  return ids;
}

/* Of a slot that the loop changes; else NULL. */
static const az_points_to *points_of(const loop_effect *e, uint32_t slot) {
  ptrdiff_t at = find_slot(e->slots, slot);
  return at < (ptrdiff_t)arrlenu(e->slots) && e->slots[at] == slot ? &e->points[at] : NULL;
}

static bool changes_slot(const loop_effect *e, uint32_t slot) {
  return points_of(e, slot) != NULL;
}

/* What the loop grew to change since is no constant any more. */
static bool is_constant(const loop_effect *e, size_t i) {
  return !changes_slot(e, e->constant[i]);
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
  az_site s = {.kind = AZ_SITE_LOOP,
               .loc = loc,
               .name = name,
               .heap = heap,
               .apart = arrlenu(b->info.apart) != 0};
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
    ptrdiff_t found = find_slot(ids, id);
    if (found < (ptrdiff_t)arrlenu(ids) && ids[found] == id) arrput(at, info->at[position]);
  }
  for (uint32_t v = info->first_var; v < info->first_var + info->var_count; v++) {
    const az_tvar *var = &x->ssa->vars[v];
    if (var->kind == AZ_TV_POINTER && !var->changes) arrput(at, var->at);
  }
  return at;
}

az_term content_of(executor *x, const az_mem *mem, uint32_t slot, const az_leaf **leaf) {
  az_memory_slot(x->memory, slot, leaf, NULL);
  az_term v = az_mem_get(mem, slot);
  return v ? v : az_fresh(x->s, az_leaf_sort(x->p, *leaf), "dead");
}

/* Any two objects: do both lead to a third? This is asked where objects are freed, as a pointer to
 * what was freed through another is the end of most claims. */
enum { MOST_SITES = 3 }; /* of which claims are made two by two */
static bool has_seconds(const executor *x, const uint32_t *met) {
  return (x->shared->frees || x->shared->writers) && arrlenu(met) <= MOST_SITES;
}

static bool links(const az_leaf *leaf) {
  return leaf->is_pointer && !leaf->dimension_count;
}

/* Widths in a state: of the fields of o* of the sites met, and, behind all of these, of each
 * pointer among them in the second object, and in o* if it lives. */
static uint32_t width_of_fields(executor *x, const uint32_t *met) {
  uint32_t width = 0;
  for (size_t i = 0; i < arrlenu(met); i++) {
    const az_layout *layout = az_memory_instance(x->memory, met[i])->layout;
    width += keeps_writer(x, met[i]);
    for (uint32_t l = 0; l < layout->leaf_count; l++)
      if (layout->leaves[l].type) width += links(&layout->leaves[l]) ? 2 : 1;
  }
  return width;
}

static uint32_t width_of_seconds(executor *x, const uint32_t *met) {
  uint32_t width = 0;
  for (size_t i = 0; i < arrlenu(met) && has_seconds(x, met); i++) {
    const az_layout *layout = az_memory_instance(x->memory, met[i])->layout;
    width += keeps_writer(x, met[i]);
    for (uint32_t l = 0; l < layout->leaf_count; l++) width += links(&layout->leaves[l]) ? 4 : 0;
  }
  return width;
}

/* What follows the links of o** in a state: who last wrote one of them. */
static void push_second_writer(site_builder *b, const loop_effect *e, uint32_t id, uint32_t at) {
  executor *x = b->x;
  const az_instance *inst = az_memory_instance(x->memory, id);
  push_var(b, (az_tvar){.kind = AZ_TV_WRITER,
                        .name = az_arena_printf(x->ssa->arena, "other %s.(writer)", inst->name),
                        .bits = 8,
                        .changes = changes_slot(e, inst->writer),
                        .second = true,
                        .object = inst->object,
                        .at = at});
}

static void push_seconds(site_builder *b, const loop_effect *e, const uint32_t *met, uint32_t at) {
  executor *x = b->x;
  for (size_t i = 0; i < arrlenu(met) && has_seconds(x, met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    bool same = met[i] == b->info.heap;
    for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
      const az_leaf *leaf = &inst->layout->leaves[l];
      if (!links(leaf)) continue;
      const char *name = leaf_text(x, inst, leaf, 0);
      push_var(b, (az_tvar){.kind = AZ_TV_POINTER,
                            .name = az_arena_printf(x->ssa->arena, "other %s", name),
                            .type = leaf->type,
                            .bits = az_pointer_width(x->p),
                            .changes = changes_slot(e, inst->slot + l),
                            .second = true,
                            .object = inst->object,
                            .at = at + (same ? 0 : 2)});
      at += 4;
    }
    if (!keeps_writer(x, met[i])) continue;
    if (same) push_second_writer(b, e, met[i], at);
    at++;
  }
}

/* Of a site whose objects have several links: its o* itself, and for every two of them where the
 * second leads from what the first leads to. */
enum { MOST_LINKS = 3 };
static uint32_t links_of(const az_instance *inst, uint32_t links_at[MOST_LINKS]) {
  uint32_t n = 0;
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    if (!links(&inst->layout->leaves[l])) continue;
    if (n < MOST_LINKS) links_at[n] = l;
    n++;
  }
  return n > 1 && n <= MOST_LINKS ? n : 0;
}

static uint32_t width_of_inverses(executor *x, const uint32_t *met) {
  uint32_t width = 0, at[MOST_LINKS];
  for (size_t i = 0; i < arrlenu(met); i++) {
    uint32_t n = links_of(az_memory_instance(x->memory, met[i]), at);
    width += n ? 2 + 2 * n * (n - 1) : 0;
  }
  return width;
}

static void push_inverses(site_builder *b, const loop_effect *e, const uint32_t *met, uint32_t at) {
  executor *x = b->x;
  uint32_t l[MOST_LINKS];
  for (size_t i = 0; i < arrlenu(met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    uint32_t n = links_of(inst, l), self = at;
    at += n ? 2 : 0;
    for (uint32_t f = 0; f < n; f++) {
      for (uint32_t g = 0; g < n; g++) {
        if (f == g) continue;
        const az_leaf *from = &inst->layout->leaves[l[f]], *to = &inst->layout->leaves[l[g]];
        const char *first = leaf_text(x, inst, from, 0), *second = leaf_text(x, inst, to, 0);
        const char *field = strchr(second, '.');
        if (met[i] == b->info.heap)
          push_var(b, (az_tvar){.kind = AZ_TV_POINTER,
                                .name = az_arena_printf(x->ssa->arena, "%s->%s", first,
                                                        field ? field + 1 : second),
                                .type = to->type,
                                .bits = az_pointer_width(x->p),
                                .changes = changes_slot(e, inst->slot + l[f]) ||
                                           changes_slot(e, inst->slot + l[g]),
                                .second = true,
                                .self = self,
                                .object = inst->object,
                                .at = at});
        at += 2;
      }
    }
  }
}

static void push_inverse_values(executor *x, az_term **values, const az_mem *mem,
                                const uint32_t *met) {
  az_store *s = x->s;
  uint32_t l[MOST_LINKS];
  az_term null = az_bv(s, az_pointer_width(x->p), 0), start = az_bv(s, x->p->pointer_bits, 0);
  for (size_t i = 0; i < arrlenu(met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    uint32_t n = links_of(inst, l);
    if (!n) continue;
    az_term fixed = az_memory_fixed(x->memory, met[i]), one = az_bv(s, 1, 1);
    az_term live = az_mem_get(mem, az_memory_live_slot(x->memory, met[i]));
    az_term self = az_pointer(x->p, az_concat(s, fixed, az_bv(s, AZ_INSTANCE_BITS, met[i])), start);
    const az_leaf *leaf = &inst->layout->leaves[l[0]];
    push_value(x, values, leaf, self);
    for (uint32_t f = 0; f < n; f++) {
      for (uint32_t g = 0; g < n; g++) {
        if (f == g) continue;
        az_term next = az_select(s, content_of(x, mem, inst->slot + l[f], &leaf), fixed);
        az_term object = az_pointer_object(x->p, next);
        az_term id = az_memory_identity(x->memory, object);
        az_term leads = az_and(s, az_memory_is(x->memory, object, met[i]),
                               az_eq(s, az_select(s, live, id), one));
        az_term then = az_select(s, content_of(x, mem, inst->slot + l[g], &leaf), id);
        then = az_ite(s, az_eq(s, next, null), self, az_ite(s, leads, then, null));
        push_value(x, values, leaf, then);
      }
    }
  }
}

static void push_second_values(executor *x, az_term **values, const az_mem *mem,
                               const uint32_t *met) {
  az_store *s = x->s;
  az_term null = az_bv(s, az_pointer_width(x->p), 0), one = az_bv(s, 1, 1);
  for (size_t i = 0; i < arrlenu(met) && has_seconds(x, met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    az_term live = az_mem_get(mem, az_memory_live_slot(x->memory, met[i]));
    az_term fixed = az_memory_fixed(x->memory, met[i]), other = az_memory_second(x->memory, met[i]);
    for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
      const az_leaf *leaf = &inst->layout->leaves[l];
      if (!links(leaf)) continue;
      az_term all = content_of(x, mem, inst->slot + l, &leaf);
      az_term lives = az_and(s, az_eq(s, az_select(s, live, other), one), az_ne(s, other, fixed));
      push_value(x, values, leaf, az_ite(s, lives, az_select(s, all, other), null));
      lives = az_eq(s, az_select(s, live, fixed), one);
      push_value(x, values, leaf, az_ite(s, lives, az_select(s, all, fixed), null));
    }
    if (!keeps_writer(x, met[i])) continue;
    az_term lives = az_and(s, az_eq(s, az_select(s, live, other), one), az_ne(s, other, fixed));
    az_term writer = az_select(s, az_mem_get(mem, inst->writer), other);
    arrput(*values, az_ite(s, lives, writer, az_bv(s, 8, 0)));
  }
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
  if (keeps_writer(x, b->info.heap)) push_writer(b, inst, true, changes_slot(e, inst->writer));
}

/* The site of the loop and, behind it, for each allocation site met one of all its objects
 * (domain.h) and, where it changes them, one of those that the loop's pointers do not lead to. They
 * have one state: the loop's variables, its constants, then of each allocation site met the array
 * `live` and the fields of o*. */
uint32_t site_of(executor *x, activation *a, uint32_t loop, const loop_effect *e) {
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
    if (e->slots[i] == inst->writer)
      push_writer(&b, inst, false, true);
    else
      push_leaf(&b, inst, leaf, false, &e->points[i]);
  }
  for (size_t i = 0; i < arrlenu(e->constant); i++) {
    const az_leaf *leaf;
    const az_instance *inst = az_memory_slot(x->memory, e->constant[i], &leaf, NULL);
    if (is_constant(e, i)) push_leaf(&b, inst, leaf, false, NULL);
  }
  uint32_t *met = sites_met(x, e);
  uint32_t seconds = b.info.width + (uint32_t)arrlenu(met) + width_of_fields(x, met);
  uint32_t births = seconds + width_of_seconds(x, met) + width_of_inverses(x, met);
  for (size_t i = 0; i < arrlenu(met); i++) {
    const az_instance *inst = az_memory_instance(x->memory, met[i]);
    uint32_t slot = az_memory_live_slot(x->memory, met[i]);
    az_tvar live = {.kind = AZ_TV_ARRAY,
                    .name = az_arena_printf(ssa->arena, "live(%s)", inst->name),
                    .bits = 1,
                    .changes = changes_slot(e, slot),
                    .object = AZ_NONE,
                    .live = met[i],
                    .born = width_of_births(x, met) ? births + 4 * (uint32_t)i : 0,
                    .at = b.info.width++};
    push_var(&b, live);
  }
  uint32_t lives = b.info.width - (uint32_t)arrlenu(met);
  b.info.plain = births + width_of_births(x, met);
  az_reached *reached = NULL;
  push_reached(&b, e, &reached);
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
      if (!apart) {
        push_seconds(&o, e, met, seconds);
        push_inverses(&o, e, met, seconds + width_of_seconds(x, met));
      }
      push_reached(&o, e, &reached);
      b.info.width = o.info.width;
      arrput(ssa->site_info, o.info);
    }
    arrfree(pointers);
  }
  ssa->site_info[site].reached = reached;
  b.info.width = b.info.plain + 2 * (uint32_t)arrlenu(reached);
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

/* The state of the loop's sites. */
void push_state(executor *x, az_term **values, const loop_effect *e, const az_mem *mem) {
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
    if (keeps_writer(x, met[i]))
      arrput(*values,
             az_select(x->s, az_mem_get(mem, inst->writer), az_memory_fixed(x->memory, met[i])));
  }
  push_second_values(x, values, mem, met);
  push_inverse_values(x, values, mem, met);
  push_births(x, met, values);
  arrfree(met);
}

/* Behind a state: the values with which this run of the loop was entered (`entry`; NULL: in this
 * state). */
void push_entry(executor *x, uint32_t site, const az_term *entry, az_term **values) {
  const az_site_info *info = &x->ssa->site_info[site];
  for (uint32_t v = info->first_var; v < info->first_var + info->var_count; v++)
    if (x->ssa->vars[v].entry) {
      az_term before = (entry ? entry : *values)[x->ssa->vars[v].at];
      arrput(*values, before);
    }
}

az_term *state_values(executor *x, const loop_effect *e, const az_loop_instance *l,
                      const az_mem *mem) {
  az_term *values = NULL;
  push_state(x, &values, e, mem);
  push_reached_values(x, l->site, mem, &values);
  push_entry(x, l->site, l->entry, &values);
  az_term *kept = AZ_NEWN(x->ssa->arena, az_term, arrlenu(values) + 1);
  if (values) memcpy(kept, values, arrlenu(values) * sizeof *values);
  arrfree(values);
  return kept;
}

/* Which claims are about all objects, all elements: those over what is read at the fixed one. */
void push_rigids(executor *x, const loop_effect *e, const az_mem *lb) {
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
    az_rigid r = {az_mem_get(lb, e->slots[i]), index, false};
    arrput(x->ssa->rigids, r);
    if (!leaf->of_site || leaf->dimension_count) continue;
    if (!x->shared->frees && !x->shared->writers) continue;
    r.index = az_memory_second(x->memory, id);
    r.read = true;
    arrput(x->ssa->rigids, r);
  }
}

/* ---- what a loop reads ----------------------------------------------------------------------- */

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
void note_constants(executor *x, loop_effect *e, const uint32_t *reads, const az_mem *pre) {
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
    ptrdiff_t at = find_slot(e->constant, reads[i]), changed = find_slot(e->slots, reads[i]);
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
void note_origins(executor *x, loop_effect *e, const az_mem *pre) {
  uint32_t *origins = NULL;
  for (uint32_t slot = 0, n = az_memory_slots(x->memory); slot < n; slot++) {
    az_term v = az_mem_get(pre, slot);
    if (!v || az_is_const(x->s, v) || az_sort_kind_of(az_sort_of(x->s, v)) != AZ_SORT_BV) continue;
    if (is_origin(x, e, pre, slot, v)) arrput(origins, slot);
  }
  note_constants(x, e, origins, pre);
  arrfree(origins);
}
