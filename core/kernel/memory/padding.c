/* Padding of records. C leaves its content open after an initialiser or an assignment of the record
 * (C17 6.2.6.1p6): gcc keeps the old content after `struct s a = {1, 2}`, and optimisers copy only
 * the members. A store to a member keeps the padding beside it, as gcc and clang do. */
#include "memory/linear.h"
#include "memory/spots.h"

static bool is_whole(const az_leaf *leaf) {
  return leaf->bytes == 8 ? !~leaf->padding : leaf->padding + 1 == 1ull << 8 * leaf->bytes;
}

/* Computes the record's offset in the object, modulo the stride (0: exactly); false if unknown. */
static bool begins_at(const az_memory *m, const target *t, uint64_t stride, int64_t *at) {
  uint64_t constant;
  if (az_const_u64(m->s, t->offset, &constant)) {
    *at = (int64_t)constant;
    return true;
  }
  az_linear_form form = az_linear_of(m->s, t->offset);
  *at = form.constant;
  return stride && az_linear_step(&form) % stride == 0;
}

/* Returns the leaf's value with the bits of `any` in its padding. */
static az_term padded(const az_memory *m, const az_leaf *leaf, az_term value, az_term any) {
  az_term mask = az_bv(m->s, 8 * leaf->bytes, leaf->padding), padding = az_bv_and(m->s, any, mask);
  return az_bv_or(m->s, az_bv_and(m->s, value, az_bv_not(m->s, mask)), padding);
}

/* Makes arbitrary the padding of the leaf's element that lies `by` bytes after the target. */
static void forget_element(az_mem *s, const target *t, const az_leaf *leaf, uint64_t by,
                           const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  assert(leaf->padding && leaf->bytes <= 8); /* a mask of 64 bits */
  target at = *t;
  at.offset = az_bv_add(m->s, t->offset, az_bv(m->s, m->p->pointer_bits, by));
  az_term any = az_fresh(m->s, az_sort_bv(8 * leaf->bytes), "padding");
  targets one = {0};
  arrput(one.items, at);
  az_term old = az_mem_read_targets(s, &one, 0, leaf->bytes, false, NULL);
  arrfree(one.items);
  if (!is_whole(leaf)) any = padded(m, leaf, old, any);
  report->padding(report->ctx, az_eq(m->s, any, old));
  const az_memory_report silent = {0};
  az_mem_write_target(s, &at, leaf->bytes, false, any, &silent);
}

/* Makes arbitrary the padding of all elements, in all objects of a site. */
static void forget_leaf(az_mem *s, const target *t, const az_leaf *leaf, uint32_t slot,
                        const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_term old = az_mem_slot_value(s, slot, leaf, NULL);
  az_term any = az_fresh(m->s, az_sort_of(m->s, old), "padding");
  if (!is_whole(leaf) && az_leaf_is_array(leaf)) return;
  if (!is_whole(leaf)) any = padded(m, leaf, old, any);
  if (!az_leaf_is_array(leaf)) report->padding(report->ctx, az_eq(m->s, any, old));
  az_mem_set(s, slot, az_ite(m->s, t->condition, any, old));
}

static void forget_in(az_mem *s, const target *t, uint64_t size, const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  const az_instance inst = m->instances[t->id];
  for (uint32_t l = 0; l < inst.layout->leaf_count; l++) {
    const az_leaf *leaf = &inst.layout->leaves[l];
    if (!leaf->padding) continue;
    uint64_t stride = leaf->dimension_count ? leaf->dimensions[0].stride : 0;
    int64_t at, begin = (int64_t)leaf->offset;
    bool known = begins_at(m, t, stride, &at);
    if (known && !stride && (begin < at || begin + leaf->bytes > at + (int64_t)size)) continue;
    if (known && (!stride || (leaf->dimension_count == 1 && stride == size)))
      forget_element(
          s, t, leaf,
          (uint64_t)(stride ? az_linear_modulo(begin - at, (int64_t)stride) : begin - at), report);
    else
      forget_leaf(s, t, leaf, inst.slot + l, report);
  }
}

void az_mem_forget_padding(az_mem *s, az_term pointer, uint64_t size,
                           const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, pointer);
  for (size_t i = 0; i < arrlenu(list.items); i++)
    if (list.items[i].id && !m->instances[list.items[i].id].is_const)
      forget_in(s, &list.items[i], size, report);
  arrfree(list.items);
}
