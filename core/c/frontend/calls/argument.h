/* Arguments and results of a call. */
#pragma once

#include "frontend/statements/function_state.h"

/* A call with its arguments as terms, so that wrappers of library functions can use it, too. */
typedef struct fx_call {
  const char *name;         /* of the callee; NULL: an indirect call */
  LLVMValueRef callee;      /* the LLVM function or the pointer */
  LLVMValueRef instruction; /* NULL in a wrapper */
  LLVMTypeRef result;
  uint32_t count;
  az_term *args;
  LLVMTypeRef *types;
} fx_call;

/* Returns the value of an argument or a result as the machine reads it with another LLVM type. */
az_term fx_as_type(fx *x, az_term t, LLVMTypeRef from, LLVMTypeRef to);
void fx_check_extension(fx *x, const fx_call *c, uint32_t i); /* the callee has a parameter i */
/* Return argument i as a condition, a size or a pointer; any value if there is none. */
az_term fx_truth_argument(fx *x, const fx_call *c, uint32_t i);
az_term fx_size_argument(fx *x, const fx_call *c, uint32_t i);
az_term fx_pointer_argument(fx *x, const fx_call *c, uint32_t i);
/* Returns argument i if it is a string literal, else `otherwise`, for messages. */
const char *fx_text_argument(fx *x, const fx_call *c, uint32_t i, const char *otherwise);
/* Havocs the targets of the pointers in the arguments from `first` on. Returns the statement, which
 * the next one may move; NULL if there is none. */
az_stmt *fx_havoc_arguments(fx *x, const fx_call *c, uint32_t first);
bool fx_has_result(const fx_call *c);
bool fx_is_used(const fx_call *c); /* the result */
/* Returns an input as the call's result, if the result is used. */
az_term fx_any_result(fx *x, const fx_call *c, az_input_kind kind);
/* Returns the pointer with the call's result type (undeclared functions return int). */
az_term fx_pointer_result(fx *x, const fx_call *c, az_term pointer);
/* Returns the type of the result's target; 0 if unknown. */
az_type fx_result_pointee(fx *x, const fx_call *c);
