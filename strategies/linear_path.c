/* Reads terms along a model's path: see the header. */
#include "linear_path.h"
#include <string.h>

/* Beyond these limits, the floating-point linear program is not exact enough; within them, no sum
 * exceeds az_wide. */
enum { FACTOR_BITS = 40, CONSTANT_BITS = 100, VALUE_BITS = 64, PARTS = 64, DEEPEST = 2000 };

static az_wide power(uint32_t n) {
  return (az_wide)1 << n;
}
static bool within(az_wide a, uint32_t bits) {
  return a < power(bits) && a > -power(bits);
}

/* Returns a * p + b * q + c; b may be NULL where q = 0. */
static const linear_form *combine(model_forms *s, const linear_form *a, az_wide p,
                                  const linear_form *b, az_wide q, az_wide c) {
  if (!a || (!b && q) || !within(p, FACTOR_BITS) || !within(q, FACTOR_BITS)) return NULL;
  if (!within(a->constant, CONSTANT_BITS - 2) && p != 1) return NULL;
  uint32_t n = a->count + (q ? b->count : 0);
  linear_form *f = az_arena_alloc(s->arena, sizeof *f + sizeof(form_part) * n);
  f->constant = a->constant * p + c + (q ? b->constant * q : 0);
  for (uint32_t i = 0, j = 0; i < a->count || (q && j < b->count);) {
    bool left = i < a->count && (!q || j == b->count || a->parts[i].var <= b->parts[j].var);
    bool right = q && j < b->count && (i == a->count || b->parts[j].var <= a->parts[i].var);
    form_part sum = {.var = left ? a->parts[i].var : b->parts[j].var};
    if (left) sum.factor += a->parts[i++].factor * p;
    if (right) sum.factor += b->parts[j++].factor * q;
    if (!within(sum.factor, FACTOR_BITS)) return NULL;
    if (sum.factor) f->parts[f->count++] = sum;
  }
  return f->count <= PARTS && within(f->constant, CONSTANT_BITS) ? f : NULL;
}

static const linear_form *constant_form(model_forms *s, az_wide c) {
  linear_form *f = AZ_NEW(s->arena, linear_form);
  f->constant = c;
  return within(c, CONSTANT_BITS) ? f : NULL;
}

az_wide linear_value(const model_forms *s, const linear_form *f) {
  az_wide v = f->constant;
  for (uint32_t i = 0; i < f->count; i++) v += f->parts[i].factor * s->vars[f->parts[i].var].value;
  return v;
}

static void range_of(const model_forms *s, const linear_form *f, az_wide *least,
                     az_wide *greatest) {
  *least = *greatest = f->constant;
  for (uint32_t i = 0; i < f->count; i++) {
    const path_variable *v = &s->vars[f->parts[i].var];
    az_wide c = f->parts[i].factor;
    *least += c > 0 ? c * v->least : c * v->greatest;
    *greatest += c > 0 ? c * v->greatest : c * v->least;
  }
}

static const linear_form *new_variable(model_forms *s, az_wide least, az_wide greatest,
                                       az_wide value) {
  if (s->var_count == s->var_room) {
    path_variable *grown = AZ_NEWN(s->arena, path_variable, s->var_room = s->var_room * 2 + 64);
    if (s->var_count) memcpy(grown, s->vars, s->var_count * sizeof *grown);
    s->vars = grown;
  }
  linear_form *f = az_arena_alloc(s->arena, sizeof *f + sizeof(form_part));
  f->count = 1;
  f->parts[0] = (form_part){s->var_count, 1};
  s->vars[s->var_count++] = (path_variable){.least = least, .greatest = greatest, .value = value};
  return f;
}

/* ---- terms under a model --------------------------------------------------------------------- */

static void add_atom(model_forms *s, path_node *n, const linear_form *f, bool equal) {
  if (!f || !f->count) return;
  path_atom *a = AZ_NEW(s->arena, path_atom);
  *a = (path_atom){.form = f, .equal = equal, .next = n->atoms};
  n->atoms = a;
}

/* Returns the form of an operand and adds the operand's atoms to those of `n`. */
static const linear_form *operand_form(model_forms *s, path_node *n, az_term t, reading aspect,
                                       bool is_signed) {
  uint32_t index = linear_node(s, t, aspect, is_signed);
  needed_node *link = AZ_NEW(s->arena, needed_node);
  *link = (needed_node){.node = index, .next = n->needs};
  n->needs = link;
  return s->nodes[index].form;
}

static bool model_number(const model_forms *s, az_term t, bool is_signed, az_wide *value) {
  az_term constant = s->model->value(s->model->ctx, t);
  return constant && az_const_wide(s->store, constant, is_signed, value);
}
bool model_holds(const model_forms *s, az_term t) {
  return az_is_true(s->store, s->model->value(s->model->ctx, t));
}

/* Returns floor(f / c) as a new variable. */
static const linear_form *quotient(model_forms *s, path_node *n, const linear_form *f, az_wide c) {
  if (!f || c <= 0 || !within(c, FACTOR_BITS)) return NULL;
  if (c == 1) return f;
  az_wide least, greatest;
  range_of(s, f, &least, &greatest);
  if (!within(least, VALUE_BITS) || !within(greatest, VALUE_BITS)) return NULL;
  const linear_form *q = new_variable(s, az_floor_div(least, c), az_floor_div(greatest, c),
                                      az_floor_div(linear_value(s, f), c));
  add_atom(s, n, combine(s, q, c, f, -1, 0), false);
  add_atom(s, n, combine(s, f, 1, q, -c, 1 - c), false);
  return q;
}

/* Returns the sum plus the multiple of 2^width that brings it into its type's range in the model.
 */
static const linear_form *number_of(model_forms *s, path_node *n, az_term t, bool is_signed) {
  const linear_form *f = operand_form(s, n, t, SUM, is_signed);
  uint32_t width = az_sort_width(az_sort_of(s->store, t));
  if (!f || width >= CONSTANT_BITS) return NULL;
  az_wide least, greatest, from = is_signed ? -power(width - 1) : 0;
  az_wide to = from + power(width) - 1;
  range_of(s, f, &least, &greatest);
  if (least >= from && greatest <= to) return f;
  az_wide moved = az_floor_div(linear_value(s, f) - from, power(width)) * power(width);
  f = combine(s, f, 1, NULL, 0, -moved);
  if (!f) return NULL;
  if (least - moved < from) add_atom(s, n, combine(s, f, -1, NULL, 0, from), false);
  if (greatest - moved > to) add_atom(s, n, combine(s, f, 1, NULL, 0, -to), false);
  return f;
}

static const linear_form *divide(model_forms *s, path_node *n, az_kind kind, az_term a, az_term b) {
  bool is_signed = kind == AZ_K_BV_SDIV || kind == AZ_K_BV_SREM;
  const linear_form *x = operand_form(s, n, a, is_signed ? SIGNED : UNSIGNED, is_signed);
  const linear_form *y = operand_form(s, n, b, is_signed ? SIGNED : UNSIGNED, is_signed);
  if (!x || !y || y->count || y->constant <= 0) return NULL;
  bool negative = linear_value(s, x) < 0; /* rounds towards zero, by the sign */
  if (is_signed) add_atom(s, n, combine(s, x, negative ? 1 : -1, NULL, 0, negative), false);
  const linear_form *q = quotient(s, n, combine(s, x, negative ? -1 : 1, NULL, 0, 0), y->constant);
  q = combine(s, q, negative ? -1 : 1, NULL, 0, 0);
  if (kind == AZ_K_BV_UDIV || kind == AZ_K_BV_SDIV) return q;
  return combine(s, x, 1, q, -y->constant, 0);
}

/* Returns x & mask for masks of low bits or of high bits. */
static const linear_form *mask(model_forms *s, path_node *n, az_term a, az_term b, uint32_t width) {
  if (az_is_const(s->store, a)) {
    az_term t = a;
    a = b, b = t;
  }
  az_wide m;
  if (!az_is_const(s->store, b) || width > VALUE_BITS || !az_const_wide(s->store, b, false, &m))
    return NULL;
  bool low = !(m & (m + 1));
  az_wide size = low ? m + 1 : power(width) - m;
  if (size & (size - 1)) return NULL;
  const linear_form *x = operand_form(s, n, a, SUM, true), *q = quotient(s, n, x, size);
  return low ? combine(s, x, 1, q, -size, 0) : combine(s, q, size, NULL, 0, 0);
}

static const linear_form *sum_of(model_forms *s, path_node *n, az_term t, bool is_signed) {
  az_store *store = s->store;
  az_sort sort = az_sort_of(store, t);
  az_kind kind = az_kind_of(store, t);
  if (az_sort_kind_of(sort) != AZ_SORT_BV || az_sort_width(sort) > CONSTANT_BITS) return NULL;
  uint32_t arity = az_arity(store, t), width = az_sort_width(sort);
  az_term o[3] = {0};
  for (uint32_t i = 0; i < arity && i < 3; i++) o[i] = az_operand(store, t, i);
  const linear_form *a, *b;
  az_wide c = 0;
  switch (kind) {
  case AZ_K_CONST: return az_const_wide(store, t, true, &c) ? constant_form(s, c) : NULL;
  case AZ_K_VAR: {
    az_term definition = az_synthesis_defined(s->synthesis, t);
    if (definition) return operand_form(s, n, definition, SUM, is_signed);
    if (width > VALUE_BITS || !model_number(s, t, is_signed, &c)) return NULL;
    az_wide from = is_signed ? -power(width - 1) : 0;
    return new_variable(s, from, from + power(width) - 1, c);
  }
  case AZ_K_ITE:
    operand_form(s, n, o[0], TRUTH, true);
    return operand_form(s, n, model_holds(s, o[0]) ? o[1] : o[2], SUM, is_signed);
  case AZ_K_BV_NOT: return combine(s, operand_form(s, n, o[0], SUM, is_signed), -1, NULL, 0, -1);
  case AZ_K_BV_NEG: return combine(s, operand_form(s, n, o[0], SUM, is_signed), -1, NULL, 0, 0);
  case AZ_K_BV_ADD:
    a = operand_form(s, n, o[0], SUM, is_signed);
    return combine(s, a, 1, operand_form(s, n, o[1], SUM, is_signed), 1, 0);
  case AZ_K_BV_MUL:
    a = operand_form(s, n, o[0], SUM, is_signed), b = operand_form(s, n, o[1], SUM, is_signed);
    if (a && !a->count) return combine(s, b, a->constant, NULL, 0, 0);
    return b && !b->count ? combine(s, a, b->constant, NULL, 0, 0) : NULL;
  case AZ_K_BV_SHL:
  case AZ_K_BV_LSHR:
  case AZ_K_BV_ASHR:
    b = operand_form(s, n, o[1], UNSIGNED, false);
    if (!b || b->count || b->constant >= (width < FACTOR_BITS ? width : FACTOR_BITS)) return NULL;
    c = power((uint32_t)b->constant);
    if (kind == AZ_K_BV_SHL)
      return combine(s, operand_form(s, n, o[0], SUM, is_signed), c, NULL, 0, 0);
    return quotient(
        s, n, operand_form(s, n, o[0], kind == AZ_K_BV_ASHR ? SIGNED : UNSIGNED, is_signed), c);
  case AZ_K_BV_UDIV:
  case AZ_K_BV_UREM:
  case AZ_K_BV_SDIV:
  case AZ_K_BV_SREM: return divide(s, n, kind, o[0], o[1]);
  case AZ_K_BV_AND: return mask(s, n, o[0], o[1], width);
  case AZ_K_EXTRACT:
    if (az_extract_low(store, t) >= FACTOR_BITS) return NULL;
    return quotient(s, n, operand_form(s, n, o[0], SUM, is_signed),
                    power(az_extract_low(store, t)));
  case AZ_K_ZEXT: return operand_form(s, n, o[0], UNSIGNED, false);
  case AZ_K_SEXT: return operand_form(s, n, o[0], SIGNED, true);
  case AZ_K_CONCAT:
    width = az_sort_width(az_sort_of(store, o[1]));
    if (width >= FACTOR_BITS) return NULL;
    a = operand_form(s, n, o[0], SUM, is_signed);
    return combine(s, a, power(width), operand_form(s, n, o[1], UNSIGNED, false), 1, 0);
  default: return NULL;
  }
}

/* Returns whether both numbers are never negative, in which case it is better to read both as
 * unsigned. */
static bool is_unsigned(const model_forms *s, const linear_form *a, const linear_form *b) {
  az_wide least[2] = {0}, greatest;
  if (a) range_of(s, a, &least[0], &greatest);
  if (b) range_of(s, b, &least[1], &greatest);
  return least[0] >= 0 && least[1] >= 0;
}

static void truth(model_forms *s, path_node *n, az_term t) {
  az_store *store = s->store;
  uint32_t arity = az_arity(store, t);
  bool holds = model_holds(s, t);
  az_term o[3] = {0};
  for (uint32_t i = 0; i < arity && i < 3; i++) o[i] = az_operand(store, t, i);
  az_kind kind = az_kind_of(store, t);
  switch (kind) {
  case AZ_K_VAR: {
    az_term definition = az_synthesis_defined(s->synthesis, t);
    if (definition) operand_form(s, n, definition, TRUTH, true);
    return;
  }
  case AZ_K_NOT: operand_form(s, n, o[0], TRUTH, true); return;
  case AZ_K_AND: {
    bool left = holds || !model_holds(s, o[0]), right = holds || !model_holds(s, o[1]);
    if (!holds && left && right) /* one false operand suffices; a variable is preferred */
      left = az_kind_of(store, o[0]) == AZ_K_VAR, right = !left;
    if (left) operand_form(s, n, o[0], TRUTH, true);
    if (right) operand_form(s, n, o[1], TRUTH, true);
    return;
  }
  case AZ_K_ITE:
    operand_form(s, n, o[0], TRUTH, true);
    operand_form(s, n, model_holds(s, o[0]) ? o[1] : o[2], TRUTH, true);
    return;
  case AZ_K_EQ:
  case AZ_K_BV_ULT:
  case AZ_K_BV_SLT: {
    az_sort sort = az_sort_of(store, o[0]);
    if (az_sort_kind_of(sort) == AZ_SORT_BOOL) {
      operand_form(s, n, o[0], TRUTH, true), operand_form(s, n, o[1], TRUTH, true);
      return;
    }
    if (az_sort_kind_of(sort) != AZ_SORT_BV) return;
    reading aspect = kind == AZ_K_BV_SLT ? SIGNED : UNSIGNED;
    if (kind == AZ_K_EQ) {
      const linear_form *a = operand_form(s, n, o[0], SUM, true),
                        *b = operand_form(s, n, o[1], SUM, true);
      const linear_form *equal = combine(s, a, 1, b, -1, 0);
      if (holds && equal) { /* equal modulo 2^width; the model gives the multiple */
        add_atom(s, n, combine(s, equal, 1, NULL, 0, -linear_value(s, equal)), true);
        return;
      }
      if (holds || !a || !b) return;
      aspect = is_unsigned(s, a->count ? a : NULL, b->count ? b : NULL) ? UNSIGNED : SIGNED;
    }
    const linear_form *a = operand_form(s, n, o[0], aspect, aspect == SIGNED);
    const linear_form *b = operand_form(s, n, o[1], aspect, aspect == SIGNED);
    if (!a || !b) return;
    bool below = linear_value(s, a) < linear_value(s, b);
    bool strict = kind == AZ_K_EQ || below;
    add_atom(s, n, combine(s, a, below ? 1 : -1, b, below ? -1 : 1, strict), false);
    return;
  }
  default: return; /* not linear, so the policy admits more states than the path */
  }
}

static uint32_t *slot_of(const model_forms *s, az_term t, reading aspect) {
  uint32_t i = (t * 4u + (uint32_t)aspect) * 2654435769u;
  for (;; i++) {
    uint32_t *slot = &s->table[i & (s->table_size - 1)];
    if (!*slot) return slot;
    const path_node *n = &s->nodes[*slot - 1];
    if (n->term == t && n->aspect == aspect) return slot;
  }
}

uint32_t linear_node(model_forms *s, az_term t, reading aspect, bool is_signed) {
  if (s->node_count * 2 >= s->table_size) {
    s->table =
        AZ_NEWN(s->arena, uint32_t, s->table_size = s->table_size ? s->table_size * 4 : 1024);
    for (uint32_t i = 0; i < s->node_count; i++)
      *slot_of(s, s->nodes[i].term, s->nodes[i].aspect) = i + 1;
  }
  uint32_t *slot = slot_of(s, t, aspect);
  if (*slot) return *slot - 1;
  path_node n = {.term = t, .aspect = aspect};
  s->depth++;
  switch (s->depth > DEEPEST ? TRUTH + 1 : aspect) {
  case SUM: n.form = sum_of(s, &n, t, is_signed); break;
  case SIGNED: n.form = number_of(s, &n, t, true); break;
  case UNSIGNED: n.form = number_of(s, &n, t, false); break;
  case TRUTH: truth(s, &n, t); break;
  default: break; /* deeper terms have no form */
  }
  s->depth--;
  if (s->node_count == s->node_room) {
    path_node *grown = AZ_NEWN(s->arena, path_node, s->node_room = s->node_room * 2 + 256);
    if (s->node_count) memcpy(grown, s->nodes, s->node_count * sizeof *grown);
    s->nodes = grown;
  }
  s->nodes[s->node_count++] = n;
  *slot_of(s, t, aspect) = s->node_count; /* the calls of linear_node for operands may have moved
                                             the table */
  return s->node_count - 1;
}
