/* What the pointers of a site reach: for claims that relate a node with the one behind it, or a
 * loop's variables with the node where it is, the integer fields of the objects that the loop's
 * pointers and the links of o* lead to are variables, too (AZ_TV_REACHED). Their value is a
 * function of the state: a choice by the pointer's object part among the contents of the objects
 * and sites that the loop's pointers may lead to, fixed when the site is made. Where the pointer
 * leads elsewhere, or not to the start of an object, there is none. */
#include "cutpoint/layout.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { MOST_REACHED = 24, MOST_FIELDS = 4, MOST_TARGETS = 6 };

/* The field's slot and leaf; NULL: the instance has no such field. */
static const az_leaf *field_at(const executor *x, uint32_t id, uint64_t offset, uint32_t bytes,
                               uint32_t *slot) {
  const az_instance *inst = az_memory_instance(x->memory, id);
  const az_leaf *leaf = NULL;
  *slot = inst->writer;
  if (offset == REACHED_WRITER && *slot != AZ_NONE) az_memory_slot(x->memory, *slot, &leaf, NULL);
  for (uint32_t l = 0; l < inst->layout->leaf_count && offset != REACHED_WRITER; l++) {
    leaf = &inst->layout->leaves[l];
    *slot = inst->slot + l;
    if (leaf->offset == offset && leaf->bytes == bytes && !leaf->dimension_count)
      return leaf->is_pointer || x->p->types[leaf->type].kind != AZ_T_INT ? NULL : leaf;
    leaf = NULL;
  }
  return leaf;
}

/* Where the loop's pointers, those in memory too, may lead at its back edges. */
static uint32_t *targets_of(const executor *x, const loop_effect *e) {
  uint32_t *ids = NULL;
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    for (size_t k = 0; k < arrlenu(e->points[i].ids); k++) {
      uint32_t id = e->points[i].ids[k];
      if (!az_memory_instance(x->memory, id)) continue;
      ptrdiff_t at = find_slot(ids, id);
      if (at == (ptrdiff_t)arrlenu(ids) || ids[at] != id) arrins(ids, at, id);
    }
  }
  return ids;
}

/* `link`->`field`, or *`link` where the object is no record. */
static const char *name_of_field(executor *x, const char *link, uint32_t id, const az_leaf *leaf) {
  const az_instance *inst = az_memory_instance(x->memory, id);
  if (!leaf->type) return az_arena_printf(x->ssa->arena, "%s->(writer)", link);
  const char *field = strchr(leaf_text(x, inst, leaf, 0), '.');
  return field ? az_arena_printf(x->ssa->arena, "%s->%s", link, field + 1)
               : az_arena_printf(x->ssa->arena, "*%s", link);
}

/* The field is in ids[i]; in which else of those behind it? */
static void add_field(const site_builder *b, az_reached field, const uint32_t *ids, size_t i,
                      az_reached **reached) {
  const executor *x = b->x;
  uint32_t slot, *targets = AZ_NEWN(x->ssa->arena, uint32_t, MOST_TARGETS);
  for (size_t k = i; k < arrlenu(ids) && field.count < MOST_TARGETS; k++)
    if (field_at(x, ids[k], field.offset, field.bytes, &slot)) targets[field.count++] = ids[k];
  field.targets = targets;
  arrput(*reached, field);
}

/* What one pointer reaches. */
static void find_fields(const site_builder *b, uint32_t link, const uint32_t *ids,
                        az_reached **reached) {
  const executor *x = b->x;
  size_t before = arrlenu(*reached);
  bool writer = false;
  for (size_t i = 0; i < arrlenu(ids); i++) {
    const az_instance *inst = az_memory_instance(x->memory, ids[i]);
    for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
      const az_leaf *leaf = &inst->layout->leaves[l];
      uint32_t slot;
      size_t n = arrlenu(*reached);
      bool known = n >= MOST_REACHED || n - before - writer >= MOST_FIELDS || leaf->bytes > 8;
      known |= field_at(x, ids[i], leaf->offset, leaf->bytes, &slot) != leaf;
      for (size_t r = before; r < n; r++)
        known |= (*reached)[r].offset == leaf->offset && (*reached)[r].bytes == leaf->bytes;
      if (!known)
        add_field(b, (az_reached){.link = link, .offset = leaf->offset, .bytes = leaf->bytes}, ids,
                  i, reached);
    }
    if (inst->writer == AZ_NONE || writer || arrlenu(*reached) >= MOST_REACHED) continue;
    add_field(b, (az_reached){.link = link, .offset = REACHED_WRITER, .bytes = 1}, ids, i, reached);
    writer = true;
  }
}

/* Does the loop change the field of some object that it may be in? */
static bool is_changed(const executor *x, const loop_effect *e, const az_reached *r) {
  for (uint32_t t = 0; t < r->count; t++) {
    uint32_t slot;
    (void)field_at(x, r->targets[t], r->offset, r->bytes, &slot);
    ptrdiff_t at = find_slot(e->slots, slot);
    if (at < (ptrdiff_t)arrlenu(e->slots) && e->slots[at] == slot) return true;
  }
  return false;
}

void push_reached(site_builder *b, const loop_effect *e, az_reached **reached) {
  executor *x = b->x;
  az_ssa *ssa = x->ssa;
  uint32_t *ids = targets_of(x, e), end = b->info.first_var + b->info.var_count;
  for (uint32_t v = b->info.first_var; v < end; v++) {
    az_tvar link = ssa->vars[v];
    if (link.kind != AZ_TV_POINTER || link.second || (b->info.heap && !link.of_fixed)) continue;
    bool known = false; /* sites of one o* have its fields in common */
    for (size_t r = 0; r < arrlenu(*reached); r++) known |= (*reached)[r].link == link.at;
    if (!known) find_fields(b, link.at, ids, reached);
    for (size_t i = 0; i < arrlenu(*reached); i++) {
      const az_reached *r = &(*reached)[i];
      uint32_t slot;
      if (r->link != link.at) continue;
      const az_leaf *leaf = field_at(x, r->targets[0], r->offset, r->bytes, &slot);
      push_var(b, (az_tvar){.kind = AZ_TV_REACHED,
                            .name = name_of_field(x, link.name, r->targets[0], leaf),
                            .type = leaf->type,
                            .bits = 8 * r->bytes,
                            .is_signed = x->p->types[leaf->type].is_signed,
                            .changes = link.changes || is_changed(x, e, r),
                            .of_fixed = link.of_fixed,
                            .writer = r->offset == REACHED_WRITER,
                            .object = AZ_NONE,
                            .at = b->info.plain + 2 * (uint32_t)i,
                            .link = link.at});
    }
  }
  arrfree(ids);
}

void push_reached_values(executor *x, uint32_t site, const az_mem *mem, az_term **values) {
  const az_reached *reached = x->ssa->site_info[site].reached;
  az_store *s = x->s;
  for (size_t i = 0; i < arrlenu(reached); i++) {
    const az_reached *r = &reached[i];
    az_term object = (*values)[r->link], offset = (*values)[r->link + 1];
    az_term value = az_bv(s, 8 * r->bytes, 0), any = az_false(s);
    for (uint32_t t = r->count; t-- > 0;) {
      const az_leaf *leaf;
      uint32_t slot, id = r->targets[t];
      (void)field_at(x, id, r->offset, r->bytes, &slot);
      az_term is = az_memory_is(x->memory, object, id);
      az_term content = content_of(x, mem, slot, &leaf);
      if (leaf->of_site) content = az_select(s, content, az_memory_identity(x->memory, object));
      value = az_ite(s, is, content, value);
      any = az_or(s, any, is);
    }
    arrput(*values, value);
    arrput(*values, az_and(s, any, az_eq(s, offset, az_zero_of(s, az_sort_of(s, offset)))));
  }
}
