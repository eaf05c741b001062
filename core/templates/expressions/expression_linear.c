/* Expressions that are linear in their variables over the integers. */
#include "expressions/expression_internal.h"
#include <stb/stb_ds.h>

typedef struct form { /* numbers may reach 2^63 while it is built */
  struct {
    uint32_t var;
    az_wide coefficient;
  } *terms; /* stb_ds */
  az_wide constant;
} form;

/* Computes *into += factor * from. Returns false if a number is too large. */
static bool form_add(form *into, const form *from, az_wide factor) {
  const az_wide most = (az_wide)1 << 63;
  if (factor > most || factor < -most) return false;
  into->constant += factor * from->constant;
  bool fits = into->constant <= most && into->constant >= -most;
  for (size_t i = 0; i < arrlenu(from->terms); i++) {
    size_t k = 0;
    while (k < arrlenu(into->terms) && into->terms[k].var != from->terms[i].var) k++;
    if (k == arrlenu(into->terms)) {
      arrput(into->terms, from->terms[i]);
      into->terms[k].coefficient = 0;
    }
    az_wide *c = &into->terms[k].coefficient;
    *c += factor * from->terms[i].coefficient;
    fits &= *c <= most && *c >= -most;
  }
  return fits;
}

static bool contains(ctype outer, ctype inner) {
  return outer.is_signed ? outer.bits > inner.bits || (inner.is_signed && outer.bits == inner.bits)
                         : !inner.is_signed && outer.bits >= inner.bits;
}

static bool linear(const az_expression *e, uint32_t number, form *out) {
  const expression_node *n = &e->nodes[number];
  az_store *s = e->context.store;
  *out = (form){0};
  if (n->type.is_pointer || expression_is_comparison(n->op)) return false;
  if (n->op == OP_CONSTANT) return az_const_wide(s, n->constant, n->type.is_signed, &out->constant);
  if (n->op == OP_VARIABLE) {
    form one = {0};
    arrput(one.terms, ((__typeof__(*one.terms)){n->var, 1}));
    *out = one;
    return true;
  }
  form a = {0}, b = {0};
  bool two = n->op != OP_CAST && n->op != OP_NEGATE;
  bool fits = n->op == OP_CAST || n->op == OP_NEGATE || n->op == OP_ADD || n->op == OP_SUB ||
              n->op == OP_MUL || n->op == OP_SHL;
  if (n->op == OP_CAST) fits = contains(n->type, e->nodes[n->operand[0]].type) && !n->type.is_bool;
  fits = fits && linear(e, n->operand[0], &a) && (!two || linear(e, n->operand[1], &b));
  bool b_constant = !arrlenu(b.terms);
  if (!fits)
    ;
  else if (n->op == OP_MUL)
    fits = b_constant ? form_add(out, &a, b.constant)
                      : !arrlenu(a.terms) && form_add(out, &b, a.constant);
  else if (n->op == OP_SHL)
    fits = b_constant && b.constant >= 0 && b.constant < 63 &&
           form_add(out, &a, (az_wide)1 << b.constant);
  else
    fits = form_add(out, &a, n->op == OP_NEGATE ? -1 : 1) &&
           (!two || form_add(out, &b, n->op == OP_SUB ? -1 : 1));
  arrfree(a.terms);
  arrfree(b.terms);
  return fits;
}

bool az_expression_linear(const az_expression *e, az_linear **sum, int64_t *constant) {
  form f;
  bool fits = linear(e, e->root, &f);
  *sum = NULL;
  *constant = (int64_t)f.constant;
  fits = fits && f.constant >= INT64_MIN && f.constant <= INT64_MAX;
  for (size_t i = 0; fits && i < arrlenu(f.terms); i++) {
    az_wide c = f.terms[i].coefficient;
    fits = c >= INT32_MIN && c <= INT32_MAX;
    if (c && fits) arrput(*sum, ((az_linear){f.terms[i].var, (int32_t)c}));
  }
  arrfree(f.terms);
  if (!fits) arrfree(*sum);
  return fits;
}
