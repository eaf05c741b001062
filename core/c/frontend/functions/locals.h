/* When locals live, and what they hold when they begin to. */
#ifndef ANSATZ_FRONTEND_LOCALS_H
#define ANSATZ_FRONTEND_LOCALS_H

#include "frontend/statements/function_state.h"

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

#endif
