/* Objects and functions of the program under construction. */
#ifndef ANSATZ_FRONTEND_OBJECTS_H
#define ANSATZ_FRONTEND_OBJECTS_H

#include "frontend/data/program_state.h"

uint32_t fe_add_object(fe *f, az_object_kind kind, const char *name, az_type type,
                       uint32_t function, az_loc loc);
az_term fe_address(fe *f, uint32_t object); /* pointer to its first byte */
/* Returns whether it has no object by structure: it is null, or made from a number. */
bool fe_leads_nowhere(fe *f, az_term pointer);
/* The object that an object part of a pointer names for certain; AZ_NONE: none. */
uint32_t fe_object_at(fe *f, az_term object_part);
uint32_t fe_add_code(fe *f, const char *name);            /* what a label or an ifunc stands for */
uint32_t fe_global_object(fe *f, LLVMValueRef global);    /* variable or function */
uint32_t fe_function_index(fe *f, LLVMValueRef function); /* asks for its translation */

/* The model as it is called at a site of the caller, or of the program's function that the caller,
 * a model itself, was called by. */
uint32_t fe_model_index(fe *f, LLVMValueRef model, uint32_t caller, uint32_t site, az_loc loc);

#endif
