/* Types and places by the debug information. */
#ifndef ANSATZ_FRONTEND_DECLARED_TYPES_H
#define ANSATZ_FRONTEND_DECLARED_TYPES_H

#include "frontend/data/program_state.h"

az_type fe_di_type(fe *f, LLVMMetadataRef di); /* NULL: void */
az_loc fe_di_loc(fe *f, LLVMMetadataRef file, unsigned line);
uint32_t fe_file(fe *f, const char *name, size_t length); /* its index among the program's files */

#endif
