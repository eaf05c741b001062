/* Examines a function in one walk before its blocks are translated: sites, declarations, objects
 * for its allocas and parameters, and which registers are read in other blocks. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "frontend/statements/statements.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

static bool is_static_alloca(fx *x, LLVMValueRef i) {
  LLVMValueRef count = LLVMGetOperand(i, 0);
  return LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(x->fn) &&
         LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 &&
         LLVMGetIntTypeWidth(LLVMTypeOf(count)) == 32;
}

/* Notes the C blocks of the function around the variable's declaration, the outermost first. */
static void set_blocks(fx *x, az_object *o, LLVMMetadataRef variable) {
  enum { OPERAND_SCOPE = 1 };
  LLVMMetadataRef first = fe_di_operand(x->f->build, variable, 0);
  uint32_t count = 0;
  for (LLVMMetadataRef s = first; s && LLVMGetMetadataKind(s) == LLVMDILexicalBlockMetadataKind;
       s = fe_di_operand(x->f->build, s, OPERAND_SCOPE))
    count++;
  uintptr_t *blocks = AZ_NEWN(x->f->arena, uintptr_t, count + 1);
  LLVMMetadataRef s = first;
  for (uint32_t k = count; k-- > 0; s = fe_di_operand(x->f->build, s, OPERAND_SCOPE))
    blocks[k] = (uintptr_t)s;
  o->blocks = blocks;
  o->block_count = count;
}

/* Adds the object (of type `llvm`) at the address `i`, an alloca or a parameter. */
static uint32_t add_local(fx *x, LLVMValueRef i, LLVMTypeRef llvm, uint32_t align) {
  fe *f = x->f;
  LLVMMetadataRef variable = hmget(x->declares, i);
  az_type type = fe_llvm_type(f, llvm);
  const char *name = fe_name_of(x->f->arena, i);
  az_loc loc = f->functions[x->index].loc;
  if (variable) {
    az_type declared = fe_di_type(f, fe_di_operand(f->build, variable, 3));
    if (declared && f->types[declared].bytes == fe_alloc_size(f, llvm)) type = declared;
    const char *c_name = fe_di_string(f->build, variable, 1);
    if (c_name) name = c_name;
    loc = fe_di_loc(f, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable));
  }
  /* A model's statements have the place of the call; its declarations do not. */
  bool is_const =
      variable && !f->functions[x->index].is_model &&
      fe_di_is_const(f->build, fe_di_operand(f->build, variable, 3)) &&
      !strstr(fe_name_of(f->arena, i) ? fe_name_of(f->arena, i) : "", ".addr"); /* no parameter */
  if (!name) name = az_arena_printf(f->arena, "tmp.%u", x->temps++);
  uint32_t object =
      fe_add_object(f, variable ? AZ_OBJ_LOCAL : AZ_OBJ_TEMP, name, type, x->index, loc);
  f->objects[object].bytes = fe_alloc_size(f, llvm);
  f->objects[object].align = align;
  f->objects[object].is_declared_const = is_const;
  if (variable) set_blocks(x, &f->objects[object], variable);
  assert(hmgeti(x->allocas, i) < 0); /* an alloca is one object */
  hmput(x->allocas, i, object);
  return object;
}

static LLVMAttributeRef result_attribute(const fx *x, LLVMValueRef v) {
  if (!LLVMCountParams(x->fn) || LLVMGetParam(x->fn, 0) != v) return NULL;
  unsigned kind = LLVMGetEnumAttributeKindForName("sret", 4);
  return LLVMGetEnumAttributeAtIndex(x->fn, 1, kind);
}

static bool is_stored_in(LLVMValueRef v, LLVMValueRef place) {
  bool found = false;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u && !found; u = LLVMGetNextUse(u))
    found = LLVMIsAStoreInst(LLVMGetUser(u)) && LLVMGetOperand(LLVMGetUser(u), 0) == v &&
            LLVMGetOperand(LLVMGetUser(u), 1) == place;
  return found;
}

/* Returns the place that the instruction declares to be a variable, or NULL. On i386, clang keeps
 * the address of a result in an alloca, and then declares a variable in the result. */
static LLVMValueRef declared_place(const fx *x, LLVMValueRef declare) {
  LLVMValueRef place = LLVMGetOperand(LLVMGetOperand(declare, 0), 0);
  LLVMValueRef result = LLVMCountParams(x->fn) ? LLVMGetParam(x->fn, 0) : NULL;
  if (!place || !LLVMIsAAllocaInst(place)) return place;
  if (!result || !result_attribute(x, result) || !is_stored_in(result, place)) return place;
  char *expression = LLVMPrintValueToString(LLVMGetOperand(declare, 2));
  bool behind = strstr(expression, "DW_OP_deref") != NULL;
  LLVMDisposeMessage(expression);
  return behind ? result : place;
}

/* Adds the object of a local record that is returned. clang builds it in the caller's memory; in C
 * it is a separate object, which ends when the function returns. Unless its address escapes, this
 * makes no observable difference. A declaration after the first basic block may be executed several
 * times: each time, the object is a new one, or has lost its value. */
static void add_result(fx *x, LLVMValueRef parameter) {
  LLVMAttributeRef attribute =
      hmget(x->declares, parameter) ? result_attribute(x, parameter) : NULL;
  bool again =
      attribute && LLVMGetInstructionParent(x->result_declared) != LLVMGetEntryBasicBlock(x->fn);
  if (!attribute || !(again || fe_is_given_away(parameter))) return;
  x->result = 1 + add_local(x, parameter, LLVMGetTypeAttributeValue(attribute), 16);
  if (again) fx_mark_renewal(x, az_next_counted(x->result_declared), x->result - 1);
}

static bool same_node(fx *x, LLVMBasicBlockRef a, LLVMBasicBlockRef b) {
  if (a == b) return true;
  ptrdiff_t i = hmgeti(x->node_of, a), j = hmgeti(x->node_of, b);
  return i >= 0 && j >= 0 && x->node_of[i].value != AZ_NONE &&
         x->node_of[i].value == x->node_of[j].value;
}

void fx_survey(fx *x) {
  uint32_t site = hmget(x->f->first_site, x->fn);
  LLVMValueRef *allocas = NULL;
  bool is_cut = fx_is_cut(x);
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(x->fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsADbgInfoIntrinsic(i)) {
        if (LLVMIsADbgDeclareInst(i)) {
          LLVMValueRef place = declared_place(x, i);
          if (place && (LLVMIsAAllocaInst(place) || result_attribute(x, place)))
            hmput(x->declares, place, LLVMValueAsMetadata(LLVMGetOperand(i, 1)));
          if (place && result_attribute(x, place)) x->result_declared = i;
        }
        continue;
      }
      hmput(x->sites, i, site++);
      if (LLVMIsAAllocaInst(i) && is_static_alloca(x, i)) {
        arrput(allocas, i);
        continue;
      }
      if (LLVMIsAAllocaInst(i))
        fx_slot(x, i)->crosses = true; /* restore_stack reads the value elsewhere */
      for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool crosses = is_cut;
        if (!LLVMIsAInstruction(user)) continue;
        if (LLVMIsAPHINode(user)) {
          for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
            crosses = crosses || (LLVMGetIncomingValue(user, k) == i &&
                                  !same_node(x, LLVMGetIncomingBlock(user, k), bb));
        } else {
          crosses = crosses || !same_node(x, LLVMGetInstructionParent(user), bb);
        }
        if (crosses) fx_slot(x, i)->crosses = true;
      }
    }
  for (size_t i = 0; i < arrlenu(allocas); i++)
    add_local(x, allocas[i], LLVMGetAllocatedType(allocas[i]), LLVMGetAlignment(allocas[i]));
  arrfree(allocas);
  if (LLVMCountParams(x->fn)) add_result(x, LLVMGetParam(x->fn, 0));
}

void fx_add_params(fx *x) {
  fe *f = x->f;
  unsigned count = LLVMCountParams(x->fn);
  assert(!x->params); /* parameters are added once */
  x->params = AZ_NEWN(f->arena, uint32_t, count + 1);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetParam(x->fn, i);
    az_type type = fe_register_type(f, LLVMTypeOf(argument));
    const char *name = fe_name_of(x->f->arena, argument);
    for (LLVMUseRef u = LLVMGetFirstUse(argument); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      ptrdiff_t at = LLVMIsAStoreInst(user) ? hmgeti(x->allocas, LLVMGetOperand(user, 1)) : -1;
      const az_object *o = at >= 0 ? &f->objects[x->allocas[at].value] : NULL;
      if (o && o->kind == AZ_OBJ_LOCAL && f->types[o->type].sort == f->types[type].sort &&
          f->types[o->type].bytes == f->types[type].bytes)
        type = o->type;
    }
    if (!name) name = az_arena_printf(f->arena, "arg.%u", i);
    x->params[i] = fe_add_object(f, AZ_OBJ_PARAM, name, type, x->index, f->functions[x->index].loc);
  }
  if (fe_takes_list(x->fn))
    x->params[count++] = fe_add_object(f, AZ_OBJ_PARAM, "variable arguments", f->pointer_type,
                                       x->index, f->functions[x->index].loc);
  f->functions[x->index].params = x->params;
  f->functions[x->index].param_count = count;
}
