/* The parts of the translation of a function, each in the file of its name; translate.c has the
 * order. */
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
/* Adds an object for each argument, of the declared type of the alloca that it is copied to. */
void fx_add_params(fx *x);

/* ---- cfg.c: control flow of one function ---------------------------------------------------- */

/* A block of the result: a block of LLVM's for one known value of the clean-up selector (cfg.c),
 * with its successors. */
typedef struct fx_edge {
  LLVMBasicBlockRef from, to; /* `from`: the predecessor as the phis of `to` name it */
} fx_edge;

typedef struct fx_guard { /* after a block: a trap of a sanitizer that becomes a check in line */
  LLVMValueRef condition, trap;
  bool traps_if; /* the outcome of the condition that traps */
} fx_guard;

typedef struct fx_node {
  LLVMBasicBlockRef bb;
  LLVMBasicBlockRef *more; /* blocks that follow this one, and have no other predecessor */
  fx_guard *guards;        /* by block of {bb, more...}; condition NULL: none */
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

/* ---- instruction.c: instructions ------------------------------------------------------------ */

void fx_instruction(fx *x, LLVMValueRef instruction);

/* ---- made.c: functions without a body in LLVM ----------------------------------------------- */

/* Make a function of one block, whose statements are those emitted in between. */
void fx_open_made(fx *x, fe *f, uint32_t function);
void fx_close_made(fx *x, az_end_kind end, az_term value);
/* Translates the wrapper of a library function whose address is taken: a call of it. */
az_status fe_translate_wrapper(fe *f, uint32_t function);

/* ---- start.c: the function that a program starts with --------------------------------------- */

/* Makes __ansatz_start, sets p->entry, and translates all that is reached from there. */
az_status fe_translate_start(fe *f, LLVMValueRef entry);

/* ---- jumps.c: setjmp and longjmp (C17 7.13). A longjmp notes its target and returns; after each
 * call that it may leave, the function returns as well, or goes on at its setjmp. ---- */

/* Finds the jumps of the program. If it has none, or uses them in ways that are not understood, the
 * functions below do nothing. */
void fe_find_jumps(fe *f);
void fe_forget_jumps(fe *f);
bool fe_is_of_jumps(const az_object *o); /* one of the globals that note a jump */
/* Returns whether jumps cut blocks of the function. */
bool fx_is_cut(const fx *x);
/* Prepares the setjmps of the function, in its first block. */
void fx_begin_jumps(fx *x);
/* Translates a call of setjmp or longjmp; returns false for other calls. */
bool fx_jump(fx *x, LLVMValueRef call);
/* Ends the block after a translated call that a longjmp may leave. */
void fx_behind_call(fx *x, LLVMValueRef call);
/* Makes a longjmp out of an outermost call, which was translated last, unsupported. */
void fx_refuse_jump(fx *x);

/* ---- locals.c: lifetimes of locals, and their values at the beginning ----------------------- */

typedef struct fx_mark { /* a local begins or ends before an instruction */
  uint32_t object;
  bool begins;
  uint32_t next; /* 1 + another one before the same instruction */
} fx_mark;

/* Returns whether a path from the entry reaches a load without a store. Exact for scalars whose
 * address does not escape; true for others. */
bool fx_read_before_written(fx *x, LLVMValueRef alloca);
/* Returns whether clang marks when its lifetime begins. */
bool fx_has_lifetime(LLVMValueRef alloca);
/* Returns why the end of the lifetime is unknown, or NULL: its address escapes, it is of an inner
 * block or an expression, and clang does not mark the end. Such are compound literals, temporary
 * objects, variables whose declarations are jumped over. */
const char *fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name);
/* Notes where such a literal or temporary object begins and ends, as far as is known. */
void fx_mark_lifetime(fx *x, LLVMValueRef alloca, uint32_t object);
/* Notes that the object ends before the instruction, and another one begins in its place. */
void fx_mark_renewal(fx *x, LLVMValueRef before, uint32_t object);
/* Emits the beginnings and ends of lifetimes before the instruction. */
void fx_lifetimes(fx *x, LLVMValueRef before);

/* ---- hidden_blocks.c: compound literals whose block the debug information does not show ----- */

/* Returns whether the function may have such a literal. Needs the syntax trees, which clang writes
 * once. */
bool fe_hides_blocks(fe *f, LLVMValueRef function);

/* ---- promises.c: attributes of GNU C: pure, const, nonnull, returns_nonnull ----------------- */

/* Makes a broken promise about its arguments or its accesses of memory unsupported, at the
 * function's entry. */
void fx_note_promises(fx *x);
/* Does the same for the returned value, at the function's end. */
void fx_note_promised_result(fx *x, LLVMValueRef value);

/* ---- restrict.c: pointers that are declared restrict ---------------------------------------- */

/* Makes it unsupported, at a function's entry, that one of its restrict parameters points to the
 * object of another pointer that the function has. */
void fx_note_restrict(fx *x);
/* Does the same before a value of that type is read or written there. */
void fx_note_restricted_access(fx *x, LLVMValueRef pointer, LLVMTypeRef type);

/* ---- steps.c: pointer arithmetic, for replay ------------------------------------------------ */

/* Notes the steps that lead to the operands of the instruction (and to itself) in its statements,
 * those from `first` on. */
void fx_note_steps(fx *x, LLVMValueRef instruction, size_t first);
/* Does the same for the end of the block. */
void fx_note_end_steps(fx *x, LLVMValueRef terminator, az_block *block);
