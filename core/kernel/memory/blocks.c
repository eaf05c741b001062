/* Blocks of bytes: copies and fills of any size. If both sides are runs of elements of one layout,
 * the block is one splice for each array leaf (runs.c). Otherwise whole leaves are copied if the
 * layouts agree, else pieces one by one, each under the condition that the block extends that far.
 * The content of longer blocks becomes unknown. */
#include "memory/runs.h"

/* Keeps the targets that can be written: objects that are not constant. A single target needs no
 * condition. */
static void keep_written(const az_memory *m, targets *list) {
  if (arrlenu(list->items) == 1 && !list->flags) list->items[0].condition = az_true(m->s);
  for (size_t i = arrlenu(list->items); i-- > 0;) {
    uint32_t id = list->items[i].id;
    if (!id || m->instances[id].is_const) arrdel(list->items, i);
  }
}

static void havoc_targets(az_mem *s, const targets *list, const az_memory_report *report,
                          const char *cause) {
  for (size_t i = 0; i < arrlenu(list->items); i++)
    az_mem_havoc_target(s, &list->items[i], report, cause);
}

/* Returns the largest size that a block of unknown size may have in one of the targets, or
 * UINT64_MAX if it is unknown. */
static uint64_t most_possible(const az_memory *m, const targets *list) {
  uint64_t most = 0;
  for (size_t i = 0; i < arrlenu(list->items); i++) {
    uint64_t size, at;
    if (!list->items[i].id) continue;
    if (!az_const_u64(m->s, m->instances[list->items[i].id].size, &size) ||
        (m->instances[list->items[i].id].is_site &&
         m->instances[list->items[i].id].sizes != AZ_NONE))
      return UINT64_MAX;
    if (az_const_u64(m->s, list->items[i].offset, &at)) size -= at < size ? at : size;
    if (size > most) most = size;
  }
  return most;
}

/* ---- copies --------------------------------------------------------------------------------- */

typedef struct slot_pair {
  uint32_t to, from;
} slot_pair;

/* Returns the last leaf of `from` of the same kind as x, as far from `start` as x is from `at`.
 * Sets *fits to false if such a leaf is an array with other strides than x. */
static const az_leaf *same_leaf(const az_layout *from, uint64_t start, const az_leaf *x,
                                uint64_t at, bool *fits) {
  const az_leaf *found = NULL;
  for (uint32_t k = 0; k < from->leaf_count; k++) {
    const az_leaf *c = &from->leaves[k];
    if (c->offset - start != x->offset - at || c->bytes != x->bytes ||
        c->is_pointer != x->is_pointer || c->elements != x->elements ||
        c->dimension_count != x->dimension_count)
      continue;
    found = c;
    for (uint32_t d = 0; d < c->dimension_count; d++)
      *fits &= c->dimensions[d].stride == x->dimensions[d].stride;
  }
  return found;
}

/* Pairs the slots of the leaves that the block covers on both sides. Returns false if the layouts
 * do not agree on the whole block. */
static bool pair_leaves(const az_instance *a, uint64_t at, const az_instance *b, uint64_t start,
                        uint64_t size, slot_pair **pairs) {
  bool fits = true;
  uint64_t covered = 0;
  for (uint32_t l = 0; fits && l < a->layout->leaf_count; l++) {
    const az_leaf *x = &a->layout->leaves[l];
    uint64_t length = x->bytes, most = x->bytes, end = x->bytes;
    if (x->dimension_count) {
      length = x->elements * x->bytes;
      most = x->dimensions[0].count * x->dimensions[0].stride;
      end = most - (x->dimensions[0].stride - x->bytes);
    }
    if (x->offset + most <= at || x->offset >= at + size) continue;
    if (x->offset < at || x->offset + end > at + size || !length) return false;
    const az_leaf *y = same_leaf(b->layout, start, x, at, &fits);
    if (!y) return false;
    arrput(*pairs, ((slot_pair){a->slot + l, b->slot + (uint32_t)(y - b->layout->leaves)}));
    covered += length;
  }
  return fits && covered == size;
}

/* Copies whole leaves, arrays included. Returns false, without effect, if the layouts do not agree
 * on the whole block. */
static bool copy_leaves(az_mem *s, const target *to, const target *from, uint64_t size,
                        const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance a = m->instances[to->id], b = m->instances[from->id];
  if (a.is_site || b.is_site) return false;
  uint64_t at, start;
  if (!az_const_u64(m->s, to->offset, &at) || !az_const_u64(m->s, from->offset, &start))
    return false;
  slot_pair *pairs = NULL;
  bool fits = pair_leaves(&a, at, &b, start, size, &pairs);
  az_term *values = NULL; /* all are read before the first is written */
  for (size_t i = 0; fits && i < arrlenu(pairs); i++)
    arrput(values, az_mem_slot_value(s, pairs[i].from, m->slots[pairs[i].from].leaf, report));
  for (size_t i = 0; fits && i < arrlenu(pairs); i++) {
    az_term v = values[i];
    if (!az_is_true(m->s, to->condition))
      v = az_ite(m->s, to->condition, v,
                 az_mem_slot_value(s, pairs[i].to, m->slots[pairs[i].to].leaf, report));
    az_mem_set(s, pairs[i].to, v);
  }
  arrfree(values);
  arrfree(pairs);
  return fits;
}

/* A piece of a block: its location, size and new content. */
typedef struct piece {
  uint64_t offset;
  uint32_t bytes;
  bool is_pointer;
  bool of_pointer; /* of its leaf; parts of pointers are not written */
  az_term value;
} piece;

/* Returns whether a block of unknown size, at most `bytes`, may be cut into pieces. */
static bool is_short(const az_memory *m, uint64_t bytes) {
  if (bytes <= az_limits_or_default(m->limits)->block_bytes) return true;
  az_limits_hit(m->limits, AZ_LIMIT_block_bytes);
  return false;
}

/* Cuts a block into pieces along the leaves of the target `guide` (NULL: into bytes). Returns false
 * if there are too many. */
static bool cut(const az_memory *m, const target *guide, uint64_t n, piece **pieces) {
  uint64_t start = 0;
  if (guide && !az_const_u64(m->s, guide->offset, &start)) guide = NULL;
  for (uint64_t k = 0; k < n;) {
    piece p = {.offset = k, .bytes = 1};
    if (!az_limits_room(m->limits, AZ_LIMIT_block_pieces, arrlenu(*pieces))) return false;
    if (guide)
      az_memory_piece_at((az_memory *)(uintptr_t)m, &m->instances[guide->id], start + k, n - k,
                         &p.bytes, &p.is_pointer);
    p.of_pointer = p.is_pointer;
    arrput(*pieces, p);
    assert(p.bytes && p.bytes <= n - k); /* the pieces cover exactly the block */
    k += p.bytes;
  }
  return true;
}

/* Writes the pieces that the block reaches. */
static void write_pieces(az_mem *s, const targets *dst, const piece *pieces, az_term size,
                         const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  for (size_t i = 0; i < arrlenu(dst->items); i++) {
    for (size_t k = 0; k < arrlenu(pieces); k++) {
      const piece *p = &pieces[k];
      target t = dst->items[i];
      assert(t.id && !m->instances[t.id].is_const);
      t.offset = az_bv_add(m->s, t.offset, az_memory_number(m, p->offset));
      az_term end = az_memory_number(m, p->offset + p->bytes), condition = t.condition;
      az_term whole = az_bv_ule(m->s, end, size);
      t.condition = az_and(m->s, condition, whole);
      az_mem_write_target(s, &t, p->bytes, p->is_pointer, p->value, report);
      if (p->bytes == 1 || az_is_true(m->s, whole)) continue;
      az_term part = az_bv_ult(m->s, az_memory_number(m, p->offset), size);
      part = az_and(m->s, az_not(m->s, whole), part);
      if (p->of_pointer) {
        az_term open = az_and(m->s, condition, part);
        if (!az_is_false(m->s, open))
          az_memory_unmodelled(report, open, "part of a pointer is written");
        continue;
      }
      for (uint32_t b = 0; b < p->bytes; b++) {
        az_term inside = az_bv_ult(m->s, az_memory_number(m, p->offset + b), size);
        t.condition = az_and(m->s, az_and(m->s, condition, part), inside);
        az_mem_write_target(s, &t, 1, false, az_extract(m->s, p->value, 8 * b + 7, 8 * b), report);
        t.offset = az_bv_add(m->s, t.offset, az_memory_number(m, 1));
      }
    }
  }
}

void az_mem_copy_bytes(az_mem *s, az_term to, az_term from, az_term size,
                       const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  uint64_t n;
  bool sized = az_const_u64(m->s, size, &n);
  if (sized && !n) return;
  targets dst = az_memory_resolve(m, to), src = az_memory_resolve(m, from);
  bool plain = sized && arrlenu(dst.items) == 1 && arrlenu(src.items) == 1 && !dst.flags &&
               !src.flags && dst.items[0].id && src.items[0].id;
  az_memory_unmodelled_target(m, &dst, report, "copy through an unknown pointer");
  keep_written(m, &dst);
  piece *pieces = NULL;
  if (!arrlenu(dst.items) || (plain && copy_leaves(s, &dst.items[0], &src.items[0], n, report)) ||
      az_runs_copy(s, &dst, &src, size, report))
    goto done;
  if (!sized) {
    n = most_possible(m, &dst);
    uint64_t there = most_possible(m, &src);
    if (there < n && !src.flags) n = there;
    if (!is_short(m, n)) {
      havoc_targets(s, &dst, report, "memcpy of a size that is not constant");
      goto done;
    }
  }
  uint64_t start;
  const target *guide = &dst.items[0];
  if (!az_const_u64(m->s, guide->offset, &start) && arrlenu(src.items) && src.items[0].id)
    guide = &src.items[0];
  if (!cut(m, guide, n, &pieces)) {
    havoc_targets(s, &dst, report, "memcpy of many bytes");
    goto done;
  }
  for (size_t i = 0; i < arrlenu(pieces); i++)
    pieces[i].value = az_mem_read_targets(s, &src, pieces[i].offset, pieces[i].bytes,
                                          pieces[i].is_pointer, report);
  write_pieces(s, &dst, pieces, size, report);
done:
  arrfree(pieces);
  arrfree(dst.items);
  arrfree(src.items);
}

az_term az_mem_copy_object(az_mem *s, az_term to, az_term from, az_term most,
                           const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  targets list = az_memory_resolve(m, from);
  az_term size = az_memory_number(m, 0);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *t = &list.items[i];
    if (!t->id) continue;
    az_term own = az_mem_instance_of(s, t).size, less = az_bv_ult(m->s, own, most);
    size = az_ite(m->s, t->condition, az_ite(m->s, less, own, most), size);
  }
  /* The content may be any bytes of an unknown object. */
  if (list.flags & (AZ_PTS_WILD | AZ_PTS_EXTERN)) size = most;
  arrfree(list.items);
  az_mem_copy_bytes(s, to, from, size, report);
  return size;
}

/* ---- fills ---------------------------------------------------------------------------------- */

/* Fills whole leaves. Returns false, without effect, if the block is not exactly the object. */
static bool fill_leaves(az_mem *s, const target *t, az_term byte, uint64_t n,
                        const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance inst = az_mem_instance_of(s, t);
  uint64_t start, size;
  if (!az_const_u64(m->s, t->offset, &start) || start || !az_const_u64(m->s, inst.size, &size) ||
      n != size || inst.is_site)
    return false;
  for (uint32_t l = 0; l < inst.layout->leaf_count; l++) {
    const az_leaf *leaf = &inst.layout->leaves[l];
    az_term v = az_memory_repeat_in(m, leaf, byte, report);
    if (leaf->dimension_count) v = az_const_array(m->s, m->p->pointer_bits, v);
    if (!az_is_true(m->s, t->condition))
      v = az_ite(m->s, t->condition, v, az_mem_slot_value(s, inst.slot + l, leaf, report));
    az_mem_set(s, inst.slot + l, v);
  }
  return true;
}

void az_mem_set_bytes(az_mem *s, az_term to, az_term byte, az_term size,
                      const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  uint64_t n = 0;
  bool sized = az_const_u64(m->s, size, &n);
  targets list = az_memory_resolve(m, to);
  az_memory_unmodelled_target(m, &list, report, "memset through an unknown pointer");
  keep_written(m, &list);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    target t = list.items[i];
    if (sized && fill_leaves(s, &t, byte, n, report)) continue;
    if (az_runs_fill(s, &t, byte, size, report)) continue;
    targets one = {0};
    arrput(one.items, t);
    uint64_t most = sized ? n : most_possible(m, &one);
    piece *pieces = NULL;
    if ((!sized && !is_short(m, most)) || !cut(m, &t, most, &pieces)) {
      az_mem_havoc_target(s, &t, report,
                          sized ? "memset of many bytes" : "memset of a size that is not constant");
    } else {
      for (size_t k = 0; k < arrlenu(pieces); k++) {
        pieces[k].is_pointer = false;
        pieces[k].value = az_memory_repeat_byte(m->s, byte, pieces[k].bytes);
      }
      write_pieces(s, &one, pieces, size, report);
    }
    arrfree(pieces);
    arrfree(one.items);
  }
  arrfree(list.items);
}
