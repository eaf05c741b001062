/* Translation of one call; each part is in the file that is named after it. */
#pragma once

#include "frontend/calls/argument.h"
#include "frontend/statements/function_state.h"

/* ---- assembly.c ---- */
/* Returns whether the assembly (in LLVM's form) changes only its operands and the flags. */
bool fx_assembly_is_plain(const char *text);
/* Returns whether the assembly has no effect at all. */
bool fx_assembly_is_idle(const char *text);
/* Returns the result of assembly on operands in registers; 0 if unknown. */
az_term fx_assembly_result(fx *x, const fx_call *call, const char *text);

/* ---- call.c ---- */
az_term fx_translate_call(fx *x, LLVMValueRef instruction); /* 0 for void */

/* ---- float.c ---- */
az_term fx_float_function(fx *x, const fx_call *c);
/* Returns the term of a float operation named without suffix ("floor", "fmin"); 0 if none. */
az_term fx_float_term(fx *x, const char *operation, const az_term *args, uint32_t count);
az_term fx_float_class(fx *x, az_term a, uint32_t mask); /* llvm.is.fpclass */

/* ---- format.c ---- */
/* Returns the string that argument i always points to; NULL if unknown. */
const char *fx_literal(const fx_call *c, uint32_t i);
/* Havocs the memory to which conversions of the format store, through the arguments after it. */
void fx_format_effects(fx *x, const fx_call *c);

/* ---- intrinsic.c ---- */
/* Adds the check that a sanitizer's trap represents. */
void fx_trap(fx *x, LLVMValueRef trap, az_term holds);
/* Translates an intrinsic whose arguments need no terms; returns false for any other. */
bool fx_quiet_intrinsic(fx *x, const char *name, LLVMValueRef instruction);
az_term fx_call_intrinsic(fx *x, const fx_call *call); /* all other intrinsics */
/* Returns the result of an intrinsic on integers; 0 for others. */
az_term fx_integer_operation(fx *x, const char *name, const az_term *args, uint32_t count);

/* ---- library.c ---- */
/* Translates the call. Returns its result: any value if the function is not known; 0 for void. */
az_term fx_library(fx *x, const fx_call *call);

/* ---- ranges.c ---- */
/* Checks `size` bytes from the target of argument i on. */
void fx_check_range(fx *x, const fx_call *c, uint32_t i, az_term size, bool written);
void fx_check_ranges(fx *x, const fx_call *c);

/* ---- variadic.c ---- */
/* Lays out the call's arguments that have no parameter, and returns their address. A function that
 * reads them gets this address as an additional argument. */
az_term fx_variable_arguments(fx *x, const fx_call *c);
void fx_va_start(fx *x, az_term list);
void fx_va_copy(fx *x, az_term to, az_term from);

/* ---- written.c ---- */
/* Returns whether the copy is a call in the C text: clang generates the same intrinsic for `a = b`
 * and for memcpy(&a, &b, sizeof a). Returns false if that is unknown, as for calls by macros. */
bool fx_is_written(fx *x, LLVMValueRef copy);
/* Returns whether the instruction stores a record that was passed or returned in registers. */
bool fx_stores_record(const fx *x, LLVMValueRef store);
