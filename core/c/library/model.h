/* Recognises models in a module into which they are linked, and counts instructions. */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

/* Returns whether the function is a model: library/CMakeLists.txt gives their files a folder that
 * no other file has. */
static inline bool az_library_has(LLVMValueRef function) {
  static const char folder[] = "<library>/";
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
  unsigned length = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
  return length >= sizeof folder && !strncmp(name, folder, sizeof folder - 1);
}

/* Returns the first counted instruction in the block from `i` on. The front end and replay number
 * counted instructions alike: functions in order, then blocks, then instructions (az_stmt.site).
 * Calls of llvm.dbg.* are not counted, since only one of LLVM's two debug formats has them. */
static inline LLVMValueRef az_counted_from(LLVMValueRef i) {
  while (i && LLVMIsADbgInfoIntrinsic(i)) i = LLVMGetNextInstruction(i);
  return i;
}
static inline LLVMValueRef az_first_counted(LLVMBasicBlockRef block) {
  return az_counted_from(LLVMGetFirstInstruction(block));
}
static inline LLVMValueRef az_next_counted(LLVMValueRef instruction) {
  return az_counted_from(LLVMGetNextInstruction(instruction));
}
