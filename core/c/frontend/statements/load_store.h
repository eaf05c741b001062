/* Loads and stores. */
#ifndef ANSATZ_FRONTEND_LOAD_STORE_H
#define ANSATZ_FRONTEND_LOAD_STORE_H

#include "frontend/statements/function_state.h"

az_term fx_load(fx *x, az_term ptr, LLVMTypeRef type);
void fx_store(fx *x, az_term ptr, az_term value, LLVMTypeRef type);
/* Of a whole object of our own: they need no check. */
az_term fx_load_object(fx *x, uint32_t object, LLVMTypeRef type);
void fx_store_object(fx *x, uint32_t object, az_term value, LLVMTypeRef type);

#endif
