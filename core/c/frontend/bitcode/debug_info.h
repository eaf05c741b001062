/* The nodes of the debug information. */
#pragma once

#include "frontend/bitcode/build.h"
#include <llvm-c/DebugInfo.h>

enum { /* DWARF tags */
       TAG_ARRAY = 0x01,
       TAG_ENUM = 0x04,
       TAG_MEMBER = 0x0d,
       TAG_POINTER = 0x0f,
       TAG_STRUCT = 0x13,
       TAG_SUBROUTINE = 0x15,
       TAG_TYPEDEF = 0x16,
       TAG_UNION = 0x17,
       TAG_CONST = 0x26,
       TAG_VOLATILE = 0x35,
       TAG_RESTRICT = 0x37,
       TAG_ATOMIC = 0x47
};

unsigned fe_di_tag(LLVMMetadataRef di); /* of a type; 0: a basic type, or no type */
LLVMValueRef fe_di_value(const fe_build *build, LLVMMetadataRef node,
                         unsigned i); /* an operand, or NULL */
LLVMMetadataRef fe_di_operand(const fe_build *build, LLVMMetadataRef node, unsigned i);
/* Returns whether the type is const, or an array of a const type. */
bool fe_di_is_const(const fe_build *build, LLVMMetadataRef di);
const char *fe_di_string(const fe_build *build, LLVMMetadataRef node,
                         unsigned i);                                /* arena copy or NULL */
LLVMMetadataRef fe_global_variable(LLVMValueRef global);             /* DIGlobalVariable or NULL */
bool fe_is_of_file(const fe_build *build, LLVMMetadataRef variable); /* not of a function */
