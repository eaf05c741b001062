/* Control flow of one function. */
#ifndef ANSATZ_FRONTEND_CFG_H
#define ANSATZ_FRONTEND_CFG_H

#include "frontend/statements/function_state.h"

/* A block of the result: a block of LLVM's for one known value of the clean-up selector (cfg.c),
 * and where it leads. */
typedef struct fx_edge {
  LLVMBasicBlockRef from, to; /* `from`: the predecessor as the phis of `to` name it */
} fx_edge;

typedef struct fx_guard { /* behind a block: a trap of a sanitizer, made a check in line */
  LLVMValueRef condition, trap;
  bool traps_if; /* the outcome of the condition that traps */
} fx_guard;

typedef struct fx_node {
  LLVMBasicBlockRef bb;
  LLVMBasicBlockRef *more; /* blocks that follow this one and nothing else leads to */
  fx_guard *guards;        /* one a block of {bb, more...}; condition NULL: none */
  int64_t known;           /* -1: not known */
  az_end_kind end;
  LLVMValueRef condition;  /* IF, SWITCH */
  LLVMValueRef *cases;     /* SWITCH; NULL for an indirect branch */
  LLVMValueRef terminator; /* its location is the end's */
  fx_edge *edges;
  uint32_t *successors; /* nodes */
} fx_node;

void fx_graph(fx *x); /* fills x->nodes, x->node_of and x->dead_slot */
void fx_graph_free(fx *x);

#endif
