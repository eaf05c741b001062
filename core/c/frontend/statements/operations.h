/* Operations on values: each part is the file of its name. */
#ifndef ANSATZ_FRONTEND_OPERATIONS_H
#define ANSATZ_FRONTEND_OPERATIONS_H

#include "frontend/statements/function_state.h"

/* ---- arithmetic.c ---- */
az_term fx_binary(fx *x, LLVMValueRef instruction);

/* ---- compare.c ---- */
az_term fx_compare(fx *x, LLVMValueRef instruction);        /* icmp */
az_term fx_compare_floats(fx *x, LLVMValueRef instruction); /* fcmp */

/* ---- conversion.c ---- */
az_term fx_convert(fx *x, LLVMValueRef instruction);

/* ---- rounded.c ---- */
/* A kind with a rounding mode (az_rounds); `b` and `sort` as in az_float_rounded. */
az_term fx_rounded(fx *x, az_kind kind, az_term a, az_term b, az_sort sort);
/* The direction as two bits: to nearest, down, up, to zero. 0: the program sets none. */
az_term fx_direction(fx *x);
/* What follows is right for rounding to nearest only. */
void fx_only_to_nearest(fx *x, const char *what);

/* ---- signed_shifts.c ---- */
/* May the function have one? The bitcode does not tell them from those of unsigned values. */
bool fe_shifts_signed(fe *f, LLVMValueRef function);

/* ---- wide_bit_fields.c ---- */
/* Where the result of the operation (a term of its type, or of a comparison: no term) depends on
 * the type of such a bit-field, which compilers choose, nothing is known. */
void fx_note_bit_field(fx *x, LLVMValueRef instruction, az_term result);

#endif
