/* Types, objects and constants of the program under construction; each part is in its own file. */
#pragma once

#include "frontend/data/program_state.h"

/* ---- types.c: types of the program, each created once --------------------------------------- */

void fe_types_open(fe *f);
/* `name`: NULL for the usual C name of such an integer. */
az_type fe_int_type(fe *f, uint32_t width, bool is_signed, const char *name);
az_type fe_float_type(fe *f, const char *name, uint32_t width, az_sort sort);
az_type fe_long_double_type(fe *f, uint64_t bytes);
az_type fe_function_type(fe *f);
az_type fe_pointer_to(fe *f, az_type element);
az_type fe_array_of(fe *f, az_type element, uint64_t count);
/* Adds a new type. Records get their fields later, since they may refer to themselves; `fields`
 * (stb_ds) is freed. */
az_type fe_add_type(fe *f, az_type_info info);
void fe_set_fields(fe *f, az_type record, az_field *fields);
/* Returns the type of an LLVM type in memory: i1 as _Bool, x86_fp80 as 80 bits, aggregates as
 * records and arrays. */
az_type fe_llvm_type(fe *f, LLVMTypeRef type);
/* Returns the type by which a register of an LLVM type is stored as a whole: aggregates and vectors
 * as one integer. */
az_type fe_register_type(fe *f, LLVMTypeRef type);
/* Returns the type of the field or element with `bytes` bytes (0: any scalar) at the byte offset in
 * `type`; 0: none. */
az_type fe_type_at(fe *f, az_type type, uint64_t offset, uint64_t bytes);

/* ---- declared_types.c: types and places from debug information ------------------------------ */

az_type fe_di_type(fe *f, LLVMMetadataRef di); /* NULL: void */
az_loc fe_di_loc(fe *f, LLVMMetadataRef file, unsigned line);
uint32_t fe_file(fe *f, const char *name, size_t length); /* the file's index in the program */

/* ---- representation.c: representation of LLVM registers as terms, as bits and in memory ----- */

/* Returns the sort of a register of an LLVM type: i1 is a bool, an aggregate one bit-vector with
 * the first element lowest. 0: the type has no values, or they are too wide for terms. */
az_sort fe_sort(fe *f, LLVMTypeRef type);
az_term fe_pack(fe *f, az_term t); /* any sort -> bits */
az_term fe_unpack(fe *f, az_term bits, LLVMTypeRef type);
/* Returns a float's 80 bits on the x87: sign, exponent, explicit integer bit, fraction. */
az_term fe_x87_to_memory(fe *f, az_term bits);
az_term fe_to_memory(fe *f, az_term t, LLVMTypeRef type); /* register -> sort of fe_register_type */
az_term fe_from_memory(fe *f, az_term t, LLVMTypeRef type);
/* Returns the lowest bit of element `index` in a packed aggregate; sets *element to its type. */
uint32_t fx_part(fe *f, LLVMTypeRef type, unsigned index, LLVMTypeRef *element);
unsigned fe_part_count(LLVMTypeRef type);
uint64_t fe_alloc_size(fe *f, LLVMTypeRef type); /* bytes in memory; 0: unknown */

/* ---- objects.c: objects and functions of the program under construction --------------------- */

uint32_t fe_add_object(fe *f, az_object_kind kind, const char *name, az_type type,
                       uint32_t function, az_loc loc);
az_term fe_address(fe *f, uint32_t object); /* pointer to its first byte */
/* Returns whether the pointer's structure shows no object: it is null, or made from a number. */
bool fe_leads_nowhere(fe *f, az_term pointer);
/* Returns the object that the object part of a pointer certainly names, or AZ_NONE. */
uint32_t fe_object_at(fe *f, az_term object_part);
uint32_t fe_add_code(fe *f, const char *name);            /* for a label or an ifunc */
uint32_t fe_global_object(fe *f, LLVMValueRef global);    /* variable or function */
uint32_t fe_function_index(fe *f, LLVMValueRef function); /* requests its translation */

/* Returns the copy of the model for a call site of the caller. If the caller is a model, the site
 * is where the program's function calls that model. */
uint32_t fe_model_index(fe *f, LLVMValueRef model, uint32_t caller, uint32_t site, az_loc loc);

/* ---- constants.c: constants and initialisers ------------------------------------------------ */

/* Returns the constant as a term of fe_sort(its type); 0 if its value is not the same everywhere
 * (an address converted to an integer, undef, poison). */
az_term fe_constant(fe *f, LLVMValueRef value);
az_term fe_block_address(fe *f, LLVMBasicBlockRef bb); /* &&label */
az_status fe_initialise(fe *f, LLVMValueRef global);   /* fills the object's initialiser */

/* ---- texts.c: C files ------------------------------------------------------------------------ */
/* Returns the C file with its lines; NULL if it is no file of the program, nor of a harness. */
const struct fe_text *fe_text_named(fe *f, const char *name, unsigned length);

/* ---- report.c: causes of approximation, and warnings ---------------------------------------- */

void fe_cause(fe *f, az_loc loc, const char *text);
/* Records unmodelled code that is executed or affects what is executed, outside the functions. */
void fe_unread(fe *f, const char *text);
/* Returns the first such code, or NULL. */
const char *fe_what_is_unread(const fe *f);
/* Notes a float operation of this type: its value may depend on the platform (FLT_EVAL_METHOD). */
void fe_note_float(fe *f, LLVMTypeRef type);
void fe_warn(fe *f, const char *format, ...) AZ_PRINTF(2, 3);
