/* Queries about nodes of the debug information (docs/frontend.md, "Names, types, lines"). */
#include "frontend/bitcode/debug_info.h"
#include <stdlib.h>

LLVMValueRef fe_di_value(const fe_build *build, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = LLVMMetadataAsValue(build->context, node);
  unsigned n = LLVMGetMDNodeNumOperands(value);
  if (i >= n) return NULL;
  LLVMValueRef few[16], *all = n <= 16 ? few : az_malloc(n * sizeof *all);
  LLVMGetMDNodeOperands(value, all);
  LLVMValueRef result = all[i];
  if (all != few) free(all);
  return result;
}

LLVMMetadataRef fe_di_operand(const fe_build *build, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = fe_di_value(build, node, i);
  return value ? LLVMValueAsMetadata(value) : NULL;
}

const char *fe_di_string(const fe_build *build, LLVMMetadataRef node, unsigned i) {
  LLVMValueRef value = fe_di_value(build, node, i);
  unsigned length = 0;
  const char *text = value ? LLVMGetMDString(value, &length) : NULL;
  return text && length ? az_arena_printf(build->arena, "%.*s", (int)length, text) : NULL;
}

LLVMMetadataRef fe_global_variable(LLVMValueRef global) {
  size_t count = 0;
  LLVMMetadataRef variable = NULL;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
  for (size_t i = 0; i < count && !variable; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
      variable = LLVMDIGlobalVariableExpressionGetVariable(node);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return variable;
}

bool fe_is_of_file(const fe_build *build, LLVMMetadataRef variable) {
  LLVMMetadataRef scope = fe_di_operand(build, variable, 0);
  return scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind &&
         LLVMGetMetadataKind(scope) != LLVMDILexicalBlockMetadataKind;
}

unsigned fe_di_tag(LLVMMetadataRef di) {
  switch (LLVMGetMetadataKind(di)) {
  case LLVMDIDerivedTypeMetadataKind:
  case LLVMDICompositeTypeMetadataKind:
  case LLVMDISubroutineTypeMetadataKind: return LLVMGetDINodeTag(di);
  default: return 0;
  }
}

bool fe_di_is_const(const fe_build *build, LLVMMetadataRef di) {
  for (unsigned depth = 0; di && depth < 64; depth++) {
    unsigned tag = fe_di_tag(di);
    if (tag == TAG_CONST) return true;
    if (tag != TAG_TYPEDEF && tag != TAG_VOLATILE && tag != TAG_ATOMIC && tag != TAG_ARRAY) break;
    di = fe_di_operand(build, di, 3);
  }
  return false;
}
