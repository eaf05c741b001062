/* The function that is being translated. */
#pragma once

#include "frontend/data/program_state.h"

typedef struct fx_value {
  az_term term; /* valid while `stamp` is the current block's, or always if `stamp` is 0 */
  uint32_t stamp;
  uint32_t temp; /* 1 + the object that carries it to other blocks */
  uint32_t phi;  /* 1 + the object to which predecessors store */
  bool crosses;  /* read in other blocks */
} fx_value;

typedef struct fx_landing { /* a call of setjmp (functions/jumps.c) */
  LLVMValueRef call;
  uint32_t number, result;    /* objects: number of the last setjmp here; its result */
  uint32_t from_jump, behind; /* pieces: where jumps arrive; the code after the call */
} fx_landing;

typedef struct fx {
  fe *f;
  uint32_t index; /* function */
  LLVMValueRef fn;
  az_stmt *stmts;   /* of the current block */
  az_block *blocks; /* one for each node, and the pieces into which calls split nodes */
  uint32_t piece;   /* index of the block that is being filled */
  fx_landing *landings;
  struct fx_node *nodes;  /* in reverse post-order: dominators first */
  bool restricts;         /* the function changes memory and has restrict parameters (restrict.c) */
  LLVMValueRef dead_slot; /* the clean-up selector, if no switch on it is left */
  LLVMBasicBlockRef bb;
  uint32_t stamp;
  az_loc loc; /* of the current instruction */
  uint32_t site;
  bool inserted;             /* the current instruction is a sanitizer's: it gets no checks */
  unsigned nosanitize, loop; /* LLVM's numbers for metadata */
  bool stopped;              /* the current block has ended in a STOP */
  uint32_t counts[AZ_CLASSES], temps;
  uint32_t behind; /* number of objects created for pointers of the entry state */
  az_term given;   /* 0, or where the memory begins that pointer arguments of main lead to */
  uint32_t *params;
  struct {
    LLVMBasicBlockRef key;
    uint32_t value;
  } *node_of; /* the node; AZ_NONE if there are several */
  struct {
    LLVMValueRef key;
    fx_value value;
  } *values;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *sites;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *allocas; /* -> object */
  struct {
    LLVMValueRef key;
    LLVMMetadataRef value;
  } *declares;                  /* alloca, or place of the result -> DILocalVariable */
  LLVMValueRef result_declared; /* the declaration of `result` */
  uint32_t result;              /* 1 + the local record that clang builds in the caller's memory */
  struct fx_mark *marks;
  struct {
    LLVMValueRef key;
    uint32_t value;
  } *marked; /* instruction -> 1 + its first mark */
} fx;
