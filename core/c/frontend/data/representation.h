/* Representation of LLVM registers as terms, as bits and in memory. */
#ifndef ANSATZ_FRONTEND_REPRESENTATION_H
#define ANSATZ_FRONTEND_REPRESENTATION_H

#include "frontend/data/program_state.h"

/* Sort of a register of an LLVM type: i1 is a bool, an aggregate one bit-vector with the first
 * element lowest. 0: the type has no values, or they are wider than terms can be. */
az_sort fe_sort(fe *f, LLVMTypeRef type);
az_term fe_pack(fe *f, az_term t); /* any sort -> bits */
az_term fe_unpack(fe *f, az_term bits, LLVMTypeRef type);
/* The x87's 80 bits of a float's: sign, exponent, explicit integer bit, fraction. */
az_term fe_x87_to_memory(fe *f, az_term bits);
az_term fe_to_memory(fe *f, az_term t, LLVMTypeRef type); /* register -> sort of fe_register_type */
az_term fe_from_memory(fe *f, az_term t, LLVMTypeRef type);
/* Element `index` of a packed aggregate: its lowest bit and, in *element, its type. */
uint32_t fx_part(fe *f, LLVMTypeRef type, unsigned index, LLVMTypeRef *element);
unsigned fe_part_count(LLVMTypeRef type);
uint64_t fe_alloc_size(fe *f, LLVMTypeRef type); /* bytes in memory; 0: not known */

#endif
