/* Types of the program, each made once. */
#ifndef ANSATZ_FRONTEND_TYPES_H
#define ANSATZ_FRONTEND_TYPES_H

#include "frontend/data/program_state.h"

void fe_types_open(fe *f);
/* Name NULL: the usual C name of such an integer. */
az_type fe_int_type(fe *f, uint32_t width, bool is_signed, const char *name);
az_type fe_float_type(fe *f, const char *name, uint32_t width, az_sort sort);
az_type fe_long_double_type(fe *f, uint64_t bytes);
az_type fe_function_type(fe *f);
az_type fe_pointer_to(fe *f, az_type element);
az_type fe_array_of(fe *f, az_type element, uint64_t count);
/* A new type. Records get their fields later, as they may refer to themselves; `fields` (stb_ds) is
 * freed. */
az_type fe_add_type(fe *f, az_type_info info);
void fe_set_fields(fe *f, az_type record, az_field *fields);
/* Type of an LLVM type as it is in memory: i1 as _Bool, x86_fp80 as 80 bits, aggregates as records
 * and arrays. */
az_type fe_llvm_type(fe *f, LLVMTypeRef type);
/* Type of a register of an LLVM type when it is stored whole: aggregates and vectors as one
 * integer. */
az_type fe_register_type(fe *f, LLVMTypeRef type);
/* Type of the field or element of `type` at a byte offset that has `bytes` bytes (0: any scalar);
 * 0: there is none. */
az_type fe_type_at(fe *f, az_type type, uint64_t offset, uint64_t bytes);

#endif
