/* When locals live, and what they hold when they begin to: by the uses of their allocas. */
#include "frontend/locals.h"
#include "frontend/debug_info.h"
#include "frontend/llvm.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

bool fx_read_before_written(fx *x, LLVMValueRef alloca) {
  bool found = false, loads = false;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != alloca &&
                 LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMGetAllocatedType(alloca);
    if (!store && !LLVMIsALoadInst(user)) return true;
    loads = loads || !store;
  }
  if (!loads) return false;
  uint32_t *stack = NULL;
  bool *seen = az_calloc(arrlenu(x->nodes), sizeof *seen);
  arrput(stack, 0);
  while (arrlenu(stack) && !found) {
    const fx_node *n = &x->nodes[arrpop(stack)];
    bool stored = false;
    for (size_t k = 0; k <= arrlenu(n->more) && !stored && !found; k++)
      for (LLVMValueRef i = fx_first(k ? n->more[k - 1] : n->bb); i && !stored && !found;
           i = fx_next(i)) {
        if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == alloca) stored = true;
        if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == alloca) found = true;
      }
    for (size_t k = 0; !stored && k < arrlenu(n->successors); k++)
      if (!seen[n->successors[k]]) {
        seen[n->successors[k]] = true;
        arrput(stack, n->successors[k]);
      }
  }
  arrfree(stack);
  free(seen);
  return found;
}

bool fx_has_lifetime(LLVMValueRef alloca) {
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    const char *name = fx_intrinsic(LLVMGetUser(u));
    if (name && !strncmp(name, "llvm.lifetime.start", 19)) return true;
  }
  return false;
}

/* Does an address computed from v escape: into memory, a call or another variable? */
static bool is_given_away(LLVMValueRef v) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || fx_intrinsic(user)) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != v) continue;
    if (!LLVMIsAGetElementPtrInst(user) || is_given_away(user)) return true;
  }
  return false;
}

/* Is it a temporary of clang's: the result of a call, an argument, a saved value? */
static bool is_temporary(const char *name) {
  static const char *const own[] = {"retval", "tmp", "coerce", "saved_stack", NULL};
  for (int i = 0; own[i]; i++)
    if (!strncmp(name, own[i], strlen(own[i]))) return true;
  return !strstr(name, "compoundliteral") && strpbrk(name, ".-");
}

bool fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name) {
  LLVMMetadataRef variable = hmget(x->declares, alloca), scope = NULL;
  if (variable) scope = fe_di_operand(x->f, variable, 0);
  bool of_place = !variable && !is_temporary(name);
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u && !scope && of_place; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(LLVMGetUser(u));
    if (place) scope = LLVMDILocationGetScope(place);
  }
  return scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind &&
         is_given_away(alloca);
}
