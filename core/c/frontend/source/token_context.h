/* Whether anything that an expression stands beside is evaluated in an order that C leaves open. */
#ifndef ANSATZ_FRONTEND_TOKEN_CONTEXT_H
#define ANSATZ_FRONTEND_TOKEN_CONTEXT_H

#include "frontend/source/source_tokens.h"

enum { FE_CALL = 1, FE_READS = 2, FE_ACTS = 4 };

typedef struct fe_token_context {
  const fe_token *tokens;
  /* One a token: FE_CALL: the name of a function that is called there directly. Beside it FE_READS:
   * a call there reads memory, and does nothing else; FE_ACTS: it may do anything. */
  const unsigned char *calls;
} fe_token_context;

/* Is the expression from token `first` to `last` evaluated alone: is every other operand of an
 * operator or call around it a constant, or evaluated in an order that C tells? */
bool fe_stands_alone(const fe_token_context *x, uint32_t first, uint32_t last);
/* Is it a statement of its own? */
bool fe_is_statement(const fe_token_context *x, uint32_t first, uint32_t last);
/* Is the call at the token in a full expression in which nothing writes, but an assignment that is
 * the last thing that it does, and in which each call is known not to act? */
bool fe_only_reads_around(const fe_token_context *x, uint32_t call);

#endif
