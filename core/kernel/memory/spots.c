/* Offset in an object -> spots. For a constant offset the elements are looked up. For a symbolic
 * one, the linear form shows which elements of a leaf are possible: the index is the quotient of
 * the form by the stride if the stride divides all its non-constant summands, else a bit-vector
 * division. Forms that are not exact (linear.h) are known only modulo a power of two, so that only
 * such strides divide them, and an index has fewer bits. */
#include "memory/spots.h"

/* Finds the element that holds byte `offset`. Returns false if none does. */
static bool locate(az_memory *m, const az_instance *i, uint64_t offset, spot *at) {
  az_layout_location place;
  if (!az_layout_locate(i->layout, offset, &place)) return false;
  const az_leaf *leaf = &i->layout->leaves[place.leaf];
  *at = (spot){.condition = az_true(m->s),
               .slot = i->slot + place.leaf,
               .leaf = leaf,
               .delta = place.delta,
               .bytes = leaf->bytes - place.delta};
  if (leaf->dimension_count) at->index = az_bv(m->s, m->p->pointer_bits, place.index);
  return true;
}

bool az_spots_constant(az_memory *m, const az_instance *i, uint64_t offset, uint32_t bytes,
                       spot **out) {
  while (bytes) {
    spot at;
    if (!locate(m, i, offset, &at)) return false;
    if (at.bytes > bytes) at.bytes = bytes;
    assert(at.bytes > 0); /* the loop terminates */
    arrput(*out, at);
    offset += at.bytes;
    bytes -= at.bytes;
  }
  return true;
}

void az_memory_piece_at(az_memory *m, const az_instance *i, uint64_t offset, uint64_t most,
                        uint32_t *bytes, bool *is_pointer) {
  spot at;
  *bytes = 1, *is_pointer = false;
  if (!locate(m, i, offset, &at)) return;
  if (at.delta == 0 && at.leaf->bytes <= most) {
    *bytes = at.leaf->bytes;
    *is_pointer = at.leaf->is_pointer;
  } else {
    *bytes = at.bytes > most ? (uint32_t)most : at.bytes;
  }
}

/* Returns index + extra < count; the count follows from the type or, if the type leaves it open,
 * from the instance's size. */
static az_term in_range(az_memory *m, const az_instance *i, const az_leaf *leaf, az_term index,
                        uint64_t extra) {
  uint32_t w = m->p->pointer_bits;
  if (leaf->elements)
    return az_bv_ult(m->s, index,
                     az_bv(m->s, w, leaf->elements > extra ? leaf->elements - extra : 0));
  az_term room = az_memory_elements(m, i, leaf);
  if (!extra) return az_bv_ult(m->s, index, room);
  az_term end = az_bv_add(m->s, index, az_bv(m->s, w, extra)), fits = az_bv_ult(m->s, end, room);
  return az_and(m->s, az_bv_ult(m->s, index, room), fits);
}

/* An access at a symbolic offset. */
typedef struct symbolic {
  az_memory *m;
  const az_instance *i;
  const az_linear_form *form;
  az_term offset;
  uint32_t bytes;
  /* Modulo this, all offsets are congruent to the form's constant; 0: the offset is constant. */
  uint64_t step;
  spot **out;
  bool tight; /* the alternatives cover every offset within the instance */
} symbolic;

/* A scalar leaf: one alternative for each of its bytes at which the access may begin. */
static void spots_scalar(symbolic *q, spot at, int64_t constant) {
  az_store *s = q->m->s;
  for (int64_t d = 1 - (int64_t)q->bytes; d < at.leaf->bytes; d++) {
    int64_t offset = (int64_t)at.leaf->offset + d;
    if (q->form->bounded && (offset < q->form->least || offset > q->form->greatest)) continue;
    if (q->step > 1 && az_linear_modulo(d - constant, (int64_t)q->step)) continue;
    if (d < 0 || d + q->bytes > at.leaf->bytes) {
      q->tight = false;
      continue;
    }
    at.delta = (uint32_t)d;
    az_term place = az_bv(s, q->m->p->pointer_bits, at.leaf->offset + (uint64_t)d);
    at.condition = az_eq(s, q->offset, place);
    arrput(*q->out, at);
  }
}

/* An array leaf whose stride divides the coefficients: the access begins at the same byte of any
 * element. */
static void spots_aligned(symbolic *q, spot at, int64_t constant) {
  const az_leaf *leaf = at.leaf;
  int64_t stride = (int64_t)leaf->dimensions[0].stride, delta = az_linear_modulo(constant, stride);
  if (delta >= (int64_t)leaf->bytes) {
    /* The access lies outside this leaf, or extends from the padding into the next element. */
    if (delta + q->bytes > stride) q->tight = false;
    return;
  }
  at.index = az_linear_quotient(q->m->s, q->form, constant - delta, stride);
  if (delta + q->bytes > leaf->bytes) {
    q->tight = false;
    return;
  }
  at.delta = (uint32_t)delta;
  at.condition = in_range(q->m, q->i, leaf, at.index, 0);
  arrput(*q->out, at);
}

/* An array leaf, any byte of any element. The leaves of an array of unknown length share one
 * division, and need no other to tell that the access lies in the object. */
static void spots_unaligned(symbolic *q, spot at, int64_t constant) {
  az_store *s = q->m->s;
  const az_leaf *leaf = at.leaf;
  uint32_t w = q->m->p->pointer_bits, bytes = q->bytes;
  uint64_t begin = leaf->elements ? leaf->offset : q->i->layout->tail;
  az_term rel = az_bv_sub(s, q->offset, az_bv(s, w, begin));
  az_term width = az_bv(s, w, leaf->dimensions[0].stride);
  az_term place = az_bv(s, w, leaf->offset - begin), fits;
  az_term inner = az_bv_sub(s, az_bv_urem(s, rel, width), place);
  at.index = az_bv_udiv(s, rel, width);
  if (bytes > leaf->bytes) {
    q->tight = false;
    return;
  }
  if (leaf->elements) {
    fits = in_range(q->m, q->i, leaf, at.index, 0);
  } else {
    az_term behind = az_bv_ule(s, az_bv(s, w, begin), q->offset);
    fits = az_and(s, behind, az_bv_ult(s, q->offset, q->i->size));
    az_term left = az_bv_sub(s, q->i->size, q->offset);
    if (bytes > 1) fits = az_and(s, fits, az_bv_ule(s, az_bv(s, w, bytes), left));
  }
  if (bytes == leaf->bytes) {
    at.condition = az_and(s, fits, az_eq_value(s, inner, 0));
  } else {
    at.shift = inner;
    at.condition = az_and(s, fits, az_bv_ule(s, inner, az_bv(s, w, leaf->bytes - bytes)));
  }
  arrput(*q->out, at);
  if (q->step % bytes || constant % (int64_t)bytes) q->tight = false;
}

/* Splits the form: coefficients divisible by the outer stride belong to the outer index, all others
 * must be multiples of the inner stride. */
static bool split_form(const az_linear_form *form, int64_t outer, int64_t inner,
                       az_linear_form *high, az_linear_form *rest) {
  for (uint32_t k = 0; k < form->count; k++) {
    bool is_outer = form->coefficients[k] % outer == 0;
    az_linear_form *f = is_outer ? high : rest;
    if (!is_outer && form->coefficients[k] % inner) return false;
    f->coefficients[f->count] = form->coefficients[k];
    f->terms[f->count++] = form->terms[k];
  }
  return true;
}

/* An array leaf of two dimensions, both of known length. */
static void spots_rows(symbolic *q, spot at, int64_t constant) {
  az_store *s = q->m->s;
  const az_leaf *leaf = at.leaf;
  uint32_t w = q->m->p->pointer_bits;
  int64_t outer = (int64_t)leaf->dimensions[0].stride, inner = (int64_t)leaf->dimensions[1].stride;
  az_linear_form rest = {.width = w, .exact = true}, high = rest;
  if (!q->form->exact || !split_form(q->form, outer, inner, &high, &rest)) {
    q->tight = false;
    return;
  }
  int64_t c_in = az_linear_modulo(constant, outer), delta = az_linear_modulo(c_in, inner);
  if (delta >= (int64_t)leaf->bytes && !rest.count && delta + q->bytes <= inner) return;
  if (delta + q->bytes > leaf->bytes) {
    if (delta < (int64_t)leaf->bytes) q->tight = false;
    return;
  }
  az_term i1 = az_linear_quotient(s, &high, constant - c_in, outer);
  az_term i2 = az_linear_quotient(s, &rest, c_in - delta, inner);
  uint64_t n2 = leaf->dimensions[1].count;
  at.index = az_bv_add(s, az_bv_mul(s, i1, az_bv(s, w, n2)), i2);
  at.delta = (uint32_t)delta;
  at.condition = az_bv_ult(s, i2, az_bv(s, w, n2));
  az_term row = az_bv_ult(s, i1, az_bv(s, w, leaf->dimensions[0].count));
  at.condition = az_and(s, row, at.condition);
  arrput(*q->out, at);
  if (rest.count) q->tight = false; /* an inner index may run into the next row */
}

bool az_spots_symbolic(az_memory *m, const az_instance *i, const az_linear_form *form,
                       az_term offset, uint32_t bytes, spot **out) {
  symbolic q = {m, i, form, offset, bytes, az_linear_step(form), out, true};
  for (uint32_t l = 0; l < i->layout->leaf_count; l++) {
    const az_leaf *leaf = &i->layout->leaves[l];
    int64_t constant = form->constant - (int64_t)leaf->offset;
    spot at = {.slot = i->slot + l, .leaf = leaf, .bytes = bytes};
    if (!leaf->dimension_count)
      spots_scalar(&q, at, constant);
    else if (leaf->dimension_count == 1 && q.step % leaf->dimensions[0].stride == 0)
      spots_aligned(&q, at, constant);
    else if (leaf->dimension_count == 1)
      spots_unaligned(&q, at, constant);
    else if (leaf->dimension_count == 2 && leaf->elements)
      spots_rows(&q, at, constant);
    else
      q.tight = false;
  }
  return q.tight;
}

bool az_spots_run(az_memory *m, const az_instance *i, const az_linear_form *form, uint32_t bytes,
                  spot **out) {
  if (i->layout->leaf_count != 1) return false;
  const az_leaf *leaf = &i->layout->leaves[0];
  if (leaf->dimension_count != 1 || leaf->dimensions[0].stride != leaf->bytes ||
      bytes % leaf->bytes || bytes == leaf->bytes)
    return false;
  int64_t stride = leaf->bytes, constant = form->constant - (int64_t)leaf->offset;
  if (az_linear_step(form) % leaf->bytes || az_linear_modulo(constant, stride)) return false;
  uint32_t w = m->p->pointer_bits;
  az_term index = az_linear_quotient(m->s, form, constant, stride);
  az_term fits = in_range(m, i, leaf, index, bytes / leaf->bytes - 1);
  for (uint32_t k = 0; k < bytes / leaf->bytes; k++) {
    spot at = {.condition = fits,
               .slot = i->slot,
               .leaf = leaf,
               .index = az_bv_add(m->s, index, az_bv(m->s, w, k)),
               .bytes = leaf->bytes};
    arrput(*out, at);
  }
  return true;
}
