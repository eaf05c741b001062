/* Types of the debug information, as entry contracts need them. */
#pragma once

#include "frontend/bitcode/build.h"
#include <llvm-c/DebugInfo.h>

LLVMMetadataRef di_base(const fe_build *build, LLVMMetadataRef type);
/* Returns the type without its outermost qualifiers and typedefs; NULL: void. */
LLVMMetadataRef di_plain(const fe_build *build, LLVMMetadataRef type);
/* Returns the type that the pointer points to; NULL: void. */
LLVMMetadataRef di_behind(fe_build *build, LLVMMetadataRef pointer);
/* Returns whether the type has objects: not void, functions and incomplete records. */
bool di_is_complete(fe_build *build, LLVMMetadataRef type);
/* Returns the elements of a record, or the types of a function's result and parameters. */
LLVMValueRef *di_elements(fe_build *build, LLVMMetadataRef type, unsigned operand, unsigned *count);
LLVMMetadataRef di_element(LLVMValueRef value);
/* Returns the number of elements of an array, in all dimensions; 0 if unknown. */
uint64_t di_length(fe_build *build, LLVMMetadataRef array);
bool di_has_pointers(fe_build *build, LLVMMetadataRef type, unsigned depth);
/* Returns a C declaration of `inner` with the type; NULL if the type has no name that the file
 * could use. */
const char *di_declaration(fe_build *build, LLVMMetadataRef type, const char *inner,
                           unsigned depth);

typedef struct di_variable {
  const char *name;
  LLVMMetadataRef type; /* without qualifiers */
  bool has_clause;      /* an argument whose target a clause creates */
} di_variable;
/* Returns the members of a record. Members that are anonymous records have no name. */
di_variable *di_members(fe_build *build, LLVMMetadataRef record, unsigned *count);

/* Adds the function's arguments (stb_ds). `type`: type of its subprogram. Returns NULL, or why the
 * arguments' names are unknown. */
const char *di_arguments(fe_build *build, LLVMValueRef fn, LLVMMetadataRef type,
                         di_variable **arguments);
