/* Reads additions, multiplications by constants, shifts (also as concat with zeros) and negations
 * of a term as a linear form. A product that is promised not to wrap is not decomposed: in p + 2 *
 * i, where p points to short, (2 * i) * 2 is promised not to wrap, but 2 * i may. */
#include "memory/linear.h"
#include "base/check.h"

static int64_t as_signed(uint64_t value, uint32_t width) {
  return width >= 64 ? (int64_t)value : (int64_t)(value << (64 - width)) >> (64 - width);
}

static void add(az_linear_form *f, int64_t coefficient, az_term t, bool promised) {
  for (uint32_t i = 0; i < f->count; i++) {
    if (f->terms[i] != t || f->promised[i] != promised) continue;
    f->coefficients[i] = (int64_t)((uint64_t)f->coefficients[i] + (uint64_t)coefficient);
    if (!f->coefficients[i]) {
      f->count--;
      f->coefficients[i] = f->coefficients[f->count];
      f->terms[i] = f->terms[f->count];
      f->promised[i] = f->promised[f->count];
    }
    return;
  }
  assert(f->count < AZ_LINEAR_MAX);
  f->terms[f->count] = t;
  f->promised[f->count] = promised;
  f->coefficients[f->count++] = coefficient;
}

/* Returns an inner term with the same low `keep` bits as t: only these bits matter. */
static az_term strip_low(const az_store *s, az_term t, uint32_t keep) {
  while (az_kind_of(s, t) == AZ_K_EXTRACT && az_extract_low(s, t) == 0 &&
         az_extract_high(s, t) + 1 >= keep)
    t = az_operand(s, t, 0);
  return t;
}

/* A summand that is still to be decomposed. */
typedef struct summand {
  az_term t;
  int64_t factor;
} summand;

/* Replaces a negation, a shift, or a product by a constant by its operand; else returns false. */
static bool step_inside(az_store *s, uint32_t width, summand *at) {
  az_kind kind = az_kind_of(s, at->t);
  uint64_t value, factor = (uint64_t)at->factor;
  if (kind == AZ_K_BV_NEG) {
    *at = (summand){az_operand(s, at->t, 0), (int64_t)(0 - factor)};
    return true;
  }
  for (uint32_t i = 0; kind == AZ_K_BV_MUL && i < 2; i++) {
    if (!az_const_u64(s, az_operand(s, at->t, i), &value)) continue;
    *at = (summand){az_operand(s, at->t, 1 - i),
                    (int64_t)(factor * (uint64_t)as_signed(value, width))};
    return true;
  }
  if (kind == AZ_K_BV_SHL && az_const_u64(s, az_operand(s, at->t, 1), &value) && value < width) {
    *at = (summand){az_operand(s, at->t, 0), (int64_t)(factor << value)};
    return true;
  }
  if (kind != AZ_K_CONCAT) return false;
  az_term low = az_operand(s, at->t, 1), high = az_operand(s, at->t, 0);
  uint32_t shift = az_sort_width(az_sort_of(s, low));
  if (!az_const_u64(s, low, &value) || value || shift >= 64) return false;
  /* Any extension works: the bits above are shifted out. */
  high = az_resize(s, strip_low(s, high, width - shift), width, true);
  *at = (summand){high, (int64_t)(factor << shift)};
  return true;
}

static void collect(az_store *s, az_term root, uint32_t width, az_linear_form *f) {
  enum { STEPS = 64 }; /* steps into operands; what is deeper stays a summand */
  summand todo[AZ_LINEAR_MAX] = {{root, 1}};
  for (uint32_t pending = 1, steps = 0; pending;) {
    summand at = todo[--pending];
    uint64_t value;
    /* The form has room for all pending summands. */
    assert(f->count + pending + 1 <= AZ_LINEAR_MAX);
    if (az_const_u64(s, at.t, &value)) {
      value = (uint64_t)at.factor * (uint64_t)as_signed(value, width);
      f->constant = (int64_t)((uint64_t)f->constant + value);
    } else if (az_kind_of(s, at.t) == AZ_K_BV_ADD && steps < STEPS &&
               f->count + pending + 2 <= AZ_LINEAR_MAX) {
      steps++;
      todo[pending++] = (summand){az_operand(s, at.t, 1), at.factor};
      todo[pending++] = (summand){az_operand(s, at.t, 0), at.factor};
    } else if (az_bv_is_nsw(s, at.t) && (at.factor == 1 || at.factor == -1) &&
               az_const_u64(s, az_operand(s, at.t, 1), &value)) {
      add(f, at.factor * as_signed(value, width), az_operand(s, at.t, 0), true);
    } else if (steps < STEPS && step_inside(s, width, &at)) {
      steps++;
      todo[pending++] = at;
    } else {
      add(f, at.factor, at.t, false);
    }
  }
}

/* Returns whether the constant and the summands without a promise lie in the middle half of the
 * range of the width: if the total sum stays within an object, it does not wrap around. */
static bool is_exact(const az_store *s, az_linear_form *f) {
  f->bounded = true;
  az_wide low = f->constant, high = f->constant, most = (az_wide)1 << (f->width - 2);
  for (uint32_t i = 0; i < f->count; i++) {
    int64_t least, greatest;
    f->bounded = f->bounded && !f->promised[i];
    if (f->promised[i]) continue;
    az_bv_signed_bounds(s, f->terms[i], &least, &greatest);
    az_wide a = (az_wide)f->coefficients[i] * least, b = (az_wide)f->coefficients[i] * greatest;
    low += a < b ? a : b;
    high += a < b ? b : a;
    if (low < -most || high > most) return f->bounded = false;
  }
  f->least = (int64_t)low, f->greatest = (int64_t)high;
  return true;
}

az_linear_form az_linear_of(az_store *store, az_term t) {
  uint32_t width = az_sort_width(az_sort_of(store, t));
  assert(width > 1 && width <= 64);
  az_linear_form form = {.constant = 0, .width = width};
  collect(store, t, width, &form);
  /* Coefficients and constant matter modulo 2^width. */
  form.constant = as_signed((uint64_t)form.constant, width);
  uint32_t n = 0;
  for (uint32_t i = 0; i < form.count; i++) {
    int64_t c = as_signed((uint64_t)form.coefficients[i], width);
    if (!c) continue;
    form.terms[n] = form.terms[i];
    form.promised[n] = form.promised[i];
    form.coefficients[n++] = c;
  }
  form.count = n;
  form.exact = is_exact(store, &form);
  return form;
}

static uint64_t magnitude(int64_t n) {
  return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

uint64_t az_linear_step(const az_linear_form *form) {
  uint64_t step = 0;
  for (uint32_t i = 0; i < form->count; i++)
    step = (uint64_t)az_gcd((az_wide)step, form->coefficients[i]);
  /* Modulo 2^width, only powers of two divide all values. */
  return form->exact ? step : step & -step;
}

az_term az_linear_quotient(az_store *store, const az_linear_form *form, int64_t constant,
                           int64_t divisor) {
  uint32_t width = form->width, low = 0;
  assert(divisor > 0 && constant % divisor == 0);
  assert(az_linear_step(form) % (uint64_t)divisor == 0);
  assert(form->exact || (divisor & (divisor - 1)) == 0); /* it divides 2^width, too */
  az_term sum = az_bv_signed(store, width, constant / divisor);
  for (uint32_t i = 0; i < form->count; i++) {
    az_term c = az_bv_signed(store, width, form->coefficients[i] / divisor);
    sum = az_bv_add(store, sum, az_bv_mul(store, c, form->terms[i]));
  }
  if (form->exact) return sum;
  while ((int64_t)1 << low < divisor) low++;
  return az_zext(store, az_extract(store, sum, width - 1 - low, 0), width);
}

/* Returns whether the form is a single byte count and a small constant. If so, the integer sum is
 * the offset, or lies in no object. */
static bool counts_bytes(const az_linear_form *form) {
  int64_t half = (int64_t)1 << (form->width - 2);
  return form->count == 1 && magnitude(form->coefficients[0]) == 1 && form->constant < half &&
         form->constant > -half;
}

az_term az_linear_kept(az_store *store, const az_linear_form *form, az_term offset) {
  if (counts_bytes(form)) return az_true(store);
  uint64_t most = 0;
  uint32_t wide = form->width + 2; /* a width in which the sum fits */
  for (uint32_t i = 0; i < form->count; i++)
    if (form->promised[i]) most |= magnitude(form->coefficients[i]), wide++;
  for (; most; most >>= 1) wide++;
  az_term sum = AZ_NO_TERM, rest = az_bv_without_nsw(store, offset);
  for (uint32_t i = 0; i < form->count; i++) {
    if (!form->promised[i]) continue;
    az_term t = form->terms[i], c = az_bv_signed(store, form->width, form->coefficients[i]);
    rest = az_bv_sub(store, rest, az_bv_mul(store, t, c));
    c = az_sext(store, c, wide);
    t = az_bv_mul(store, az_sext(store, t, wide), c);
    sum = sum ? az_bv_add(store, sum, t) : t;
  }
  if (!sum) return az_true(store);
  sum = az_bv_add(store, sum, az_sext(store, rest, wide));
  return az_eq_value(store, az_extract(store, sum, wide - 1, form->width), 0);
}
