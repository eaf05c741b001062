/* The parts of the translation of statements, each in the file that is named after it. */
#pragma once

#include "frontend/statements/function_state.h"

/* ---- statement.c: statements of the current block ------------------------------------------- */

az_stmt *fx_emit(fx *x, az_stmt_kind kind);
/* Emits a COPY of a record: its padding need not be copied. */
void fx_copy_record(fx *x, az_term to, az_term from, uint64_t bytes);
/* Emits LIVE or DEAD of an object that the bitcode does not mark; the statement has no site. */
void fx_emit_life(fx *x, az_stmt_kind kind, uint32_t object);
/* Returns a variable for a result of this type. */
az_term fx_fresh(fx *x, az_type type);
/* Adds an object of kind AZ_OBJ_TEMP; generates a name if `name` is NULL or "". */
uint32_t fx_temp(fx *x, const char *name, az_type type);
az_term fx_offset(fx *x, az_term ptr, uint64_t bytes); /* ptr + bytes */
/* Returns an input with an LLVM type, as the value of a register. */
az_term fx_input(fx *x, az_input_kind kind, LLVMTypeRef type, const char *text);
/* Returns an arbitrary value because the translation is not exact; records the cause. */
az_term fx_approx(fx *x, LLVMTypeRef type, const char *cause);
/* Returns an arbitrary value because C leaves the result undefined; records no cause. */
az_term fx_undefined(fx *x, az_sort sort, const char *text);
/* Notes which results the builds give, in place of the arbitrary value that was emitted last, if
 * the condition holds. */
void fx_note_results(fx *x, az_term condition, const az_term *results, uint32_t count);
/* Adds the check that a signed operation does not overflow; returns its result. */
az_term fx_without_overflow(fx *x, az_term overflows, az_term exact, const char *text);
/* Returns condition ? exact : an arbitrary value; only `exact` if the condition is certain. */
az_term fx_guarded(fx *x, az_term condition, az_term exact, const char *text);
/* Ends the block. */
void fx_stop(fx *x);
void fx_unsupported(fx *x, const char *text);
/* Allocates memory for variables of this type until the function ends. If `into` is a pointer, they
 * are pointers into the object to which it leads. */
az_term fx_allocated(fx *x, az_type type, az_term size, az_term into);
/* Makes copies between overlapping bytes of one object unsupported. */
void fx_overlap(fx *x, az_term to, az_term from, az_term size);
/* Makes executions in which the condition holds unsupported; other executions continue. */
void fx_unsupported_if(fx *x, az_term condition, const char *text);
/* Assumes the condition, which the C library promises. */
void fx_promise(fx *x, az_term condition);
/* Havocs the targets of the pointers. Returns the statement, which the next one may move. */
az_stmt *fx_havoc(fx *x, const az_term *pointers, uint32_t count, const char *text);
az_term fx_ptr_to_int(fx *x, az_term ptr, uint32_t width);
az_term fx_int_to_ptr(fx *x, az_term value);
/* Calls the functions that run after main. */
void fx_call_after(fx *x);

/* ---- value.c: values of registers ----------------------------------------------------------- */

az_term fx_value_of(fx *x, LLVMValueRef v);
/* Sets the register's value from here on, in this block and in others that read it. */
void fx_define(fx *x, LLVMValueRef instruction, az_term term);
/* Returns the state of the register; valid until the next call. */
fx_value *fx_slot(fx *x, LLVMValueRef v);

/* ---- check.c: checks ------------------------------------------------------------------------ */

void fx_check(fx *x, az_class cls, az_term condition, const char *text);
/* Adds the check of the memory access that was emitted last, if its class is requested. */
void fx_check_access(fx *x, az_class cls, const char *text);
/* Adds the requested checks of the heap where an execution may end or run forever. */
void fx_check_leaks(fx *x);

/* If the program has code that is not modelled, adds, for each class without checks, a check that
 * always holds: its query decides whether an execution reaches that code. */
void fx_check_unsupported(fx *x);

/* ---- load_store.c: loads and stores --------------------------------------------------------- */

az_term fx_load(fx *x, az_term ptr, LLVMTypeRef type);
void fx_store(fx *x, az_term ptr, az_term value, LLVMTypeRef type);
/* Access a whole object of the front end, without a check. */
az_term fx_load_object(fx *x, uint32_t object, LLVMTypeRef type);
void fx_store_object(fx *x, uint32_t object, az_term value, LLVMTypeRef type);

/* ---- pointer.c: pointer arithmetic and types of pointers' targets --------------------------- */

az_term fx_gep(fx *x, LLVMValueRef instruction);
/* Returns the C type of the target of the pointer that is stored at `pointer`, if debug information
 * has it; else 0. */
az_type fx_pointee(fx *x, LLVMValueRef pointer);

/* ---- aggregate.c: elements of aggregates in registers --------------------------------------- */

/* Translates extractvalue, insertvalue, extractelement, insertelement, shufflevector. */
az_term fx_aggregate(fx *x, LLVMValueRef instruction);
/* An operation of an instruction on scalars. `type`: type of its result. */
typedef az_term fx_scalar(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands);
/* Applies the operation to scalars, or to vectors lane by lane, with at most three operands. */
az_term fx_by_lanes(fx *x, LLVMValueRef i, fx_scalar *of);

/* ---- operations.c: operations on values; each part is in the file that is named after it ----- */

/* ---- arithmetic.c ---- */
az_term fx_binary(fx *x, LLVMValueRef instruction);

/* ---- compare.c ---- */
az_term fx_compare(fx *x, LLVMValueRef instruction);        /* icmp */
az_term fx_compare_floats(fx *x, LLVMValueRef instruction); /* fcmp */

/* ---- conversion.c ---- */
az_term fx_convert(fx *x, LLVMValueRef instruction);

/* ---- rounded.c ---- */
/* Returns an operation with a rounding mode (az_rounds); `b` and `sort` as in az_float_rounded. */
az_term fx_rounded(fx *x, az_kind kind, az_term a, az_term b, az_sort sort);
/* Returns the direction as two bits: to nearest, down, up, to zero. 0: the program sets none. */
az_term fx_direction(fx *x);
/* Makes directions other than to nearest unsupported, before code that is correct only for rounding
 * to nearest. */
void fx_only_to_nearest(fx *x, const char *what);

/* ---- signed_shifts.c ---- */
/* Returns whether the function may shift signed values to the left, by the syntax trees. */
bool fe_shifts_signed(fe *f, LLVMValueRef function);

/* ---- wide_bit_fields.c ---- */
/* Makes it unsupported that the result depends on the type of a bit-field wider than int, since
 * compilers choose this type. `result`: a term of the bit-field's type; none for a comparison. */
void fx_note_bit_field(fx *x, LLVMValueRef instruction, az_term result);
