/* Types, names and places by the debug information. */
#ifndef ANSATZ_FRONTEND_DEBUG_INFO_H
#define ANSATZ_FRONTEND_DEBUG_INFO_H

#include "frontend/state.h"

az_type fe_di_type(fe *f, LLVMMetadataRef di); /* NULL: void */
LLVMMetadataRef fe_di_operand(fe *f, LLVMMetadataRef node, unsigned i);
/* Is it declared const, or an array of what is? */
bool fe_di_is_const(fe *f, LLVMMetadataRef di);
const char *fe_di_string(fe *f, LLVMMetadataRef node, unsigned i); /* arena copy or NULL */
LLVMMetadataRef fe_global_variable(LLVMValueRef global);           /* DIGlobalVariable or NULL */
az_loc fe_di_loc(fe *f, LLVMMetadataRef file, unsigned line);
uint32_t fe_file(fe *f, const char *name, size_t length); /* its index among the program's files */

#endif
