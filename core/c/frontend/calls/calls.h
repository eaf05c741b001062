/* What one call becomes: each part is the file of its name. */
#ifndef ANSATZ_FRONTEND_CALLS_H
#define ANSATZ_FRONTEND_CALLS_H

#include "frontend/calls/argument.h"
#include "frontend/statements/function_state.h"

/* ---- assembly.c ---- */
/* Does the assembly (as LLVM writes it) consist of instructions that change nothing but its
 * operands and the flags? */
bool fx_assembly_is_plain(const char *text);
/* And of those that have no effect at all? */
bool fx_assembly_is_idle(const char *text);
/* The result of assembly that computes it from its operands in registers; 0: it is not known. */
az_term fx_assembly_result(fx *x, const fx_call *call, const char *text);

/* ---- call.c ---- */
az_term fx_translate_call(fx *x, LLVMValueRef instruction); /* 0 for void */

/* ---- float.c ---- */
az_term fx_float_function(fx *x, const fx_call *c);
/* Value of a float operation by its name without suffix ("floor", "fmin"); 0: no term for it. */
az_term fx_float_term(fx *x, const char *operation, const az_term *args, uint32_t count);
az_term fx_float_class(fx *x, az_term a, uint32_t mask); /* llvm.is.fpclass */

/* ---- format.c ---- */
/* The string that argument i is and always will be; NULL: not known. */
const char *fx_literal(const fx_call *c, uint32_t i);
/* What the conversions of the format store through the arguments behind it may have changed. */
void fx_format_effects(fx *x, const fx_call *c);

/* ---- intrinsic.c ---- */
/* The check that a trap of a sanitizer stands for. */
void fx_trap(fx *x, LLVMValueRef trap, az_term holds);
/* Those that need no arguments; true: done. */
bool fx_quiet_intrinsic(fx *x, const char *name, LLVMValueRef instruction);
az_term fx_call_intrinsic(fx *x, const fx_call *call); /* the others */
/* What an intrinsic of integers gives for the arguments; 0: it is no such one. */
az_term fx_integer_operation(fx *x, const char *name, const az_term *args, uint32_t count);

/* ---- library.c ---- */
/* What is known of the function, else any result; value of the call, 0 for void. */
az_term fx_library(fx *x, const fx_call *call);

/* ---- ranges.c ---- */
/* Of `size` bytes from where argument i leads to. */
void fx_check_range(fx *x, const fx_call *c, uint32_t i, az_term size, bool written);
void fx_check_ranges(fx *x, const fx_call *c);

/* ---- threads.c ---- */
/* A call that creates a thread, and the one that waits for it; false: they are not modelled. */
bool fx_run_thread(fx *x, const fx_call *c);
bool fx_join_thread(fx *x, const fx_call *c);

/* ---- variadic.c ---- */
/* Lays out the arguments of the call that have no parameter; where they are, which a function that
 * looks at them gets as one more argument. */
az_term fx_variable_arguments(fx *x, const fx_call *c);
void fx_va_start(fx *x, az_term list);
void fx_va_copy(fx *x, az_term to, az_term from);

/* ---- written.c ---- */
/* clang makes the same intrinsic of `a = b` and of memcpy(&a, &b, sizeof a). Is it a call in the C
 * text? Where that is not known, as of a macro's call, it is none. */
bool fx_is_written(fx *x, LLVMValueRef copy);
/* Does the instruction store a record that was passed or returned in registers? */
bool fx_stores_record(const fx *x, LLVMValueRef store);

#endif
