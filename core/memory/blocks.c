/* Blocks of bytes: copies and fills of any size. Where both sides are runs of elements of one
 * layout, the block is one splice an array leaf, whatever its size; an element that is covered in
 * part is mixed byte by byte. Otherwise whole leaves are taken where they lie alike, then pieces,
 * one after the other, each under the condition that the block reaches so far. What is too long for
 * that becomes unknown. */
#include "memory/linear.h"
#include "memory/memory_internal.h"

enum {
  MOST_PIECES = 2048,  /* of a block of constant size */
  MOST_POSSIBLE = 256, /* bytes that a block of another size may have */
  FEWEST_SPLICED = 17, /* elements, where their number is constant */
};

/* Targets that are written: named ones that are no constants; of a single one without condition. */
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

static az_term bytes_of(const az_memory *m, uint64_t n) {
  return az_bv(m->s, m->p->pointer_bits, n);
}

/* ---- runs ----------------------------------------------------------------------------------- */

/* Elements of one layout, one after the other: the whole object, or one array in it. */
typedef struct run {
  az_instance inst;
  uint32_t first, leaves; /* of the instance */
  uint64_t stride;
  az_term index; /* where the block begins, as an element */
  az_term room;  /* elements up to the end of an array that is a part only; 0: of the object */
} run;

static bool is_multiple(const az_linear_form *form, uint64_t stride) {
  int64_t n = (int64_t)stride;
  bool is = form->constant % n == 0;
  for (uint32_t i = 0; i < form->count; i++) is &= form->coefficients[i] % n == 0;
  return is;
}

static bool run_at(az_mem *s, const target *t, run *r) {
  az_memory *m = az_mem_memory(s);
  uint32_t w = m->p->pointer_bits;
  *r = (run){.inst = az_mem_instance_of(s, t)};
  const az_layout *layout = r->inst.layout;
  uint64_t at;
  bool uniform = layout->leaf_count != 0;
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *leaf = &layout->leaves[l];
    uniform &= leaf->dimension_count == 1 && leaf->offset < leaf->dimensions[0].stride &&
               leaf->dimensions[0].stride == layout->leaves[0].dimensions[0].stride &&
               leaf->elements == layout->leaves[0].elements;
    if (!uniform) break;
  }
  if (uniform) {
    r->leaves = layout->leaf_count;
    r->stride = layout->leaves[0].dimensions[0].stride;
    az_linear_form form = az_linear_of(m->s, t->offset);
    if (!is_multiple(&form, r->stride)) return false;
    r->index = az_linear_quotient(m->s, &form, form.constant, (int64_t)r->stride, w);
    return true;
  }
  if (!az_const_u64(m->s, t->offset, &at)) return false;
  for (uint32_t l = 0; l < layout->leaf_count; l++) {
    const az_leaf *leaf = &layout->leaves[l];
    if (leaf->dimension_count != 1 || leaf->dimensions[0].stride != leaf->bytes ||
        at < leaf->offset || (at - leaf->offset) % leaf->bytes ||
        (leaf->elements && (at - leaf->offset) / leaf->bytes >= leaf->elements))
      continue;
    uint64_t index = (at - leaf->offset) / leaf->bytes;
    r->first = l;
    r->leaves = 1;
    r->stride = leaf->bytes;
    r->index = bytes_of(m, index);
    if (leaf->elements) r->room = bytes_of(m, leaf->elements - index);
    return true;
  }
  return false;
}

static const az_leaf *run_leaf(const run *r, uint32_t i) {
  return &r->inst.layout->leaves[r->first + i];
}

/* Of its elements in the run: offset. */
static uint64_t place_in(const run *r, uint32_t i) {
  return r->room ? 0 : run_leaf(r, i)->offset;
}

static bool runs_alike(const run *a, const run *b) {
  bool alike = a->stride == b->stride && a->leaves == b->leaves;
  for (uint32_t i = 0; alike && i < a->leaves; i++) {
    const az_leaf *x = run_leaf(a, i), *y = run_leaf(b, i);
    alike =
        place_in(a, i) == place_in(b, i) && x->bytes == y->bytes && x->is_pointer == y->is_pointer;
  }
  return alike;
}

/* An index of the run's arrays. */
static az_term cell(const az_memory *m, const target *t, az_term index) {
  return t->identity ? az_concat(m->s, t->identity, index) : index;
}

static az_term repeat_byte(az_store *s, az_term byte, uint32_t times) {
  az_term value = byte;
  for (uint32_t i = 1; i < times; i++) value = az_concat(s, byte, value);
  return value;
}

/* How much of a run is covered. */
typedef struct extent {
  az_term whole; /* elements */
  az_term rest;  /* bytes of the element behind them; AZ_NO_TERM: none */
  az_term wraps; /* the number is not that: a product beyond all sizes */
} extent;

static extent extent_of(const az_memory *m, az_term size, uint64_t stride) {
  az_term unit = bytes_of(m, stride), rest = az_bv_urem(m->s, size, unit);
  az_linear_form form = az_linear_of(m->s, size);
  uint64_t n;
  extent e = {az_bv_udiv(m->s, size, unit), AZ_NO_TERM, az_false(m->s)};
  if (az_const_u64(m->s, rest, &n) ? n != 0 : !is_multiple(&form, stride)) {
    e.rest = rest;
  } else if (!az_is_const(m->s, size) && stride & (stride - 1)) { /* it does not divide 2^w */
    e.whole = az_linear_quotient(m->s, &form, form.constant, (int64_t)stride, m->p->pointer_bits);
    e.wraps = az_bv_ult(m->s, az_bv_udiv(m->s, az_bv_not(m->s, bytes_of(m, 0)), unit), e.whole);
  }
  return e;
}

/* Of a leaf of the last element the bytes that the block covers, `rest` of the element's; the
 * others of `old`. */
static az_term mixed(const az_memory *m, az_term old, az_term value, az_term rest,
                     const az_leaf *leaf, uint64_t place) {
  if (leaf->is_pointer) /* or a part of it, which is left open */
    return az_ite(m->s, az_bv_ule(m->s, bytes_of(m, place + leaf->bytes), rest), value, old);
  az_term all = AZ_NO_TERM;
  for (uint32_t i = 0; i < leaf->bytes; i++) {
    az_term covered = az_bv_ult(m->s, bytes_of(m, place + i), rest);
    az_term byte = az_ite(m->s, covered, az_extract(m->s, value, 8 * i + 7, 8 * i),
                          az_extract(m->s, old, 8 * i + 7, 8 * i));
    all = all ? az_concat(m->s, byte, all) : byte;
  }
  return all;
}

/* Does the block end in the middle of a pointer? */
static az_term cuts_pointer(const az_memory *m, const run *r, az_term rest) {
  az_term cuts = az_false(m->s);
  for (uint32_t l = 0; l < r->leaves; l++) {
    uint64_t place = place_in(r, l);
    if (!run_leaf(r, l)->is_pointer) continue;
    az_term begun = az_bv_ult(m->s, bytes_of(m, place), rest);
    az_term ended = az_bv_ule(m->s, bytes_of(m, place + run_leaf(r, l)->bytes), rest);
    cuts = az_or(m->s, cuts, az_and(m->s, begun, az_not(m->s, ended)));
  }
  return cuts;
}

/* A run's array with the block copied from another one, where the condition holds. */
static az_term copied(const az_memory *m, const target *t, az_term array, const run *to,
                      uint32_t leaf, az_term other, const target *u, az_term from, const extent *e,
                      az_term condition) {
  az_term first = cell(m, t, to->index);
  uint32_t width = az_sort_width(az_sort_of(m->s, first));
  az_term count = az_ite(m->s, condition, e->whole, bytes_of(m, 0));
  az_term now = az_splice(m->s, array, other, first, az_zext(m->s, count, width), cell(m, u, from));
  if (!e->rest) return now;
  az_term last = cell(m, t, az_bv_add(m->s, to->index, e->whole)),
          last_from = cell(m, u, az_bv_add(m->s, from, e->whole));
  az_term kept = az_select(m->s, now, last);
  az_term some = mixed(m, kept, az_select(m->s, other, last_from), e->rest, run_leaf(to, leaf),
                       place_in(to, leaf));
  return az_store_at(m->s, now, last, az_ite(m->s, condition, some, kept));
}

/* A block that goes on behind the array that it begins in, or ends in the middle of a pointer. */
static void leave_open(const az_memory *m, const run *r, const extent *e, az_term condition,
                       const az_memory_report *report, const char *cause) {
  az_term open = e->wraps;
  if (r->room) {
    az_term end = e->whole;
    open = az_or(m->s, open, az_bv_ult(m->s, r->room, end));
    if (e->rest)
      open = az_or(m->s, open,
                   az_and(m->s, az_eq(m->s, r->room, end), az_ne(m->s, e->rest, bytes_of(m, 0))));
  }
  if (e->rest) open = az_or(m->s, open, cuts_pointer(m, r, e->rest));
  open = az_and(m->s, condition, open);
  if (!az_is_false(m->s, open)) az_memory_escape(report, open, cause);
}

/* Bytes that a block of unknown size may have in the targets; more than MOST_POSSIBLE: too many. */
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

static const char across[] = "block across the parts of an object";

/* What is read where no source is named. */
static az_term any_array(az_memory *m, const az_leaf *leaf, uint32_t flags,
                         const az_memory_report *report) {
  az_sort element = az_leaf_element_sort(m->p, leaf);
  az_term any = az_memory_unknown(m, az_sort_array(m->p->pointer_bits, element), report,
                                  "copy from an unknown object");
  az_points_to set = {.flags = flags & ~(uint32_t)AZ_PTS_INVALID ? AZ_PTS_WILD : AZ_PTS_INVALID};
  if (leaf->is_pointer) az_memory_points_to(m, any, &set);
  return any;
}

/* Runs on both sides. */
static bool copy_runs(az_mem *s, const targets *dst, const targets *src, az_term size,
                      const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  run *to = NULL, *from = NULL;
  bool fits = arrlenu(dst->items) != 0;
  az_term named = az_false(m->s);
  for (size_t i = 0; fits && i < arrlenu(dst->items); i++) {
    run r;
    fits = run_at(s, &dst->items[i], &r) && (i == 0 || runs_alike(&r, &to[0]));
    arrput(to, r);
  }
  for (size_t i = 0; fits && i < arrlenu(src->items); i++) {
    run r = {0};
    if (src->items[i].id) {
      fits = run_at(s, &src->items[i], &r) && runs_alike(&r, &to[0]);
      named = az_or(m->s, named, src->items[i].condition);
    }
    arrput(from, r);
  }
  uint64_t n;
  if (fits && az_const_u64(m->s, size, &n)) fits = n / to[0].stride >= FEWEST_SPLICED;
  if (!fits) goto done;
  extent e = extent_of(m, size, to[0].stride);
  bool single = arrlenu(src->items) == 1 && !src->flags && src->items[0].id;
  target nowhere = {.condition = az_not(m->s, named)};
  az_mem *before = az_mem_copy(s);
  for (size_t k = 0; k < arrlenu(src->items); k++)
    if (src->items[k].id) leave_open(m, &from[k], &e, src->items[k].condition, report, across);
  for (size_t i = 0; i < arrlenu(dst->items); i++) {
    const target *t = &dst->items[i];
    leave_open(m, &to[i], &e, t->condition, report, across);
    for (uint32_t l = 0; l < to[i].leaves; l++) {
      const az_leaf *leaf = run_leaf(&to[i], l);
      uint32_t slot = to[i].inst.slot + to[i].first + l;
      az_term now = az_mem_slot_value(s, slot, leaf, report); /* another target's, too */
      for (size_t k = 0; k < arrlenu(src->items); k++) {
        const target *u = &src->items[k];
        if (!u->id) continue;
        uint32_t other = from[k].inst.slot + from[k].first + l;
        az_term array = az_mem_slot_value(before, other, run_leaf(&from[k], l), report);
        az_term when = single ? t->condition : az_and(m->s, t->condition, u->condition);
        now = copied(m, t, now, &to[i], l, array, u, from[k].index, &e, when);
      }
      if (!single)
        now = copied(m, t, now, &to[i], l, any_array(m, leaf, src->flags, report), &nowhere,
                     bytes_of(m, 0), &e, az_and(m->s, t->condition, nowhere.condition));
      az_mem_set(s, slot, now);
    }
  }
  az_mem_free(before);
done:
  arrfree(to);
  arrfree(from);
  return fits;
}

/* Both layouts agree on the whole range: the leaves are copied as they are, arrays included. */
static bool copy_leaves(az_mem *s, const target *to, const target *from, uint64_t size,
                        const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  az_instance a = m->instances[to->id], b = m->instances[from->id];
  if (a.is_site || b.is_site) return false;
  uint64_t at, bt;
  if (!az_const_u64(m->s, to->offset, &at) || !az_const_u64(m->s, from->offset, &bt)) return false;
  struct {
    uint32_t to, from;
  } *pairs = NULL;
  bool fits = true;
  uint64_t covered = 0;
  for (uint32_t l = 0; fits && l < a.layout->leaf_count; l++) {
    const az_leaf *x = &a.layout->leaves[l];
    uint64_t length = x->bytes, most = x->bytes;
    if (x->dimension_count) {
      length = x->elements * x->bytes;
      most = x->dimensions[0].count * x->dimensions[0].stride;
    }
    if (x->offset + most <= at || x->offset >= at + size) continue;
    if (x->offset < at ||
        x->offset + (x->dimension_count ? most - (x->dimensions[0].stride - x->bytes) : most) >
            at + size ||
        !length) {
      fits = false;
      break;
    }
    const az_leaf *y = NULL;
    for (uint32_t k = 0; k < b.layout->leaf_count; k++) {
      const az_leaf *c = &b.layout->leaves[k];
      if (c->offset - bt == x->offset - at && c->bytes == x->bytes &&
          c->is_pointer == x->is_pointer && c->elements == x->elements &&
          c->dimension_count == x->dimension_count) {
        y = c;
        for (uint32_t d = 0; d < c->dimension_count; d++)
          fits &= c->dimensions[d].stride == x->dimensions[d].stride;
        typeof(*pairs) pair = {a.slot + l, b.slot + k};
        arrput(pairs, pair);
      }
    }
    fits &= y != NULL;
    covered += length;
  }
  fits &= covered == size;
  if (fits) {
    az_term *values = NULL;
    for (size_t i = 0; i < arrlenu(pairs); i++) {
      const az_leaf *leaf = m->slots[pairs[i].from].leaf;
      arrput(values, az_mem_slot_value(s, pairs[i].from, leaf, report));
    }
    for (size_t i = 0; i < arrlenu(pairs); i++) {
      az_term v = values[i];
      if (!az_is_true(m->s, to->condition))
        v = az_ite(m->s, to->condition, v,
                   az_mem_slot_value(s, pairs[i].to, m->slots[pairs[i].to].leaf, report));
      az_mem_set(s, pairs[i].to, v);
    }
    arrfree(values);
  }
  arrfree(pairs);
  return fits;
}

/* A piece of a block: where, how much, and what is written there. */
typedef struct piece {
  uint64_t offset;
  uint32_t bytes;
  bool is_pointer;
  bool of_pointer; /* where it lies; a part of it is not written */
  az_term value;
} piece;

/* The pieces of a block, as the guide's leaves lie; false: too many. */
static bool cut(const az_memory *m, const target *guide, uint64_t n, piece **pieces) {
  uint64_t start = 0;
  if (guide && !az_const_u64(m->s, guide->offset, &start)) guide = NULL;
  for (uint64_t k = 0; k < n;) {
    piece p = {.offset = k, .bytes = 1};
    if (arrlenu(*pieces) >= MOST_PIECES) return false;
    if (guide)
      az_memory_piece_at((az_memory *)(uintptr_t)m, &m->instances[guide->id], start + k, n - k,
                         &p.bytes, &p.is_pointer);
    p.of_pointer = p.is_pointer;
    arrput(*pieces, p);
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
      t.offset = az_bv_add(m->s, t.offset, bytes_of(m, p->offset));
      az_term end = bytes_of(m, p->offset + p->bytes), condition = t.condition;
      az_term whole = az_bv_ule(m->s, end, size);
      t.condition = az_and(m->s, condition, whole);
      az_mem_write_target(s, &t, p->bytes, p->is_pointer, p->value, report);
      if (p->bytes == 1 || az_is_true(m->s, whole)) continue;
      az_term part =
          az_and(m->s, az_not(m->s, whole), az_bv_ult(m->s, bytes_of(m, p->offset), size));
      if (p->of_pointer) {
        az_term open = az_and(m->s, condition, part);
        if (!az_is_false(m->s, open))
          az_memory_escape(report, open, "part of a pointer is written");
        continue;
      }
      for (uint32_t b = 0; b < p->bytes; b++) {
        t.condition = az_and(m->s, az_and(m->s, condition, part),
                             az_bv_ult(m->s, bytes_of(m, p->offset + b), size));
        az_mem_write_target(s, &t, 1, false, az_extract(m->s, p->value, 8 * b + 7, 8 * b), report);
        t.offset = az_bv_add(m->s, t.offset, bytes_of(m, 1));
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
  az_memory_escape_unnamed(m, &dst, report, "copy through an unknown pointer");
  keep_written(m, &dst);
  piece *pieces = NULL;
  if (!arrlenu(dst.items) || (plain && copy_leaves(s, &dst.items[0], &src.items[0], n, report)) ||
      copy_runs(s, &dst, &src, size, report))
    goto done;
  if (!sized) {
    n = most_possible(m, &dst);
    uint64_t there = most_possible(m, &src);
    if (there < n && !src.flags) n = there;
    if (n > MOST_POSSIBLE) {
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
  az_term size = bytes_of(m, 0);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    const target *t = &list.items[i];
    if (!t->id) continue;
    az_term own = az_mem_instance_of(s, t).size, less = az_bv_ult(m->s, own, most);
    size = az_ite(m->s, t->condition, az_ite(m->s, less, own, most), size);
  }
  /* Of an unknown object all may be content. */
  if (list.flags & (AZ_PTS_WILD | AZ_PTS_EXTERN)) size = most;
  arrfree(list.items);
  az_mem_copy_bytes(s, to, from, size, report);
  return size;
}

/* ---- fills ---------------------------------------------------------------------------------- */

static az_term word_of(az_memory *m, const az_leaf *leaf, az_term byte,
                       const az_memory_report *report) {
  az_term word = repeat_byte(m->s, byte, leaf->bytes);
  return leaf->is_pointer ? az_mem_int_to_pointer(m, word, report) : word;
}

static bool fill_run(az_mem *s, const target *t, az_term byte, az_term size,
                     const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  run r;
  uint64_t n;
  if (!run_at(s, t, &r)) return false;
  if (az_const_u64(m->s, size, &n) && n / r.stride < FEWEST_SPLICED) return false;
  extent e = extent_of(m, size, r.stride);
  leave_open(m, &r, &e, t->condition, report, across);
  target nowhere = {0};
  for (uint32_t l = 0; l < r.leaves; l++) {
    const az_leaf *leaf = run_leaf(&r, l);
    az_term old = az_mem_slot_value(s, r.inst.slot + r.first + l, leaf, report);
    az_term all = az_const_array(m->s, m->p->pointer_bits, word_of(m, leaf, byte, report));
    az_mem_set(s, r.inst.slot + r.first + l,
               copied(m, t, old, &r, l, all, &nowhere, bytes_of(m, 0), &e, t->condition));
  }
  return true;
}

/* Leaves that are covered altogether; false: not all are. */
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
    az_term v = word_of(m, leaf, byte, report);
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
  az_memory_escape_unnamed(m, &list, report, "memset through an unknown pointer");
  keep_written(m, &list);
  for (size_t i = 0; i < arrlenu(list.items); i++) {
    target t = list.items[i];
    if (sized && fill_leaves(s, &t, byte, n, report)) continue;
    if (fill_run(s, &t, byte, size, report)) continue;
    targets one = {0};
    arrput(one.items, t);
    uint64_t most = sized ? n : most_possible(m, &one);
    piece *pieces = NULL;
    if ((!sized && most > MOST_POSSIBLE) || !cut(m, &t, most, &pieces)) {
      az_mem_havoc_target(s, &t, report,
                          sized ? "memset of many bytes" : "memset of a size that is not constant");
    } else {
      for (size_t k = 0; k < arrlenu(pieces); k++) {
        pieces[k].is_pointer = false;
        pieces[k].value = repeat_byte(m->s, byte, pieces[k].bytes);
      }
      write_pieces(s, &one, pieces, size, report);
    }
    arrfree(pieces);
    arrfree(one.items);
  }
  arrfree(list.items);
}
