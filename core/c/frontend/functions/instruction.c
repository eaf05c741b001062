/* Translates one instruction of LLVM to statements and the term of its result. */
#include "frontend/functions/functions.h"
#include "frontend/statements/statements.h"
#include "frontend/calls/calls.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/data/data.h"
#include "frontend/bitcode/llvm.h"
#include <stb/stb_ds.h>

#define S (x->f->store)

static az_term allocate(fx *x, LLVMValueRef i) {
  fe *f = x->f;
  LLVMTypeRef llvm = LLVMGetAllocatedType(i);
  uint32_t bits = f->p->pointer_bits;
  az_term count = az_resize(S, fx_value_of(x, LLVMGetOperand(i, 0)), bits, false);
  az_type type = 0;
  LLVMMetadataRef variable = hmget(x->declares, i);
  if (variable) {
    type = fe_di_type(f, fe_di_operand(f->build, variable, 3));
    while (f->types[type].kind == AZ_T_ARRAY && !f->types[type].count)
      type = f->types[type].element;
  } else {
    for (LLVMUseRef u = LLVMGetFirstUse(i); u && !type; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == i)
        type = fx_pointee(x, LLVMGetOperand(user, 1));
    }
  }
  bool vla = fe_is_named(i, "vla");
  az_term size = az_bv(S, bits, fe_alloc_size(f, llvm));
  if (vla) { /* larger than the address space: impossible in C, so the execution ends */
    fx_emit(x, AZ_S_ASSUME)->value = az_not(S, az_mul_overflows(S, count, size, false));
    if (az_is_true(S, arrlast(x->stmts).value)) (void)arrpop(x->stmts);
  }
  az_stmt *s = fx_emit(x, AZ_S_ALLOC);
  s->alloc = vla ? AZ_ALLOC_VLA : AZ_ALLOC_ALLOCA;
  s->type = type ? type : vla ? fe_llvm_type(f, llvm) : 0;
  s->size = az_bv_mul(S, count, size);
  s->text = vla && variable ? fe_di_string(f->build, variable, 1) : NULL;
  return s->result = az_fresh(S, f->types[f->pointer_type].sort, "r");
}

static az_term exchange(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 1));
  az_term ptr = fx_value_of(x, LLVMGetOperand(i, 0)),
          expected = fx_value_of(x, LLVMGetOperand(i, 1));
  az_term wanted = fx_value_of(x, LLVMGetOperand(i, 2)), old = fx_load(x, ptr, type),
          same = az_eq(S, old, expected);
  fx_store(x, ptr, az_ite(S, same, wanted, old), type);
  old = fe_pack(x->f, old);
  return az_concat(S, az_bool_to_bv(S, same, 1), old);
}

static az_term read_modify_write(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  az_term ptr = fx_value_of(x, LLVMGetOperand(i, 0)), b = fx_value_of(x, LLVMGetOperand(i, 1)),
          old = fx_load(x, ptr, type), value;
  switch (LLVMGetAtomicRMWBinOp(i)) {
  case LLVMAtomicRMWBinOpXchg: value = b; break;
  case LLVMAtomicRMWBinOpAdd: value = az_bv_add(S, old, b); break;
  case LLVMAtomicRMWBinOpSub: value = az_bv_sub(S, old, b); break;
  case LLVMAtomicRMWBinOpAnd: value = az_bv_and(S, old, b); break;
  case LLVMAtomicRMWBinOpNand: value = az_bv_not(S, az_bv_and(S, old, b)); break;
  case LLVMAtomicRMWBinOpOr: value = az_bv_or(S, old, b); break;
  case LLVMAtomicRMWBinOpXor: value = az_bv_xor(S, old, b); break;
  case LLVMAtomicRMWBinOpMax: value = az_ite(S, az_bv_slt(S, old, b), b, old); break;
  case LLVMAtomicRMWBinOpMin: value = az_ite(S, az_bv_slt(S, b, old), b, old); break;
  case LLVMAtomicRMWBinOpUMax: value = az_ite(S, az_bv_ult(S, old, b), b, old); break;
  case LLVMAtomicRMWBinOpUMin: value = az_ite(S, az_bv_ult(S, b, old), b, old); break;
  default: value = fx_approx(x, type, "atomic float operation"); break;
  }
  fx_store(x, ptr, value, type);
  return old;
}

static az_term choose(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands) {
  (void)i;
  (void)type;
  return az_ite(S, operands[0], operands[1], operands[2]);
}

static az_term negate(fx *x, LLVMValueRef i, LLVMTypeRef type, const az_term *operands) {
  (void)i;
  (void)type;
  return az_float_unary(S, AZ_K_F_NEG, operands[0]);
}

static az_term unknown_instruction(fx *x, LLVMValueRef i) {
  char *cause = az_arena_printf(x->f->arena, "instruction %d", (int)LLVMGetInstructionOpcode(i));
  if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) return fx_approx(x, LLVMTypeOf(i), cause);
  fx_unsupported(x, cause);
  return 0;
}

static void store(fx *x, LLVMValueRef i) {
  if (LLVMGetOperand(i, 1) == x->dead_slot) return;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
  fx_note_restricted_access(x, LLVMGetOperand(i, 1), type);
  size_t first = arrlenu(x->stmts);
  const az_term value = fx_value_of(x, LLVMGetOperand(i, 0));
  fx_store(x, fx_value_of(x, LLVMGetOperand(i, 1)), value, type);
  bool record = fx_stores_record(x, i);
  for (size_t k = first; k < arrlenu(x->stmts); k++)
    if (x->stmts[k].kind == AZ_S_STORE) x->stmts[k].of_record = record;
}

/* Returns the value of the instruction's register; 0 if it has none. */
static az_term result_of(fx *x, LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAlloca: return hmgeti(x->allocas, i) >= 0 ? 0 : allocate(x, i);
  case LLVMLoad:
    if (LLVMGetOperand(i, 0) == x->dead_slot) return 0;
    fx_note_restricted_access(x, LLVMGetOperand(i, 0), type);
    return fx_load(x, fx_value_of(x, LLVMGetOperand(i, 0)), type);
  case LLVMStore: store(x, i); return 0;
  case LLVMGetElementPtr:
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? fx_approx(x, type, "vector of pointers")
                                                       : fx_gep(x, i);
  case LLVMVAArg: /* clang generates none */ fx_unsupported(x, "instruction va_arg"); return 0;
  case LLVMICmp: return fx_compare(x, i);
  case LLVMFCmp: return fx_compare_floats(x, i);
  case LLVMFNeg: return fx_by_lanes(x, i, negate);
  case LLVMSelect: return fx_by_lanes(x, i, choose);
  case LLVMCall:
  case LLVMInvoke: return fx_translate_call(x, i);
  case LLVMExtractValue:
  case LLVMInsertValue:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector: return fx_aggregate(x, i);
  case LLVMFreeze: return fx_value_of(x, LLVMGetOperand(i, 0));
  case LLVMAtomicCmpXchg: return exchange(x, i);
  case LLVMAtomicRMW: return read_modify_write(x, i);
  case LLVMFence: return 0;
  default: break;
  }
  if (LLVMIsABinaryOperator(i)) return fx_binary(x, i);
  if (LLVMIsACastInst(i)) return fx_convert(x, i);
  return unknown_instruction(x, i);
}

void fx_instruction(fx *x, LLVMValueRef i) {
  size_t first = arrlenu(x->stmts);
  fx_define(x, i, result_of(x, i));
  fx_note_steps(x, i, first);
}
