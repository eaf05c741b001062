/* Lifetimes of locals, and their values at the beginning, derived from the uses of their allocas.
 * clang does not mark compound literals and temporary objects (C17 6.5.2.5p5, 6.2.4p8). A literal
 * ends where control leaves its block, which the places of instructions show. A temporary ends
 * after the last instruction to which its address flows in registers; so does a literal whose block
 * the places may not show (hidden_blocks.c). Both ends may be too early or too late by code that
 * debug information does not show (a substatement without braces, a comma), so that memory safety
 * is unknown. For other properties, a value read after such an end is arbitrary, and the
 * interpreter stops there. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/statements/statements.h"
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
      for (LLVMValueRef i = az_first_counted(k ? n->more[k - 1] : n->bb); i && !stored && !found;
           i = az_next_counted(i)) {
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

/* Returns whether a variable with this name is one of clang's temporaries that are not objects of
 * C: a saved value, a result. */
static bool is_no_object(const char *name) {
  static const char *const own[] = {"retval", "saved_stack", "atomic", ".atomic", "cleanup", NULL};
  for (int i = 0; own[i]; i++)
    if (!strncmp(name, own[i], strlen(own[i]))) return true;
  return false;
}

static bool is_literal(const char *name) {
  return strstr(name, "compoundliteral") != NULL;
}

/* Returns whether a variable with this name is one of clang's temporary objects. A variable without
 * debug information is in code that is jumped over. */
static bool is_temporary(const char *name) {
  return !is_literal(name) &&
         (!strncmp(name, "tmp", 3) || !strncmp(name, "coerce", 6) || strpbrk(name, ".-"));
}

/* Returns the innermost C block that contains the instructions that use a literal or a variable. */
static LLVMMetadataRef block_of(fx *x, LLVMValueRef alloca) {
  LLVMMetadataRef variable = hmget(x->declares, alloca);
  if (variable) return fe_di_operand(x->f->build, variable, 0);
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(LLVMGetUser(u));
    if (place) return LLVMDILocationGetScope(place);
  }
  return NULL;
}

const char *fx_ends_unknown(fx *x, LLVMValueRef alloca, const char *name) {
  bool declared = hmget(x->declares, alloca) != NULL;
  if (!declared && is_no_object(name)) return NULL;
  const LLVMMetadataRef scope = block_of(x, alloca);
  bool temporary = !declared && is_temporary(name), literal = !declared && is_literal(name),
       inner = scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
  if ((!temporary && !literal && !inner) || !fe_outlives_calls(alloca)) return NULL;
  if (literal && !inner && !fe_hides_blocks(x->f, x->fn)) return NULL;
  if (temporary) return "end of the expression of a temporary object";
  return literal ? "end of the block of a compound literal"
                 : az_arena_printf(x->f->arena, "end of the block of '%s'", name);
}

static void mark_life(fx *x, LLVMValueRef before, uint32_t object, bool begins) {
  if (!before) return;
  fx_mark m = {object, begins, hmget(x->marked, before)};
  arrput(x->marks, m);
  hmput(x->marked, before, (uint32_t)arrlenu(x->marks));
}

/* Returns the first instruction, in clang's order, that uses the alloca. */
static LLVMValueRef first_use(fx *x, LLVMValueRef alloca) {
  for (LLVMBasicBlockRef bb = LLVMGetEntryBasicBlock(x->fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i))
      for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (LLVMGetOperand(i, (unsigned)k) == alloca) return i;
  return NULL;
}

/* Collects the instructions to which a pointer computed from v flows in registers. */
static void find_last_use(LLVMValueRef v, LLVMValueRef **found) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    bool seen = false;
    for (size_t k = 0; k < arrlenu(*found); k++) seen = seen || (*found)[k] == user;
    if (seen) continue;
    arrput(*found, user);
    if (fe_is_pointer(LLVMTypeOf(user)) && !LLVMIsALoadInst(user)) find_last_use(user, found);
  }
}

static void mark_temporary(fx *x, LLVMValueRef alloca, uint32_t object) {
  LLVMValueRef *users = NULL, last = NULL;
  find_last_use(alloca, &users);
  for (LLVMBasicBlockRef bb = LLVMGetEntryBasicBlock(x->fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i))
      for (size_t k = 0; k < arrlenu(users); k++)
        if (users[k] == i) last = i;
  arrfree(users);
  if (last) mark_life(x, az_next_counted(last), object, false);
}

static bool is_within(fx *x, LLVMMetadataRef scope, LLVMMetadataRef block) {
  while (scope && scope != block && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
    scope = fe_di_operand(x->f->build, scope, 1);
  return scope == block;
}

/* Returns whether the literal may be live after the basic block; `may`: whether it may be live at
 * the block's start. `marks`: also marks its ends. */
static bool lives_behind(fx *x, LLVMBasicBlockRef bb, bool may, LLVMValueRef begin,
                         LLVMMetadataRef block, uint32_t object, bool marks) {
  for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i)) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
    if (may && place && !LLVMIsAPHINode(i) && !is_within(x, LLVMDILocationGetScope(place), block)) {
      may = false;
      if (marks) mark_life(x, i, object, false);
    }
    may = may || i == begin;
  }
  return may;
}

/* Marks the ends of a literal, where control leaves its block. */
static void mark_literal(fx *x, LLVMValueRef alloca, LLVMValueRef begin, uint32_t object) {
  LLVMMetadataRef block = block_of(x, alloca);
  struct {
    LLVMBasicBlockRef key;
    bool value;
  } *lives = NULL; /* at the beginning of basic blocks */
  LLVMBasicBlockRef *stack = NULL;
  arrput(stack, LLVMGetInstructionParent(begin));
  while (arrlenu(stack)) {
    LLVMBasicBlockRef bb = arrpop(stack);
    if (!lives_behind(x, bb, hmget(lives, bb), begin, block, object, false)) continue;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
      if (hmget(lives, to)) continue;
      hmput(lives, to, true);
      arrput(stack, to);
    }
  }
  for (LLVMBasicBlockRef bb = LLVMGetEntryBasicBlock(x->fn); bb; bb = LLVMGetNextBasicBlock(bb))
    lives_behind(x, bb, hmget(lives, bb), begin, block, object, true);
  arrfree(stack);
  hmfree(lives);
}

void fx_mark_lifetime(fx *x, LLVMValueRef alloca, uint32_t object) {
  const char *name = x->f->objects[object].name;
  LLVMValueRef begin = hmget(x->declares, alloca) ? NULL : first_use(x, alloca);
  if (!begin || !(is_literal(name) || is_temporary(name))) return;
  mark_life(x, begin, object, true);
  if (is_literal(name) && !fe_hides_blocks(x->f, x->fn))
    mark_literal(x, alloca, begin, object);
  else
    mark_temporary(x, alloca, object);
}

void fx_mark_renewal(fx *x, LLVMValueRef before, uint32_t object) {
  mark_life(x, before, object, true);
  mark_life(x, before, object, false); /* the mark that was added last is emitted first */
}

void fx_lifetimes(fx *x, LLVMValueRef before) {
  uint32_t at = x->marked && before ? hmget(x->marked, before) : 0;
  for (; at && !x->stopped; at = x->marks[at - 1].next)
    fx_emit_life(x, x->marks[at - 1].begins ? AZ_S_LIVE : AZ_S_DEAD, x->marks[at - 1].object);
}
