/* setjmp and longjmp without special statements. A buffer holds the number of the setjmp that
 * filled it. Each activation has a variable for each place with a setjmp, which holds the number of
 * the last setjmp there. A global has the number of the setjmp to which a longjmp returns. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include "frontend/names/names.h"
#include "frontend/statements/statements.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

typedef enum jump_kind { NO_JUMP, SETS, JUMPS, OTHER } jump_kind;

static jump_kind kind_of(LLVMValueRef function) {
  size_t length = 0;
  if (!function || !LLVMIsAFunction(function) || !LLVMIsDeclaration(function)) return NO_JUMP;
  const char *name = LLVMGetValueName2(function, &length);
  fx_action a = fx_library_action(name);
  if (!strcmp(name, "sigsetjmp") || !strcmp(name, "__sigsetjmp")) return OTHER;
  return a == A_SETJMP ? SETS : a == A_LONGJMP ? JUMPS : NO_JUMP;
}

static jump_kind kind_of_call(LLVMValueRef call) {
  return LLVMIsACallInst(call) ? kind_of(LLVMGetCalledValue(call)) : NO_JUMP;
}

/* ---- the program --------------------------------------------------------------------------- */

static bool may_leave(fe *f, LLVMValueRef call) {
  if (!LLVMIsACallInst(call)) return false;
  LLVMValueRef callee = fe_behind_aliases(LLVMGetCalledValue(call));
  if (LLVMIsAInlineAsm(callee)) return false;
  if (!LLVMIsAFunction(callee)) return true;
  return kind_of(callee) == JUMPS || hmgeti(f->leaving, callee) >= 0;
}

static bool has_leaving_call(fe *f, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = az_first_counted(b); i; i = az_next_counted(i))
      if (may_leave(f, i)) return true;
  return false;
}

static bool is_int(LLVMValueRef v) {
  return fe_is_integer(LLVMTypeOf(v)) && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 32;
}

/* Returns whether all uses of the function are calls with the arguments that C specifies. */
static bool is_plain(LLVMValueRef function, jump_kind kind) {
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function ||
        LLVMGetNumArgOperands(user) != (kind == SETS ? 1 : 2) ||
        !fe_is_pointer(LLVMTypeOf(LLVMGetOperand(user, 0))) ||
        !is_int(kind == SETS ? user : LLVMGetOperand(user, 1)))
      return false;
  }
  return true;
}

void fe_find_jumps(fe *f) {
  bool found = false;
  f->jumps = AZ_NONE;
  for (LLVMValueRef fn = LLVMGetFirstFunction(f->module); fn; fn = LLVMGetNextFunction(fn)) {
    jump_kind kind = LLVMGetFirstUse(fn) ? kind_of(fn) : NO_JUMP;
    if (kind == OTHER || (kind != NO_JUMP && !is_plain(fn, kind))) return;
    found |= kind == JUMPS;
  }
  if (!found) return;
  for (bool more = true; more;) {
    more = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->module); fn; fn = LLVMGetNextFunction(fn))
      if (hmgeti(f->leaving, fn) < 0 && has_leaving_call(f, fn)) {
        hmput(f->leaving, fn, true);
        more = true;
      }
  }
  static const char *const names[] = {"jump.target", "jump.value", "jump.count"};
  az_loc nowhere = {.file = AZ_NONE};
  az_type type = fe_int_type(f, 64, false, NULL);
  for (int i = 0; i < 3; i++) {
    uint32_t object = fe_add_object(f, AZ_OBJ_GLOBAL, names[i], type, AZ_NONE, nowhere);
    if (i == 0) f->jumps = object;
    assert(object == f->jumps + (uint32_t)i); /* read_noted expects consecutive objects */
  }
}

void fe_forget_jumps(fe *f) {
  hmfree(f->leaving);
}

bool fe_is_of_jumps(const az_object *o) {
  return fe_starts(o->name, "jump.");
}

/* ---- pieces of blocks ---------------------------------------------------------------------- */

typedef enum noted { TARGET, VALUE, COUNT } noted;

static LLVMTypeRef wide(fx *x) {
  return LLVMInt64TypeInContext(x->f->context);
}

static az_term read_noted(fx *x, noted what) {
  assert(x->f->jumps != AZ_NONE); /* only programs with jumps have the three globals */
  return fx_load_object(x, x->f->jumps + (uint32_t)what, wide(x));
}

static void note(fx *x, noted what, az_term value) {
  fx_store_object(x, x->f->jumps + (uint32_t)what, value, wide(x));
}

static uint32_t new_piece(fx *x, const char *name) {
  arrput(x->blocks, ((az_block){.loop = AZ_NONE,
                                .order = AZ_NONE,
                                .name = name,
                                .end = AZ_END_STOP,
                                .end_site = AZ_NONE}));
  return (uint32_t)arrlenu(x->blocks) - 1;
}

/* Makes the piece current. In a new piece, only values that are in memory are known. */
static void open_piece(fx *x, uint32_t piece) {
  assert(piece < arrlenu(x->blocks) && !arrlenu(x->stmts)); /* the previous piece has ended */
  x->piece = piece;
  x->stamp = piece + 1;
  x->site = AZ_NONE;
}

/* Ends the open piece with a branch on the condition, or with a jump to `then` if it is 0. */
static void end_piece(fx *x, az_term condition, uint32_t then, uint32_t otherwise) {
  assert(then < arrlenu(x->blocks) && otherwise < arrlenu(x->blocks));
  az_block *b = &x->blocks[x->piece];
  b->end = condition ? AZ_END_IF : AZ_END_GOTO;
  b->condition = condition;
  b->successors = AZ_NEWN(x->f->arena, uint32_t, 2);
  b->successors[0] = then;
  b->successors[1] = otherwise;
  b->successor_count = condition ? 2 : 1;
  b->end_site = AZ_NONE;
  fx_close_block(x, b);
}

static void end_by_returning(fx *x) {
  az_block *b = &x->blocks[x->piece];
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(x->fn));
  bool is_void = LLVMGetTypeKind(type) == LLVMVoidTypeKind;
  b->end = AZ_END_RETURN;
  if (!is_void && fe_sort(x->f, type))
    b->value = fe_to_memory(x->f, az_zero_of(S, fe_sort(x->f, type)), type);
  b->end_site = AZ_NONE;
  fx_close_block(x, b);
}

/* ---- setjmp of one function ---------------------------------------------------------------- */

static bool reaches(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  LLVMBasicBlockRef *seen = NULL;
  arrput(seen, from);
  bool found = false;
  for (size_t i = 0; i < arrlenu(seen) && !found; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(seen[i]);
    for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
      size_t known = 0;
      found = found || next == to;
      while (known < arrlenu(seen) && seen[known] != next) known++;
      if (known == arrlenu(seen)) arrput(seen, next);
    }
  }
  arrfree(seen);
  return found;
}

/* Returns whether `second` may be executed after `first`. */
static bool follows(LLVMValueRef second, LLVMValueRef first) {
  LLVMBasicBlockRef a = LLVMGetInstructionParent(first), b = LLVMGetInstructionParent(second);
  for (LLVMValueRef i = a == b ? LLVMGetNextInstruction(first) : NULL; i;
       i = LLVMGetNextInstruction(i))
    if (i == second) return true;
  return reaches(a, b);
}

bool fx_is_cut(const fx *x) {
  if (x->f->jumps == AZ_NONE) return false;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x->fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = az_first_counted(b); i; i = az_next_counted(i))
      if (kind_of_call(i) == SETS || may_leave(x->f, i)) return true;
  return false;
}

void fx_begin_jumps(fx *x) {
  if (x->f->jumps == AZ_NONE) return;
  az_type type = fe_int_type(x->f, 64, false, NULL);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x->fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = az_first_counted(b); i; i = az_next_counted(i)) {
      if (kind_of_call(i) != SETS) continue;
      fx_landing l = {.call = i, .number = fx_temp(x, "jump.number", type)};
      l.result = fx_temp(x, "jump.result", type);
      l.from_jump = new_piece(x, "longjmp");
      l.behind = new_piece(x, "setjmp");
      fx_store_object(x, l.number, az_bv(S, 64, 0), wide(x));
      arrput(x->landings, l);
    }
}

/* Returns whether the local that the pointer points to may change between the setjmp and a longjmp.
 * A volatile local keeps its value nevertheless. */
static bool may_change(LLVMValueRef pointer, LLVMValueRef setjmp) {
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    const char *intrinsic = fx_intrinsic(user);
    if (LLVMIsALoadInst(user) || LLVMIsADbgInfoIntrinsic(user)) continue;
    if (intrinsic && fe_starts(intrinsic, "llvm.lifetime.")) continue;
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer) {
      if (!LLVMGetVolatile(user) && follows(user, setjmp)) return true;
    } else if (intrinsic && fe_starts(intrinsic, "llvm.mem")) { /* memcpy, memmove, memset */
      if (LLVMGetOperand(user, 0) == pointer && follows(user, setjmp)) return true;
    } else if (LLVMIsAGetElementPtrInst(user)) {
      if (may_change(user, setjmp)) return true;
    } else if (kind_of_call(user) == NO_JUMP) {
      return true; /* its address may escape */
    }
  }
  return false;
}

typedef enum life { NOT_KNOWN, DEAD, LIVES, EITHER } life; /* EITHER is DEAD | LIVES */

/* Returns whether the local is live after the instruction, as far as the instructions from the
 * start of its block up to this one show. */
static life life_after(LLVMValueRef i, LLVMValueRef local) {
  for (; i; i = LLVMGetPreviousInstruction(i)) {
    const char *intrinsic = fx_intrinsic(i);
    if (!intrinsic || !fe_starts(intrinsic, "llvm.lifetime.")) continue;
    if (LLVMGetOperand(i, 1) == local)
      return fe_starts(intrinsic, "llvm.lifetime.start") ? LIVES : DEAD;
  }
  return NOT_KNOWN;
}

/* Returns the state, at the call, of a local whose lifetime clang marks. */
static life life_at(LLVMValueRef call, LLVMValueRef local) {
  LLVMBasicBlockRef *seen = NULL, entry = LLVMGetInstructionParent(local);
  LLVMValueRef from = LLVMGetPreviousInstruction(call);
  life result = NOT_KNOWN;
  arrput(seen, LLVMGetInstructionParent(call));
  for (size_t i = 0; i < arrlenu(seen); i++) {
    life here = life_after(i ? LLVMGetLastInstruction(seen[i]) : from, local);
    if (here == NOT_KNOWN && seen[i] == entry) here = DEAD;
    result |= here;
    if (here != NOT_KNOWN) continue;
    LLVMValueRef block = LLVMBasicBlockAsValue(seen[i]);
    for (LLVMUseRef u = LLVMGetFirstUse(block); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef end = LLVMGetUser(u);
      size_t known = 1; /* the block of the call may be searched again, as a whole */
      if (!LLVMIsATerminatorInst(end)) continue;
      while (known < arrlenu(seen) && seen[known] != LLVMGetInstructionParent(end)) known++;
      if (known == arrlenu(seen)) arrput(seen, LLVMGetInstructionParent(end));
    }
  }
  arrfree(seen);
  return result;
}

static const char *not_modelled(fx *x, LLVMValueRef setjmp) {
  if (x->result) return "longjmp to a function whose result is a structure";
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < LLVMCountParams(x->fn); i++)
    if (LLVMGetEnumAttributeAtIndex(x->fn, i + 1, byval))
      return "longjmp to a function with a parameter that is a structure";
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(x->fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = az_first_counted(b); i; i = az_next_counted(i)) {
      if (!LLVMIsAAllocaInst(i)) continue;
      if (hmgeti(x->allocas, i) < 0) return "longjmp to a function with arrays of variable length";
      if (fx_has_lifetime(i) && life_at(setjmp, i) == EITHER)
        return "longjmp into the scope of a local";
    }
  return NULL;
}

/* Creates the landing of jumps: locals that have changed are indeterminate (C17 7.13.2.1p3). */
static void land(fx *x, const fx_landing *l) {
  static const char changed[] = "a local that may have changed since setjmp";
  open_piece(x, l->from_jump);
  const char *cause = not_modelled(x, l->call);
  if (cause) {
    fx_unsupported_if(x, az_true(S), cause);
    fx_close_block(x, &x->blocks[x->piece]);
    return;
  }
  note(x, TARGET, az_bv(S, 64, 0));
  fx_store_object(x, l->result, read_noted(x, VALUE), wide(x));
  for (ptrdiff_t i = 0; i < hmlen(x->allocas); i++) {
    LLVMValueRef local = x->allocas[i].key;
    uint32_t object = x->allocas[i].value;
    if (fx_has_lifetime(local) && life_at(l->call, local) == DEAD) {
      fx_emit_life(x, AZ_S_DEAD, object);
      continue;
    }
    if (local == x->dead_slot || !may_change(local, l->call)) continue;
    LLVMTypeRef type = LLVMGetAllocatedType(local);
    az_term at = fe_address(x->f, object);
    if (x->f->types[x->f->objects[object].type].sort && !fe_is_aggregate(type))
      fx_store_object(x, object, fx_approx(x, type, changed), type);
    else
      fx_havoc(x, &at, 1, changed);
  }
  end_piece(x, 0, l->behind, 0);
}

/* ---- calls --------------------------------------------------------------------------------- */

/* Ends the open piece on the way to the target: at a setjmp of this activation, or by a return. */
static void leave(fx *x, LLVMValueRef call) {
  for (size_t i = 0; i < arrlenu(x->landings); i++) {
    fx_landing l = x->landings[i];
    if (!follows(call, l.call)) continue;
    az_term here = read_noted(x, TARGET);
    here = az_eq(S, fx_load_object(x, l.number, wide(x)), here);
    uint32_t next = new_piece(x, "leave");
    end_piece(x, here, l.from_jump, next);
    open_piece(x, next);
  }
  end_by_returning(x);
}

static void set_landing(fx *x, const fx_landing *l) {
  enum { BYTES_64 = 200, BYTES_32 = 156 }; /* size of jmp_buf */
  uint32_t bits = x->f->p->pointer_bits, bytes = bits == 64 ? BYTES_64 : BYTES_32;
  az_term buffer = fx_value_of(x, LLVMGetOperand(l->call, 0));
  az_term one = az_bv(S, 64, 1), number = az_bv_add(S, read_noted(x, COUNT), one);
  note(x, COUNT, number);
  fx_store_object(x, l->number, number, wide(x));
  /* Only the library knows the rest of the buffer. */
  uint32_t content =
      fx_temp(x, "jmp_buf", fe_array_of(x->f, fe_int_type(x->f, 8, false, NULL), bytes));
  fx_emit_life(x, AZ_S_LIVE, content);
  az_stmt *copy = fx_emit(x, AZ_S_COPY);
  copy->ptr = buffer;
  copy->value = fe_address(x->f, content);
  copy->size = az_bv(S, bits, bytes);
  fx_check_access(x, AZ_C_DEREF, "write of a jmp_buf");
  fx_emit_life(x, AZ_S_DEAD, content);
  fx_store(x, buffer, number, wide(x));
  fx_store_object(x, l->result, az_bv(S, 64, 0), wide(x));
  end_piece(x, 0, l->behind, 0);
  land(x, l);
  open_piece(x, l->behind);
  az_term result = az_resize(S, fx_load_object(x, l->result, wide(x)), 32, false);
  fx_define(x, l->call, result);
}

static void jump(fx *x, LLVMValueRef call) {
  az_term buffer = fx_value_of(x, LLVMGetOperand(call, 0));
  az_term value = fx_value_of(x, LLVMGetOperand(call, 1)), zero = az_bv(S, 32, 0);
  az_term target = fx_load(x, buffer, wide(x));
  fx_unsupported_if(x, az_eq(S, target, az_bv(S, 64, 0)), "longjmp without a setjmp");
  const az_term one = az_bv(S, 32, 1);
  value = az_ite(S, az_eq(S, value, zero), one, value);
  note(x, TARGET, target);
  note(x, VALUE, az_resize(S, value, 64, false));
  leave(x, call);
  open_piece(x, new_piece(x, "unreachable"));
  fx_stop(x);
}

bool fx_jump(fx *x, LLVMValueRef call) {
  if (x->f->jumps == AZ_NONE) return false;
  if (kind_of_call(call) == JUMPS) {
    jump(x, call);
    return true;
  }
  for (size_t i = 0; i < arrlenu(x->landings); i++)
    if (x->landings[i].call == call) {
      fx_landing l = x->landings[i];
      if (hmget(x->node_of, LLVMGetInstructionParent(call)) == AZ_NONE)
        fx_unsupported(x, "setjmp in a block that was duplicated");
      else
        set_landing(x, &l);
      return true;
    }
  return false;
}

void fx_behind_call(fx *x, LLVMValueRef call) {
  if (x->f->jumps == AZ_NONE || x->stopped || !may_leave(x->f, call)) return;
  uint32_t on_the_way = new_piece(x, "leave"), rest = new_piece(x, "returned");
  az_term jumps = az_not(S, az_eq_value(S, read_noted(x, TARGET), 0));
  end_piece(x, jumps, on_the_way, rest);
  open_piece(x, on_the_way);
  leave(x, call);
  open_piece(x, rest);
}

void fx_refuse_jump(fx *x) {
  if (x->f->jumps == AZ_NONE || x->stopped) return;
  fx_unsupported_if(x, az_not(S, az_eq_value(S, read_noted(x, TARGET), 0)),
                    "longjmp to a function that has returned");
}
