/* Blocks of bytes that are runs of elements of one layout: the block is one splice for each array
 * leaf, whatever its size. The last element may be covered in part; it is merged byte by byte. */
#include "memory/runs.h"
#include "memory/linear.h"

/* Consecutive elements of one layout: the whole object, or one array in it. */
typedef struct run {
  const target *of;
  az_instance inst;
  uint32_t first, leaves; /* leaves of the instance */
  uint64_t stride;
  az_term index; /* the element at which the block begins */
  /* Number of elements up to the end of the array; 0: the run ends with the object. */
  az_term room;
} run;

static bool is_multiple(const az_linear_form *form, uint64_t stride) {
  return form->constant % (int64_t)stride == 0 && az_linear_step(form) % stride == 0;
}

static bool run_at(az_mem *s, const target *t, run *r) {
  az_memory *m = az_mem_memory(s);
  *r = (run){.of = t, .inst = az_mem_instance_of(s, t)};
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
    r->index = az_linear_quotient(m->s, &form, form.constant, (int64_t)r->stride);
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
    r->index = az_memory_number(m, index);
    if (leaf->elements) r->room = az_memory_number(m, leaf->elements - index);
    return true;
  }
  return false;
}

static const az_leaf *run_leaf(const run *r, uint32_t i) {
  assert(i < r->leaves && r->first + i < r->inst.layout->leaf_count);
  return &r->inst.layout->leaves[r->first + i];
}

/* Returns the offset of the leaf within an element of the run. */
static uint64_t place_in(const run *r, uint32_t i) {
  return r->room || r->inst.layout->tail ? 0 : run_leaf(r, i)->offset;
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

/* Returns the cell of the run's arrays that holds element `index` of the target. */
static az_term cell_of_run(const az_memory *m, const target *t, az_term index) {
  return t->instance_number ? az_concat(m->s, t->instance_number, index) : index;
}

az_term az_memory_repeat_byte(az_store *s, az_term byte, uint32_t times) {
  az_term value = byte;
  for (uint32_t i = 1; i < times; i++) value = az_concat(s, byte, value);
  return value;
}

az_term az_memory_repeat_in(az_memory *m, const az_leaf *leaf, az_term byte,
                            const az_memory_report *report) {
  az_term word = az_memory_repeat_byte(m->s, byte, leaf->bytes);
  return leaf->is_pointer ? az_mem_int_to_pointer(m, word, report) : word;
}

/* The covered part of a run. */
typedef struct extent {
  az_term whole; /* number of elements that are covered */
  az_term rest;  /* covered bytes of the element after them; AZ_NO_TERM: none */
  az_term wraps; /* condition that the number is wrong because the size wrapped around */
} extent;

static extent extent_of(const az_memory *m, az_term size, uint64_t stride) {
  az_term unit = az_memory_number(m, stride), rest = az_bv_urem(m->s, size, unit);
  az_linear_form form = az_linear_of(m->s, size);
  form.exact = true; /* if the form is not exact, `whole` may be too large: `wraps` says so */
  uint64_t n;
  extent e = {az_bv_udiv(m->s, size, unit), AZ_NO_TERM, az_false(m->s)};
  if (az_const_u64(m->s, rest, &n) ? n != 0 : !is_multiple(&form, stride)) {
    e.rest = rest;
  } else if (!az_is_const(m->s, size) &&
             stride & (stride - 1)) { /* the stride does not divide 2^w */
    e.whole = az_linear_quotient(m->s, &form, form.constant, (int64_t)stride);
    e.wraps =
        az_bv_ult(m->s, az_bv_udiv(m->s, az_bv_not(m->s, az_memory_number(m, 0)), unit), e.whole);
  }
  return e;
}

/* Merges a leaf of the last element, of which the block covers `rest` bytes: these come from
 * `value`, the others from `old`. */
static az_term mixed(const az_memory *m, az_term old, az_term value, az_term rest,
                     const az_leaf *leaf, uint64_t place) {
  if (leaf->is_pointer) /* a part of a pointer is not mixed: leave_open reports it */
    return az_ite(m->s, az_bv_ule(m->s, az_memory_number(m, place + leaf->bytes), rest), value,
                  old);
  az_term all = AZ_NO_TERM;
  assert(az_sort_of(m->s, old) == az_sort_of(m->s, value));
  for (uint32_t i = 0; i < leaf->bytes; i++) {
    az_term covered = az_bv_ult(m->s, az_memory_number(m, place + i), rest);
    az_term byte = az_extract(m->s, old, 8 * i + 7, 8 * i);
    byte = az_ite(m->s, covered, az_extract(m->s, value, 8 * i + 7, 8 * i), byte);
    all = all ? az_concat(m->s, byte, all) : byte;
  }
  return all;
}

/* Returns the condition that the block ends in the middle of a pointer. */
static az_term cuts_pointer(const az_memory *m, const run *r, az_term rest) {
  az_term cuts = az_false(m->s);
  for (uint32_t l = 0; l < r->leaves; l++) {
    uint64_t place = place_in(r, l);
    if (!run_leaf(r, l)->is_pointer) continue;
    az_term begun = az_bv_ult(m->s, az_memory_number(m, place), rest);
    az_term ended = az_bv_ule(m->s, az_memory_number(m, place + run_leaf(r, l)->bytes), rest);
    cuts = az_or(m->s, cuts, az_and(m->s, begun, az_not(m->s, ended)));
  }
  return cuts;
}

/* The elements to copy: cells of an array, from element `index` of the target on. */
typedef struct copy_source {
  az_term array;
  const target *of;
  az_term index;
} copy_source;

/* Returns the array of a leaf of a run after a copy of the block from `from`, under `condition`. */
static az_term copied(const az_memory *m, const run *to, uint32_t leaf, az_term array,
                      const copy_source *from, const extent *e, az_term condition) {
  az_term first = cell_of_run(m, to->of, to->index);
  uint32_t width = az_sort_width(az_sort_of(m->s, first));
  az_term count = az_ite(m->s, condition, e->whole, az_memory_number(m, 0));
  az_term source = cell_of_run(m, from->of, from->index);
  az_term now = az_splice(m->s, array, from->array, first, az_zext(m->s, count, width), source);
  if (!e->rest) return now;
  az_term last = cell_of_run(m, to->of, az_bv_add(m->s, to->index, e->whole)),
          last_from = cell_of_run(m, from->of, az_bv_add(m->s, from->index, e->whole));
  az_term kept = az_select(m->s, now, last);
  az_term some = mixed(m, kept, az_select(m->s, from->array, last_from), e->rest,
                       run_leaf(to, leaf), place_in(to, leaf));
  return az_store_at(m->s, now, last, az_ite(m->s, condition, some, kept));
}

/* Reports that the block may extend past the array in which it begins, or end inside a pointer. */
static void leave_open(const az_memory *m, const run *r, const extent *e,
                       const az_memory_report *report) {
  az_term open = e->wraps;
  if (r->room) {
    az_term end = e->whole;
    open = az_or(m->s, open, az_bv_ult(m->s, r->room, end));
    if (e->rest) {
      az_term rest = az_ne(m->s, e->rest, az_memory_number(m, 0));
      open = az_or(m->s, open, az_and(m->s, az_eq(m->s, r->room, end), rest));
    }
  }
  if (e->rest) open = az_or(m->s, open, cuts_pointer(m, r, e->rest));
  open = az_and(m->s, r->of->condition, open);
  if (!az_is_false(m->s, open))
    az_memory_unmodelled(report, open, "block across the parts of an object");
}

/* Returns the content that is read if the source is an unknown object. */
static az_term any_array(az_memory *m, const az_leaf *leaf, uint32_t flags,
                         const az_memory_report *report) {
  az_sort element = az_leaf_element_sort(m->p, leaf);
  az_term any = az_memory_unknown(m, az_sort_array(m->p->pointer_bits, element), report,
                                  "copy from an unknown object");
  az_points_to set = {.flags = flags & ~(uint32_t)AZ_PTS_INVALID ? AZ_PTS_WILD : AZ_PTS_INVALID};
  if (leaf->is_pointer) az_memory_points_to(m, any, &set);
  return any;
}

/* A copy of a block: a run for each target (an empty one for a source that is not an object). */
typedef struct block_copy {
  const targets *dst, *src;
  run *to, *from; /* stb_ds */
  az_term named;  /* condition that the source is an object */
  target nowhere; /* for a source that is not an object */
  extent covered; /* of each run */
  az_mem *before; /* the state to read from */
} block_copy;

static bool find_runs(az_mem *s, block_copy *d) {
  const az_memory *m = az_mem_memory(s);
  const targets *dst = d->dst, *src = d->src;
  bool fits = arrlenu(dst->items) != 0;
  d->named = az_false(m->s);
  for (size_t i = 0; fits && i < arrlenu(dst->items); i++) {
    run r;
    fits = run_at(s, &dst->items[i], &r) && (i == 0 || runs_alike(&r, &d->to[0]));
    arrput(d->to, r);
  }
  for (size_t i = 0; fits && i < arrlenu(src->items); i++) {
    run r = {.of = &src->items[i]};
    if (src->items[i].id) {
      fits = run_at(s, &src->items[i], &r) && runs_alike(&r, &d->to[0]);
      d->named = az_or(m->s, d->named, src->items[i].condition);
    }
    arrput(d->from, r);
  }
  return fits;
}

/* Returns the array of leaf l of a destination after the copy. */
static az_term copied_from_all(az_mem *s, const block_copy *d, const run *to, uint32_t l,
                               const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  const targets *src = d->src;
  const target *t = to->of;
  const az_leaf *leaf = run_leaf(to, l);
  bool single = arrlenu(src->items) == 1 && !src->flags && src->items[0].id;
  /* The copy to another destination may have changed the array. */
  az_term now = az_mem_slot_value(s, to->inst.slot + to->first + l, leaf, report);
  for (size_t k = 0; k < arrlenu(src->items); k++) {
    const run *from = &d->from[k];
    if (!from->of->id) continue;
    uint32_t other = from->inst.slot + from->first + l;
    const copy_source these = {az_mem_slot_value(d->before, other, run_leaf(from, l), report),
                               from->of, from->index};
    az_term when = single ? t->condition : az_and(m->s, t->condition, from->of->condition);
    now = copied(m, to, l, now, &these, &d->covered, when);
  }
  if (single) return now;
  az_term when = az_and(m->s, t->condition, d->nowhere.condition), zero = az_memory_number(m, 0);
  const copy_source any = {any_array(m, leaf, src->flags, report), &d->nowhere, zero};
  return copied(m, to, l, now, &any, &d->covered, when);
}

/* Returns whether this number of elements is copied by a splice, not one by one. */
static bool is_worth_splice(const az_memory *m, uint64_t elements) {
  return elements >= az_limits_or_default(m->limits)->splice_elements;
}

bool az_runs_copy(az_mem *s, const targets *dst, const targets *src, az_term size,
                  const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  block_copy d = {.dst = dst, .src = src};
  bool fits = find_runs(s, &d);
  uint64_t n;
  if (fits && az_const_u64(m->s, size, &n)) fits = is_worth_splice(m, n / d.to[0].stride);
  if (fits) {
    d.covered = extent_of(m, size, d.to[0].stride);
    d.nowhere.condition = az_not(m->s, d.named);
    d.before = az_mem_copy(s);
    for (size_t k = 0; k < arrlenu(src->items); k++)
      if (src->items[k].id) leave_open(m, &d.from[k], &d.covered, report);
    for (size_t i = 0; i < arrlenu(dst->items); i++) {
      const run *to = &d.to[i];
      leave_open(m, to, &d.covered, report);
      for (uint32_t l = 0; l < to->leaves; l++)
        az_mem_set(s, to->inst.slot + to->first + l, copied_from_all(s, &d, to, l, report));
    }
    az_mem_free(d.before);
  }
  arrfree(d.to);
  arrfree(d.from);
  return fits;
}

bool az_runs_fill(az_mem *s, const target *t, az_term byte, az_term size,
                  const az_memory_report *report) {
  az_memory *m = az_mem_memory(s);
  run r;
  uint64_t n;
  if (!run_at(s, t, &r)) return false;
  if (az_const_u64(m->s, size, &n) && !is_worth_splice(m, n / r.stride)) return false;
  extent e = extent_of(m, size, r.stride);
  leave_open(m, &r, &e, report);
  const target nowhere = {0};
  for (uint32_t l = 0; l < r.leaves; l++) {
    const az_leaf *leaf = run_leaf(&r, l);
    az_term old = az_mem_slot_value(s, r.inst.slot + r.first + l, leaf, report);
    az_term all =
        az_const_array(m->s, m->p->pointer_bits, az_memory_repeat_in(m, leaf, byte, report));
    const copy_source these = {all, &nowhere, az_memory_number(m, 0)};
    az_mem_set(s, r.inst.slot + r.first + l, copied(m, &r, l, old, &these, &e, t->condition));
  }
  return true;
}
