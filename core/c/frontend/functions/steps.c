/* Notes pointer arithmetic beside the statements that use its result. The terms no longer show from
 * which pointer another one was computed, but replay has to detect pointers that leave their array
 * without leaving the object (C17 6.5.6; docs/soundness.md 8). */
#include "frontend/functions/functions.h"
#include "frontend/data/data.h"
#include "frontend/statements/statements.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { deepest = 16 };

/* Returns the register's term, if this block already has it. */
static az_term known(fx *x, LLVMValueRef v) {
  if (LLVMIsConstant(v)) return fe_constant(x->f, v);
  ptrdiff_t at = hmgeti(x->allocas, v);
  if (at >= 0) return fe_address(x->f, x->allocas[at].value);
  const fx_value *value = fx_slot(x, v);
  return value->stamp == 0 || value->stamp == x->stamp ? value->term : AZ_NO_TERM;
}

static az_type_kind kind_of(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: return AZ_T_RECORD;
  case LLVMArrayTypeKind: return AZ_T_ARRAY;
  case LLVMPointerTypeKind: return AZ_T_POINTER;
  case LLVMIntegerTypeKind: return AZ_T_INT;
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind: return AZ_T_FLOAT;
  default: return AZ_T_VOID;
  }
}

static bool beside(LLVMValueRef v, LLVMValueRef gep) {
  return LLVMIsAInstruction(v) && LLVMInstructionGetDebugLoc(v) == LLVMInstructionGetDebugLoc(gep);
}

/* Returns whether v is a dimension of a variable-length array, or a product of dimensions: clang
 * computes a dimension where the array type is declared. */
static bool is_dimension(LLVMValueRef v, LLVMValueRef gep) {
  if (!beside(v, gep)) return LLVMIsAInstruction(v);
  return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMMul &&
         is_dimension(LLVMGetOperand(v, 0), gep) && is_dimension(LLVMGetOperand(v, 1), gep);
}

/* Returns whether the index counts rows of variable length: clang multiplies it by their length and
 * then counts single elements. A product that the program wrote has a place of its own; in a macro,
 * where all places are one, its factors have this place, too. */
static bool counts_rows(LLVMValueRef gep) {
  if (!LLVMIsAInstruction(gep) || LLVMGetNumOperands(gep) != 2) return false;
  LLVMValueRef index = LLVMGetOperand(gep, 1);
  return beside(index, gep) && LLVMGetInstructionOpcode(index) == LLVMMul &&
         is_dimension(LLVMGetOperand(index, 1), gep);
}

/* Returns the type of the elements that the index counts; NULL if it selects a part of the base. */
static LLVMTypeRef counted(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  unsigned indices = (unsigned)LLVMGetNumOperands(gep) - 1;
  if (indices == 1) return type;
  bool is_array = indices == 2 && LLVMGetTypeKind(type) == LLVMArrayTypeKind;
  return is_array && LLVMIsNull(LLVMGetOperand(gep, 1)) ? LLVMGetElementType(type) : NULL;
}

/* Returns whether v is pointer arithmetic. On the address of a global, pointer arithmetic is a
 * constant expression, which still has the type of the counted elements (a[0] + 4). */
static bool moves(LLVMValueRef v) {
  bool folded = LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr;
  return (folded || LLVMIsAGetElementPtrInst(v)) && LLVMIsInBounds(v);
}

static void collect(fx *x, LLVMValueRef v, unsigned depth, az_move **steps) {
  if (depth > deepest || !moves(v)) return;
  LLVMValueRef base = LLVMGetOperand(v, 0);
  az_term from = known(x, base), to = known(x, v);
  if (!from || !to || az_sort_of(x->f->store, from) != az_sort_of(x->f->store, to)) return;
  collect(x, base, depth + 1, steps);
  az_move step = {.from = from, .to = to};
  LLVMTypeRef type = counted(v);
  if (counts_rows(v)) {
    step.kind = AZ_T_ARRAY;
  } else if (type) {
    step.bytes = fe_alloc_size(x->f, type);
    step.kind = kind_of(type);
    step.of_array = LLVMGetNumOperands(v) == 3;
  }
  arrput(*steps, step);
}

static const az_move *kept(fx *x, az_move *steps) {
  size_t bytes = arrlenu(steps) * sizeof *steps;
  az_move *copy = AZ_NEWN(x->f->arena, az_move, arrlenu(steps));
  memcpy(copy, steps, bytes);
  return copy;
}

static az_move *steps_to(fx *x, LLVMValueRef i) {
  az_move *steps = NULL;
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
    collect(x, LLVMGetOperand(i, k), 0, &steps);
  return steps;
}

void fx_note_steps(fx *x, LLVMValueRef i, size_t first) {
  if (arrlenu(x->stmts) <= first) return;
  az_move *steps = steps_to(x, i);
  collect(x, i, 0, &steps);
  if (arrlenu(steps)) {
    const az_move *all = kept(x, steps);
    for (size_t k = first; k < arrlenu(x->stmts); k++) {
      x->stmts[k].steps = all;
      x->stmts[k].step_count = (uint32_t)arrlenu(steps);
    }
  }
  arrfree(steps);
}

void fx_note_end_steps(fx *x, LLVMValueRef terminator, az_block *block) {
  az_move *steps = steps_to(x, terminator);
  if (arrlenu(steps)) {
    block->end_steps = kept(x, steps);
    block->end_step_count = (uint32_t)arrlenu(steps);
  }
  arrfree(steps);
}
