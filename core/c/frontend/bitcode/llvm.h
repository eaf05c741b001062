/* Questions about LLVM values. */
#ifndef ANSATZ_FRONTEND_LLVM_H
#define ANSATZ_FRONTEND_LLVM_H

#include "ansatz/arena.h"
#include "library/model.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

/* ---- llvm.c: questions about LLVM values ---------------------------------------------------- */

/* The value that a phi has on the edge from `from`; NULL: there is no such edge. */
LLVMValueRef fx_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);
/* "llvm.memcpy.p0.p0.i64" of a call of that intrinsic; NULL for other instructions. */
const char *fx_intrinsic(LLVMValueRef instruction);
/* Is it a float operation that need not be that of IEEE 754 (-ffast-math and its pragmas)? */
bool fx_is_inexact(LLVMValueRef instruction);
bool fe_is_aggregate(LLVMTypeRef type); /* struct, array or vector */
bool fe_is_pointer(LLVMTypeRef type);
bool fe_is_integer(LLVMTypeRef type);
bool fe_starts(const char *text, const char *prefix);
/* Does the value's name in the bitcode begin so? */
bool fe_is_named(LLVMValueRef v, const char *prefix);
/* The value's name, copied to the arena; NULL: it has none. */
const char *fe_name_of(az_arena *arena, LLVMValueRef v);

/* The variable, or whatever it is, of which a part lies at the address: behind all moves. */
LLVMValueRef fe_base_of(LLVMValueRef address);
/* Is the function more than called by name, so that it may be called through a pointer? */
bool fe_is_passed_on(LLVMValueRef function);
/* Does the function look at its variable arguments? Then it has a parameter behind the others that
 * leads to them. */
bool fe_takes_list(LLVMValueRef function);
/* The string that the value is and always will be; NULL: not known. */
const char *fe_literal(LLVMValueRef v);
/* The same of a wide string of ASCII characters, as a string in the arena. */
const char *fe_wide_literal(az_arena *arena, LLVMValueRef v);

/* ---- given_away.c: whether the address of a local variable escapes -------------------------- */

/* Into memory, a call or another variable? Not into a copy or a result. */
bool fe_is_given_away(LLVMValueRef address);
/* Does it escape by the end of the call, in the order of clang's instructions? */
bool fe_is_given_away_by(LLVMValueRef address, LLVMValueRef call);

#endif
