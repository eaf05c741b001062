/* Rewriting of one instruction: inputs take values from the runtime, memory whose lifetime begins
 * is filled, and failing checks are reported. */
#include "replay/rewrite.h"
#include <stb/stb_ds.h>
#include <string.h>

static LLVMValueRef next_instruction(LLVMValueRef i) {
  LLVMValueRef next = LLVMGetNextInstruction(i);
  return next ? next : i;
}

/* Replaces the uses of `old` by `with`, except in `with` itself. */
static void replace_uses(LLVMValueRef old, LLVMValueRef with) {
  LLVMUseRef *uses = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(old); u; u = LLVMGetNextUse(u)) arrput(uses, u);
  LLVMValueRef *users = NULL;
  for (size_t k = 0; k < arrlenu(uses); k++) arrput(users, LLVMGetUser(uses[k]));
  for (size_t k = 0; k < arrlenu(users); k++)
    for (int n = 0; users[k] != with && n < LLVMGetNumOperands(users[k]); n++)
      if (LLVMGetOperand(users[k], (unsigned)n) == old) LLVMSetOperand(users[k], (unsigned)n, with);
  arrfree(users);
  arrfree(uses);
}

/* Builds a slot at the start of the function. */
static LLVMValueRef entry_slot(rewriter *r, LLVMValueRef function, LLVMTypeRef type) {
  LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  return LLVMBuildAlloca(r->b, type, "");
}

/* Builds the size of an alloca in bytes, at the builder's position. */
static LLVMValueRef alloca_size(rewriter *r, LLVMValueRef alloca) {
  const uint64_t bytes = LLVMABISizeOfType(r->layout, LLVMGetAllocatedType(alloca));
  LLVMValueRef count = LLVMGetOperand(alloca, 0), unit = LLVMConstInt(r->i64, bytes, false);
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(count));
  if (width < 64) count = LLVMBuildZExt(r->b, count, r->i64, "");
  return LLVMBuildMul(r->b, count, unit, "");
}

static void rewrite_live(rewriter *r, LLVMValueRef i, uint32_t site) {
  LLVMValueRef place = LLVMIsAAllocaInst(i)                                  ? i
                       : LLVMIsACallInst(i) && LLVMGetNumArgOperands(i) == 2 ? LLVMGetOperand(i, 1)
                                                                             : NULL;
  if (!place) return;
  LLVMPositionBuilderBefore(r->b, next_instruction(i));
  LLVMValueRef size = LLVMIsAAllocaInst(place) ? alloca_size(r, place) : LLVMGetOperand(i, 0);
  rewriter_call_fill(r, site, place, size, NATIVE_ZEROED);
}

static void rewrite_dead(rewriter *r, LLVMValueRef i) {
  if (!LLVMIsACallInst(i) || LLVMGetNumArgOperands(i) != 2) return;
  LLVMValueRef place = LLVMGetOperand(i, 1);
  LLVMPositionBuilderBefore(r->b, i);
  LLVMValueRef size = LLVMIsAAllocaInst(place) ? alloca_size(r, place) : LLVMGetOperand(i, 0);
  rewriter_call_fill(r, NATIVE_NO_SITE, place, size, NATIVE_ZEROED);
}

/* `fails`: before the allocation, an input decides whether it fails. */
static void rewrite_alloc(rewriter *r, LLVMValueRef i, uint32_t site, bool is_realloc, bool fails) {
  LLVMValueRef flag = NULL;
  if (fails) {
    flag = entry_slot(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)), r->i8);
    LLVMPositionBuilderBefore(r->b, i);
    rewriter_call_fill(r, site, flag, LLVMConstInt(r->i64, 1, false), 3 | NATIVE_TRUTH);
  }
  LLVMPositionBuilderBefore(r->b, next_instruction(i));
  if (LLVMIsAAllocaInst(i)) {
    rewriter_call_fill(r, site, i, alloca_size(r, i), NATIVE_ZEROED);
  } else if (LLVMIsACallInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind &&
             LLVMGetNumArgOperands(i) > 0) {
    LLVMValueRef size = LLVMGetOperand(i, LLVMGetNumArgOperands(i) - 1);
    if (LLVMGetTypeKind(LLVMTypeOf(size)) != LLVMIntegerTypeKind) return;
    LLVMValueRef made = rewriter_call_filler(r, "ansatz.made", site, i, size,
                                             is_realloc ? 0 : NATIVE_ZEROED | NATIVE_HEAP);
    replace_uses(i, made);
    i = made;
  }
  if (!flag) return;
  LLVMValueRef bits = LLVMBuildLoad2(r->b, r->i8, flag, ""),
               ok = LLVMBuildICmp(r->b, LLVMIntEQ, bits, LLVMConstNull(r->i8), "");
  LLVMValueRef marker = LLVMGetUndef(LLVMTypeOf(i)),
               result = LLVMBuildSelect(r->b, ok, marker, LLVMConstNull(LLVMTypeOf(i)), "");
  if (!LLVMIsASelectInst(result)) return;
  replace_uses(i, result);
  LLVMSetOperand(result, 1, i);
}

static void rewrite_input(rewriter *r, LLVMValueRef i, uint32_t site, bool limited) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!LLVMIsACallInst(i) || LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  LLVMValueRef slot = entry_slot(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)), type);
  LLVMPositionBuilderBefore(r->b, i);
  rewriter_call_fill(r, site, slot,
                     LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), false),
                     NATIVE_ZEROED | NATIVE_SINGLE | rewriter_kind_flags(r, type, limited));
  LLVMValueRef value = LLVMBuildLoad2(r->b, type, slot, "");
  LLVMReplaceAllUsesWith(i, value);
  LLVMInstructionEraseFromParent(i);
}

/* Counts the live heap blocks. A realloc of a block does not change their number. */
static void rewrite_blocks(rewriter *r, LLVMValueRef i, int by, bool is_realloc) {
  if (!LLVMIsACallInst(i) || !LLVMGetNumArgOperands(i)) return;
  LLVMValueRef old = LLVMGetOperand(i, 0), new = i;
  bool has_old = LLVMTypeOf(old) == r->ptr, has_new = LLVMTypeOf(new) == r->ptr;
  LLVMPositionBuilderBefore(r->b, i);
  if ((by < 0 || is_realloc) && has_old) {
    LLVMValueRef args[] = {old, LLVMConstInt(r->i32, (uint64_t)-1, true)};
    rewriter_call(r, "ansatz.tally", args, 2);
  }
  LLVMPositionBuilderBefore(r->b, next_instruction(i));
  if (by > 0 && has_new) {
    LLVMValueRef args[] = {new, rewriter_number(r, 1)};
    rewriter_call(r, "ansatz.tally", args, 2);
  }
}

/* Returns whether the instruction accesses a variable by name, which is never an error. */
static bool is_named(LLVMValueRef i) {
  LLVMValueRef place = LLVMIsALoadInst(i)    ? LLVMGetOperand(i, 0)
                       : LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1)
                                             : NULL;
  return place && (LLVMIsAAllocaInst(place) || LLVMIsAGlobalVariable(place));
}

static const char *const assumes[] = {"__CPROVER_assume", "__VERIFIER_assume", "assume", NULL};

/* Returns whether the input depends on the state or on arguments, and so cannot be random. */
static bool depends(const az_stmt *input) {
  return input->input == AZ_IN_MEMORY || input->arg_count;
}

void rewriter_site(rewriter *r, LLVMValueRef i, uint32_t site, const native_action *a) {
  if (LLVMIsAPHINode(i)) return;
  if (a->checks) rewriter_checks(r, i, site, a->checks);
  if (a->assume && rewriter_is_call_of(i, assumes) && LLVMGetNumArgOperands(i) >= 1) {
    LLVMPositionBuilderBefore(r->b, i);
    rewriter_call_check(r, rewriter_is_nonzero(r, LLVMGetOperand(i, 0)), site, NATIVE_ASSUMPTION);
  }
  static const az_class heap[] = {AZ_C_MEMTRACK, AZ_C_MEMCLEANUP};
  for (size_t k = 0; k < 2; k++)
    if (a->checks >> heap[k] & 1u) {
      LLVMPositionBuilderBefore(r->b, i);
      rewriter_call_leaks(r, site, heap[k]);
    }
  LLVMValueRef at = LLVMGetNamedGlobal(r->module, "ansatz.at");
  if (a->access && at && !is_named(i)) {
    LLVMPositionBuilderBefore(r->b, i);
    LLVMSetVolatile(LLVMBuildStore(r->b, rewriter_number(r, site), at), true);
  }
  if (a->blocks && rewriter_has(r, "ansatz.tally")) rewrite_blocks(r, i, a->blocks, a->realloc);
  if (a->live) rewrite_live(r, i, site);
  if (a->dead) rewrite_dead(r, i);
  if (a->alloc)
    rewrite_alloc(r, i, site, a->realloc, a->input != NULL);
  else if (a->input && !(r->makes_up && depends(a->input)))
    rewrite_input(r, i, site, a->limited); /* must be last, as it removes the instruction */
}
