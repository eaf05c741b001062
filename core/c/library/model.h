/* Models in a module that they are linked into. */
#ifndef ANSATZ_LIBRARY_MODEL_H
#define ANSATZ_LIBRARY_MODEL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

/* Is the function one of core/c/library? CMake gives their files a folder that no other file has.
 */
static inline bool az_library_has(LLVMValueRef function) {
  static const char folder[] = "<library>/";
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
  unsigned length = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &length) : NULL;
  return length >= sizeof folder && !strncmp(name, folder, sizeof folder - 1);
}

#endif
