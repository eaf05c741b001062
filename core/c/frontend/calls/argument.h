/* Arguments and results of a call. */
#ifndef ANSATZ_FRONTEND_ARGUMENT_H
#define ANSATZ_FRONTEND_ARGUMENT_H

#include "frontend/statements/function_state.h"

/* One call: arguments as terms, so that wrappers of library functions can make it too. */
typedef struct fx_call {
  const char *name;         /* of the callee; NULL: an indirect call */
  LLVMValueRef callee;      /* the LLVM function or the pointer */
  LLVMValueRef instruction; /* NULL in a wrapper */
  LLVMTypeRef result;
  uint32_t count;
  az_term *args;
  LLVMTypeRef *types;
} fx_call;

/* A value as another LLVM type, as an argument passed to or a result taken by the wrong type would
 * be. */
az_term fx_as_type(fx *x, az_term t, LLVMTypeRef from, LLVMTypeRef to);
void fx_check_extension(fx *x, const fx_call *c, uint32_t i); /* of a function with a parameter i */
/* Argument i as a condition, a size, a pointer; any value where there is none. */
az_term fx_truth_argument(fx *x, const fx_call *c, uint32_t i);
az_term fx_size_argument(fx *x, const fx_call *c, uint32_t i);
az_term fx_pointer_argument(fx *x, const fx_call *c, uint32_t i);
/* The string literal that argument i is, for messages. */
const char *fx_text_argument(fx *x, const fx_call *c, uint32_t i, const char *otherwise);
/* What the pointers in the arguments from `first` on lead to may have changed. */
void fx_havoc_arguments(fx *x, const fx_call *c, uint32_t first);
bool fx_has_result(const fx_call *c);
bool fx_is_used(const fx_call *c); /* the result */
/* An input as the result, if that is used. */
az_term fx_any_result(fx *x, const fx_call *c, az_input_kind kind);
/* A pointer as the call's result type (undeclared functions return int). */
az_term fx_pointer_result(fx *x, const fx_call *c, az_term pointer);
/* The type of what the result is taken to lead to; 0: not known. */
az_type fx_result_pointee(fx *x, const fx_call *c);

#endif
