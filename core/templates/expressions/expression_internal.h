/* The tree of an expression (expression_nodes.c builds it, expression_parse.c reads it from a text)
 * and its value as a term (expression.c). */
#pragma once

#include "ansatz/expression.h"

enum { INT_BITS = 32 };

typedef enum expression_op {
  OP_CONSTANT,
  OP_VARIABLE,
  OP_CAST, /* to the node's own type */
  OP_NEGATE,
  OP_INVERT,
  OP_NOT,
  OP_MUL,
  OP_DIV,
  OP_REM,
  OP_ADD,
  OP_SUB,
  OP_SHL,
  OP_SHR,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_EQ,
  OP_NE,
  OP_BITAND,
  OP_BITXOR,
  OP_BITOR,
  OP_AND,
  OP_OR,
  OP_CHOOSE
} expression_op;

typedef struct ctype {
  uint32_t bits;
  bool is_signed, is_pointer, is_bool;
} ctype;

typedef struct expression_node {
  expression_op op;
  ctype type;
  uint32_t operand[3];
  uint32_t var;     /* OP_VARIABLE */
  az_term constant; /* the value, if there are no variables */
} expression_node;

struct az_expression {
  az_domain_context context;
  uint32_t view, root;
  expression_node *nodes; /* stb_ds */
};

typedef struct parser {
  az_expression *e;
  const char *text, *at;
  unsigned nesting;
  az_error problem; /* the first mistake in the text */
  az_error missing; /* the first name that the view lacks */
} parser;

/* ---- expression.c ---------------------------------------------------------------------------- */

/* Returns whether the operator is a comparison or connective, whose value is the int 0 or 1. */
bool expression_is_comparison(expression_op o);
/* Return the type after C's integer promotions, and after its usual arithmetic conversions (C17
 * 6.3.1.8). Types of the same width have the same rank here. */
ctype expression_promoted(ctype t);
ctype expression_common(ctype a, ctype b);
az_term expression_value(const az_expression *e, uint32_t number, const az_state *state);

/* ---- expression_nodes.c ---------------------------------------------------------------------- */

/* Keeps the first mistake in the text. */
void expression_complain(parser *p, const char *at, const char *message);
uint32_t expression_add(parser *p, expression_node n);
uint32_t expression_add_constant(parser *p, ctype type, az_term value);
uint32_t expression_address_bits(const az_expression *e);
/* A 0 that is compared with a pointer becomes null. */
uint32_t expression_as_pointer(parser *p, uint32_t n);
/* Returns the operation at `at` with its type; folds it if its operands are constants. */
uint32_t expression_operation(parser *p, expression_op o, const char *at, uint32_t a, uint32_t b,
                              uint32_t c);
uint32_t expression_cast(parser *p, ctype to, const char *at, uint32_t a);
