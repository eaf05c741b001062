/* Queries about LLVM values. */
#pragma once

#include "ansatz/arena.h"
#include "library/model.h"
#include <llvm-c/Core.h>
#include <stdbool.h>

/* ---- llvm.c: queries about LLVM values ------------------------------------------------------ */

/* Returns the value of a phi on the edge from `from`; NULL if there is no such edge. */
LLVMValueRef fx_incoming(LLVMValueRef phi, LLVMBasicBlockRef from);
/* Returns the name of a called intrinsic ("llvm.memcpy.p0.p0.i64"); NULL for other instructions. */
const char *fx_intrinsic(LLVMValueRef instruction);
/* Returns whether a float operation may differ from IEEE 754 (-ffast-math and its pragmas). */
bool fx_is_inexact(LLVMValueRef instruction);
bool fe_is_aggregate(LLVMTypeRef type); /* struct, array or vector */
bool fe_is_pointer(LLVMTypeRef type);
bool fe_is_integer(LLVMTypeRef type);
bool fe_starts(const char *text, const char *prefix);
/* Returns whether the value's name in the bitcode has the prefix. */
bool fe_is_named(LLVMValueRef v, const char *prefix);
/* Returns the value's name, copied to the arena; NULL if it has none. */
const char *fe_name_of(az_arena *arena, LLVMValueRef v);

/* Returns the variable (or other value) that the address points into, without offsets. */
LLVMValueRef fe_base_of(LLVMValueRef address);
/* Returns whether the function has uses other than direct calls, so that pointers may call it. */
bool fe_is_passed_on(LLVMValueRef function);
/* Returns whether the function reads its variable arguments. It then has an additional last
 * parameter that points to them. */
bool fe_takes_list(LLVMValueRef function);
/* Returns whether a function reads its argument, other than to copy it. */
bool fe_is_read(LLVMValueRef argument);
/* Returns whether the declaration has this relation to the C library's function of that name. */
bool fe_declares(LLVMValueRef declared, const char *name,
                 bool (*relation)(const char *name, const char *type, unsigned bits),
                 unsigned pointer_bits);
/* Builds a call of the function with this name, which is declared if necessary: with that number of
 * parameters and further arguments, or, if it is negative, without further arguments. */
LLVMValueRef fe_build_call(LLVMModuleRef module, LLVMBuilderRef b, const char *name,
                           LLVMTypeRef result, LLVMValueRef *args, unsigned count, int named);
/* Returns the string that the value always points to; NULL if that is unknown. */
const char *fe_literal(LLVMValueRef v);
/* Like fe_literal, for a wide string of ASCII characters; returns a string in the arena. */
const char *fe_wide_literal(az_arena *arena, LLVMValueRef v);

/* Returns whether the global is a variable that nothing can write, since only this program uses its
 * address, and only for reads. Such a variable keeps its initial value in every entry state, also
 * with --function. Variables of models are excluded: with --function, they are arbitrary, since
 * they represent earlier state of the C library (library/atexit.c). */
bool fe_is_only_read(LLVMValueRef global);

/* ---- given_away.c: whether the address of a local variable escapes -------------------------- */

/* Returns whether the address is stored, passed to a call, or assigned to another variable. Copies
 * of the object and places of results do not count. */
bool fe_is_given_away(LLVMValueRef address);
/* Returns whether the address may still be known after the expression in which it is used: it is
 * stored, or the definition of a function that gets it may keep or return it. */
bool fe_outlives_calls(LLVMValueRef address);
/* Returns whether the address escapes before or by the call, in the order of clang's
 * instructions. */
bool fe_is_given_away_by(LLVMValueRef address, LLVMValueRef call);
