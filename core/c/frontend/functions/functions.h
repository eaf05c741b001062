/* The parts of the translation of a function, each in the file that is named after it; translate.c
 * defines the order. */
#pragma once

#include "frontend/statements/function_state.h"

/* ---- translate.c: translation of one function ----------------------------------------------- */

az_status fe_translate(fe *f, uint32_t function);
/* Moves the collected statements to the block. */
void fx_close_block(fx *x, az_block *b);
void fx_close(fx *x);

/* ---- survey.c: a first walk over a function, before its blocks are translated --------------- */

/* Fills x->sites, x->declares and x->allocas, and marks the registers that cross blocks. */
void fx_survey(fx *x);
/* Adds an object for each argument, with the declared type of the alloca to which it is copied. */
void fx_add_params(fx *x);

/* ---- cfg.c: control flow of one function ---------------------------------------------------- */

typedef struct fx_edge {
  LLVMBasicBlockRef from, to; /* `from`: the predecessor in the phis of `to` */
} fx_edge;

typedef struct fx_guard { /* after a block: a sanitizer's trap, which becomes a check in line */
  LLVMValueRef condition, trap;
  bool traps_if; /* the outcome of the condition for which it traps */
} fx_guard;

/* A block of the translated function: an LLVM block for one known value of the clean-up selector
 * (cfg.c), with its successors. */
typedef struct fx_node {
  LLVMBasicBlockRef bb;
  LLVMBasicBlockRef *more; /* blocks that follow this one and have no other predecessor */
  fx_guard *guards;        /* by block of {bb, more...}; condition NULL: none */
  int64_t known;           /* -1: unknown */
  az_end_kind end;
  LLVMValueRef condition;  /* IF, SWITCH */
  LLVMValueRef *cases;     /* SWITCH; NULL for an indirect branch */
  LLVMValueRef terminator; /* has the location of the end */
  fx_edge *edges;
  uint32_t *successors; /* nodes */
} fx_node;

void fx_graph(fx *x); /* fills x->nodes, x->node_of and x->dead_slot */
void fx_graph_free(fx *x);

/* ---- instruction.c: instructions ------------------------------------------------------------ */

void fx_instruction(fx *x, LLVMValueRef instruction);

/* ---- made.c: functions without a body in LLVM ----------------------------------------------- */

/* Create a function of one block, whose statements are those emitted between the calls. */
void fx_open_made(fx *x, fe *f, uint32_t function);
void fx_close_made(fx *x, az_end_kind end, az_term value);
/* Translates the wrapper of a library function whose address is taken: it calls the function. */
az_status fe_translate_wrapper(fe *f, uint32_t function);

/* ---- start.c: the function with which a program starts -------------------------------------- */

/* Creates __ansatz_start, sets p->entry, and translates everything that is reached from there. */
az_status fe_translate_start(fe *f, LLVMValueRef entry);

/* ---- jumps.c: setjmp and longjmp (C17 7.13). A longjmp records its target and returns; after each
 * call that it may leave, the function returns as well, or continues at its setjmp. ---- */

/* Finds the program's jumps. If it has none, or uses them in ways that are not understood, the
 * functions below do nothing. */
void fe_find_jumps(fe *f);
void fe_forget_jumps(fe *f);
bool fe_is_of_jumps(const az_object *o); /* one of the globals that record a jump */
/* Returns whether jumps split blocks of the function. */
bool fx_is_cut(const fx *x);
/* Prepares the setjmps of the function, in its first block. */
void fx_begin_jumps(fx *x);
/* Translates a call of setjmp or longjmp; returns false for other calls. */
bool fx_jump(fx *x, LLVMValueRef call);
/* Ends the block after a translated call that a longjmp may leave. */
void fx_behind_call(fx *x, LLVMValueRef call);
/* Makes it unsupported that a longjmp leaves the outermost call, which was just translated. */
void fx_refuse_jump(fx *x);

/* ---- locals.c: lifetimes of locals, and their values at the beginning ----------------------- */

typedef struct fx_mark { /* a local begins or ends before an instruction */
  uint32_t object;
  bool begins;
  uint32_t next; /* 1 + the next mark before the same instruction */
} fx_mark;

/* Returns whether some path from the entry reaches a load before any store. Exact for scalars whose
 * address does not escape; true for others. */
bool fx_read_before_written(fx *x, LLVMValueRef alloca);
/* Returns whether clang marks the beginning of the local's lifetime. */
bool fx_has_lifetime(LLVMValueRef alloca);
/* Returns why the end of the lifetime is unknown, or NULL. The end is unknown for a local of an
 * inner block or an expression whose address escapes and whose end clang does not mark: compound
 * literals, temporary objects, and variables whose declarations are jumped over. */
const char *fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name);
/* Notes where such a literal or temporary object begins and ends, as far as that is known. */
void fx_mark_lifetime(fx *x, LLVMValueRef alloca, uint32_t object);
/* Notes that the object ends before the instruction, and another one begins in its place. */
void fx_mark_renewal(fx *x, LLVMValueRef before, uint32_t object);
/* Emits the beginnings and ends of lifetimes before the instruction. */
void fx_lifetimes(fx *x, LLVMValueRef before);

/* ---- hidden_blocks.c: compound literals whose block the debug information does not show ----- */

/* Returns whether the function may have such a literal, according to the syntax trees, which clang
 * writes only once. */
bool fe_hides_blocks(fe *f, LLVMValueRef function);

/* ---- promises.c: attributes of GNU C: pure, const, nonnull, returns_nonnull ----------------- */

/* At the function's entry, makes executions unsupported that break a promise about its arguments or
 * its accesses of memory. */
void fx_note_promises(fx *x);
/* Does the same at the function's end, for the returned value. */
void fx_note_promised_result(fx *x, LLVMValueRef value);

/* ---- restrict.c: pointers that are declared restrict ---------------------------------------- */

/* Makes it unsupported, at a function's entry, that a restrict parameter points to the object of
 * another pointer that the function has. */
void fx_note_restrict(fx *x);
/* Does the same before a value of this type is read or written at the pointer. */
void fx_note_restricted_access(fx *x, LLVMValueRef pointer, LLVMTypeRef type);

/* ---- steps.c: pointer arithmetic, for replay ------------------------------------------------ */

/* In the instruction's statements from index `first` on, notes the pointer arithmetic that computes
 * the instruction's operands and result. */
void fx_note_steps(fx *x, LLVMValueRef instruction, size_t first);
/* Does the same for the end of the block. */
void fx_note_end_steps(fx *x, LLVMValueRef terminator, az_block *block);
