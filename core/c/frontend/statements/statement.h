/* Statements of the current block. */
#ifndef ANSATZ_FRONTEND_STATEMENT_H
#define ANSATZ_FRONTEND_STATEMENT_H

#include "frontend/statements/function_state.h"

az_stmt *fx_emit(fx *x, az_stmt_kind kind);
/* COPY of a record as such: its padding need not be copied. */
void fx_copy_record(fx *x, az_term to, az_term from, uint64_t bytes);
/* LIVE or DEAD, of an object of which the bitcode does not say so: no instruction is its site. */
void fx_emit_life(fx *x, az_stmt_kind kind, uint32_t object);
/* A variable for a result of that type. */
az_term fx_fresh(fx *x, az_type type);
/* A new object of kind AZ_OBJ_TEMP; name NULL or "": it gets one. */
uint32_t fx_temp(fx *x, const char *name, az_type type);
az_term fx_offset(fx *x, az_term ptr, uint64_t bytes); /* ptr + bytes */
/* An input of an LLVM type as a register. */
az_term fx_input(fx *x, az_input_kind kind, LLVMTypeRef type, const char *text);
/* Any value, because the translation is not exact: the cause is recorded. */
az_term fx_approx(fx *x, LLVMTypeRef type, const char *cause);
/* Any value, because C leaves the result undefined: no cause is recorded. */
az_term fx_undefined(fx *x, az_sort sort, const char *text);
/* condition ? exact : any value; `exact` alone where the condition is certain. */
az_term fx_guarded(fx *x, az_term condition, az_term exact, const char *text);
/* The block ends here. */
void fx_stop(fx *x);
void fx_unsupported(fx *x, const char *text);
/* Copies within one object, from bytes to some of the same: undefined. Asked where the offsets are
 * constants, or the size is none, which no assignment of a record has. */
void fx_overlap(fx *x, az_term to, az_term from, az_term size);
/* Only where the condition holds; elsewhere the execution goes on. */
void fx_unsupported_if(fx *x, az_term condition, const char *text);
/* The condition holds, as the C library promises. */
void fx_promise(fx *x, az_term condition);
/* What the pointers lead to may have changed. */
void fx_havoc(fx *x, const az_term *pointers, uint32_t count, const char *text);
az_term fx_ptr_to_int(fx *x, az_term ptr, uint32_t width);
az_term fx_int_to_ptr(fx *x, az_term value);
/* The functions that run after main are called. */
void fx_call_after(fx *x);

#endif
