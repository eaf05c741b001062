/* The tree of an expression: each operation gets its type, and the constructors of terms fold
 * constants. */
#include "expressions/expression_internal.h"
#include <stb/stb_ds.h>

enum { MAX_NODES = 4096 };

uint32_t expression_address_bits(const az_expression *e) {
  return e->context.program ? e->context.program->pointer_bits : 64;
}

void expression_complain(parser *p, const char *at, const char *message) {
  az_fail(&p->problem, AZ_ERR_INPUT, "'%.200s', column %d: %s", p->text, (int)(at - p->text) + 1,
          message);
}

uint32_t expression_add(parser *p, expression_node n) {
  if (arrlenu(p->e->nodes) >= MAX_NODES)
    expression_complain(p, p->at, "the expression is too long");
  arrput(p->e->nodes, n);
  return (uint32_t)arrlenu(p->e->nodes) - 1;
}

uint32_t expression_add_constant(parser *p, ctype type, az_term value) {
  return expression_add(p, (expression_node){.op = OP_CONSTANT, .type = type, .constant = value});
}

static const expression_node *node_of(const parser *p, uint32_t n) {
  return &p->e->nodes[n];
}

static bool is_zero(const parser *p, uint32_t n) {
  const expression_node *x = node_of(p, n);
  return x->constant && x->constant == az_zero_of(p->e->context.store,
                                                  az_sort_of(p->e->context.store, x->constant));
}

uint32_t expression_as_pointer(parser *p, uint32_t n) {
  if (node_of(p, n)->type.is_pointer || !is_zero(p, n)) return n;
  uint32_t bits = expression_address_bits(p->e) + AZ_OBJECT_BITS;
  return expression_add_constant(p, (ctype){bits, false, true, false},
                                 az_bv(p->e->context.store, bits, 0));
}

uint32_t expression_operation(parser *p, expression_op o, const char *at, uint32_t a, uint32_t b,
                              uint32_t c) {
  expression_node n = {.op = o, .operand = {a, b, c}};
  uint32_t arity = o == OP_CHOOSE ? 3 : o == OP_NEGATE || o == OP_INVERT || o == OP_NOT ? 1 : 2;
  uint32_t first = o == OP_CHOOSE;
  if (arity > 1) {
    uint32_t *x = &n.operand[first], *y = &n.operand[first + 1];
    if (node_of(p, *x)->type.is_pointer) *y = expression_as_pointer(p, *y);
    if (node_of(p, *y)->type.is_pointer) *x = expression_as_pointer(p, *x);
  }
  ctype left = node_of(p, n.operand[first])->type;
  ctype right = arity > 1 ? node_of(p, n.operand[first + 1])->type : left;
  bool pointers = left.is_pointer || right.is_pointer;
  bool compares = o == OP_EQ || o == OP_NE || o == OP_CHOOSE;
  if (pointers && o != OP_AND && o != OP_OR && o != OP_NOT && !p->missing.status &&
      !(compares && left.is_pointer == right.is_pointer))
    expression_complain(p, at,
                        compares
                            ? "a pointer is compared with a number"
                            : "pointers have no arithmetic and no order here; write offset(p)");
  if (expression_is_comparison(o))
    n.type = (ctype){INT_BITS, true, false, false};
  else if (o == OP_SHL || o == OP_SHR)
    n.type = expression_promoted(left);
  else
    n.type = expression_common(left, right);

  az_store *s = p->e->context.store;
  az_wide amount;
  az_term by = arity == 2 ? node_of(p, n.operand[1])->constant : AZ_NO_TERM;
  if ((o == OP_DIV || o == OP_REM) && is_zero(p, b)) expression_complain(p, at, "division by zero");
  if ((o == OP_SHL || o == OP_SHR) && by && az_const_wide(s, by, right.is_signed, &amount) &&
      (amount < 0 || amount >= n.type.bits))
    expression_complain(p, at, "a shift by the width or more");

  bool constant = !p->problem.status;
  for (uint32_t i = 0; i < arity; i++) constant &= node_of(p, n.operand[i])->constant != AZ_NO_TERM;
  uint32_t result = expression_add(p, n);
  if (constant) p->e->nodes[result].constant = expression_value(p->e, result, NULL);
  return result;
}

uint32_t expression_cast(parser *p, ctype to, const char *at, uint32_t a) {
  ctype from = node_of(p, a)->type;
  if (to.is_pointer && !from.is_pointer) {
    uint32_t null = expression_as_pointer(p, a);
    if (null == a) expression_complain(p, at, "only 0 can be converted to a pointer");
    return null;
  }
  if (from.is_pointer && !to.is_pointer && !to.is_bool && !p->missing.status)
    expression_complain(p, at, "a pointer is converted to a number");
  uint32_t result = expression_add(p, (expression_node){.op = OP_CAST, .type = to, .operand = {a}});
  if (node_of(p, a)->constant && !p->problem.status)
    p->e->nodes[result].constant = expression_value(p->e, result, NULL);
  return result;
}
