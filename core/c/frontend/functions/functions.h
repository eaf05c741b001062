/* The parts of the translation of a function, each in the file of its name; translate.c has the
 * order. */
#ifndef ANSATZ_FRONTEND_FUNCTIONS_H
#define ANSATZ_FRONTEND_FUNCTIONS_H

#include "frontend/statements/function_state.h"

/* ---- translate.c: translation of one function ----------------------------------------------- */

az_status fe_translate(fe *f, uint32_t function);
/* Moves the statements to the block. */
void fx_close_block(fx *x, az_block *b);
void fx_close(fx *x);

/* ---- survey.c: what a function holds, before its blocks are translated ---------------------- */

/* Fills x->sites, x->declares and x->allocas, and marks the registers that cross blocks. */
void fx_survey(fx *x);
/* Is it the parameter that says where the result, a record, goes? */
bool fx_takes_result(const fx *x, LLVMValueRef v);
/* One object an argument, typed as the debug information types the alloca that it is copied to. */
void fx_add_params(fx *x);

/* ---- cfg.c: control flow of one function ---------------------------------------------------- */

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

/* ---- instruction.c: instructions ------------------------------------------------------------ */

void fx_instruction(fx *x, LLVMValueRef instruction);

/* ---- made.c: functions without a body in LLVM ----------------------------------------------- */

/* A function of one block: its statements are those emitted in between. */
void fx_open_made(fx *x, fe *f, uint32_t function);
void fx_close_made(fx *x, az_end_kind end, az_term value);
/* Of a library function whose address is taken: calls it. */
az_status fe_translate_wrapper(fe *f, uint32_t function);

/* ---- start.c: the function that a program starts with --------------------------------------- */

/* Makes __ansatz_start, sets p->entry, and translates all that is reached from there. */
az_status fe_translate_start(fe *f, LLVMValueRef entry);

/* ---- jumps.c: setjmp and longjmp (C17 7.13). A longjmp notes where it goes and returns; behind
 * each call that may be left so, the function returns as well, or goes on at its setjmp. */

/* Looks at the program; where it has nothing of the kind, or uses it in ways that are not
 * understood, the functions below do nothing. */
void fe_find_jumps(fe *f);
void fe_forget_jumps(fe *f);
bool fe_is_of_jumps(const az_object *o); /* one of the globals that note a jump */
/* Is the function cut somewhere? */
bool fx_is_cut(const fx *x);
/* At the start of the function, with its blocks. */
void fx_begin_jumps(fx *x);
/* Translates a call of setjmp or longjmp; false: it is none. */
bool fx_jump(fx *x, LLVMValueRef call);
/* Behind a call that was translated. */
void fx_behind_call(fx *x, LLVMValueRef call);
/* Behind a call that nothing else calls: no function on the way out has taken a longjmp. */
void fx_refuse_jump(fx *x);

/* ---- locals.c: when locals live, and what they hold when they begin to ---------------------- */

typedef struct fx_mark { /* a local begins or ends before an instruction */
  uint32_t object;
  bool begins;
  uint32_t next; /* 1 + another one before the same instruction */
} fx_mark;

/* Is there a way from the entry to a load that meets no store? Asked of scalars whose address goes
 * nowhere; true for others. */
bool fx_read_before_written(fx *x, LLVMValueRef alloca);
/* Does clang say when it begins to live? */
bool fx_has_lifetime(LLVMValueRef alloca);
/* Is it given away, and of a block inside the function or of an expression, and clang does not say
 * when it lives? Compound literals, temporary objects, variables whose declarations are jumped
 * over: the text says which; else NULL. */
const char *fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name);
/* Notes where such a literal or temporary object begins and ends, as far as can be told. */
void fx_mark_lifetime(fx *x, LLVMValueRef alloca, uint32_t object);
/* Before the instruction the object ends, and another one begins in its place. */
void fx_mark_renewal(fx *x, LLVMValueRef before, uint32_t object);
/* The statements for what begins or ends before the instruction. */
void fx_lifetimes(fx *x, LLVMValueRef before);

/* ---- hidden_blocks.c: compound literals whose block the debug information does not show ----- */

/* May the function have one? Asks the compiler for the syntax trees, the first time. */
bool fe_hides_blocks(fe *f, LLVMValueRef function);

/* ---- promises.c: What attributes of GNU C promise of a function (pure, const, nonnull,
 * returns_nonnull). */

/* At the function's entry: nothing is known behind where it breaks what was promised of its
 * arguments and of what it does to memory. */
void fx_note_promises(fx *x);
/* The same where it returns the value, at its end. */
void fx_note_promised_result(fx *x, LLVMValueRef value);

/* ---- restrict.c: pointers that are declared restrict ---------------------------------------- */

/* At the beginning of a function: nothing is known where one of its restrict parameters leads to
 * the object of another pointer that the function has. */
void fx_note_restrict(fx *x);
/* Before a value of that type is read or written there. */
void fx_note_restricted_access(fx *x, LLVMValueRef pointer, LLVMTypeRef type);

/* ---- steps.c: pointer arithmetic that replay looks at --------------------------------------- */

/* The steps that lead to the operands of the instruction (and to itself) become those of the
 * statements from `first` on, which were made of it. */
void fx_note_steps(fx *x, LLVMValueRef instruction, size_t first);
/* The same for the end of the block. */
void fx_note_end_steps(fx *x, LLVMValueRef terminator, az_block *block);

#endif
