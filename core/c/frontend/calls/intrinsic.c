/* Translates LLVM's intrinsics: lifetimes, memory functions, traps of the sanitizers, integer and
 * float operations. */
#include "frontend/calls/calls.h"
#include "frontend/statements/statements.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/data/data.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

/* Returns whether the condition of an overflow trap is about an unsigned operation. The trap itself
 * does not show this. */
static bool guards_unsigned(LLVMValueRef v, unsigned depth) {
  const char *name = LLVMIsAInstruction(v) ? fx_intrinsic(v) : NULL;
  if (name && (fe_starts(name, "llvm.uadd") || fe_starts(name, "llvm.usub") ||
               fe_starts(name, "llvm.umul")))
    return true;
  if (depth > 3 || !LLVMIsAInstruction(v) || LLVMIsALoadInst(v)) return false;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
    if (LLVMIsAInstruction(LLVMGetOperand(v, i)) &&
        guards_unsigned(LLVMGetOperand(v, i), depth + 1))
      return true;
  return false;
}

enum { DIVISION = 3, SHIFT = 20 }; /* clang's numbers of traps */

static bool trap_is_unsigned(LLVMValueRef i) {
  LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
  for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(bb)); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef br = LLVMGetUser(u);
    if (LLVMIsABranchInst(br) && LLVMIsConditional(br) && guards_unsigned(LLVMGetCondition(br), 0))
      return true;
  }
  return false;
}

/* Adds the front end's own check in place of a division or shift trap that remains
 * (bitcode/computed.c), unless the trap is for overflow. If checks of overflow are requested, too,
 * a trap that clang has computed does not show which of the two checks fails. */
static bool checks_own(fx *x, unsigned kind, az_term holds) {
  if (kind != DIVISION && kind != SHIFT) return false;
  az_class own = kind == DIVISION ? AZ_C_DIV_BY_ZERO : AZ_C_SHIFT;
  uint32_t classes = x->f->options->classes;
  bool overflow = classes >> AZ_C_OVERFLOW & 1u;
  if (!(classes >> own & 1u) || (overflow && !az_is_false(S, holds))) return false;
  if (overflow)
    fx_unsupported(x, "undefined operation of constants, which may be an overflow");
  else
    fx_check(x, own, holds, kind == DIVISION ? "division by zero" : "shift amount");
  return true;
}

void fx_trap(fx *x, LLVMValueRef i, az_term holds) {
  static const struct {
    unsigned kind;
    az_class cls;
    const char *text;
  } kinds[] = {{0, AZ_C_OVERFLOW, "addition"},
               {12, AZ_C_OVERFLOW, "multiplication"},
               {13, AZ_C_OVERFLOW, "negation"},
               {21, AZ_C_OVERFLOW, "subtraction"},
               {DIVISION, AZ_C_OVERFLOW, "division"},
               {5, AZ_C_CONVERSION, "float to integer conversion"},
               {7, AZ_C_CONVERSION, "integer conversion"},
               {18, AZ_C_BOUNDS, "array index"},
               {SHIFT, AZ_C_OVERFLOW, "signed shift"}};
  unsigned kind = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0));
  if (checks_own(x, kind, holds)) return;
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    if (kinds[k].kind != kind) continue;
    az_class cls = kinds[k].cls;
    const char *text = kinds[k].text;
    if (cls == AZ_C_OVERFLOW && kind != SHIFT) {
      bool is_unsigned = trap_is_unsigned(i);
      if (is_unsigned) cls = AZ_C_UNSIGNED_OVERFLOW;
      text = az_arena_printf(x->f->arena, "%s %s", is_unsigned ? "unsigned" : "signed", text);
    }
    fx_check(x, cls, holds, text);
  }
}

/* Ends the objects that were allocated on the stack between save and restore. */
static void restore_stack(fx *x, LLVMValueRef restore) {
  LLVMValueRef load = LLVMGetOperand(restore, 0);
  if (!LLVMIsALoadInst(load)) return;
  LLVMValueRef slot = LLVMGetOperand(load, 0);
  bool saved = false;
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(x->fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i)) {
      if (i == restore) return;
      if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 1) == slot) saved = true;
      if (!saved || !LLVMIsAAllocaInst(i) || hmgeti(x->allocas, i) >= 0) continue;
      az_term ptr = fx_value_of(x, i);
      fx_emit(x, AZ_S_DEAD)->ptr = ptr;
    }
}

bool fx_quiet_intrinsic(fx *x, const char *name, LLVMValueRef i) {
  if (fe_starts(name, "llvm.lifetime.")) {
    ptrdiff_t at = hmgeti(x->allocas, LLVMGetOperand(i, 1));
    if (at < 0) return true;
    uint32_t object = x->allocas[at].value;
    fx_emit(x, fe_starts(name, "llvm.lifetime.start") ? AZ_S_LIVE : AZ_S_DEAD)->object = object;
    return true;
  }
  if (fe_starts(name, "llvm.ubsantrap")) {
    fx_trap(x, i, az_false(S));
    if (!x->stopped) fx_stop(x);
    return true;
  }
  if (!strcmp(name, "llvm.trap")) {
    fx_check_leaks(x);
    fx_stop(x);
    return true;
  }
  if (fe_starts(name, "llvm.eh.")) { /* __builtin_setjmp, __builtin_longjmp */
    fx_unsupported(x, az_arena_printf(x->f->arena, "intrinsic %s", name));
    return true;
  }
  if (fe_starts(name, "llvm.stackrestore")) {
    restore_stack(x, i);
    return true;
  }
  static const char *const nothing[] = {"llvm.dbg.",
                                        "llvm.prefetch",
                                        "llvm.assume",
                                        "llvm.donothing",
                                        "llvm.va_end",
                                        "llvm.experimental.noalias",
                                        "llvm.debugtrap",
                                        "llvm.invariant.",
                                        "llvm.annotation",
                                        "llvm.var.annotation",
                                        "llvm.pcmarker",
                                        "llvm.sideeffect",
                                        "llvm.instrprof",
                                        "llvm.codeview",
                                        "llvm.x86.sse2.pause",
                                        "llvm.x86.sse2.lfence",
                                        "llvm.x86.sse2.mfence",
                                        "llvm.x86.sse.sfence",
                                        "llvm.x86.mmx.emms",
                                        "llvm.x86.sse2.clflush",
                                        "llvm.clear_cache"};
  for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++)
    if (fe_starts(name, nothing[k]) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind)
      return true;
  return false;
}

static az_term bit(fx *x, az_term a, uint32_t i) {
  return az_extract(S, a, i, i);
}

/* Returns the number of ones, or of leading or trailing zeros, as a choice over the bits. */
static az_term count_bits(fx *x, const char *name, az_term a, az_term zero_is_poison) {
  uint32_t width = az_sort_width(az_sort_of(S, a));
  az_term result = az_bv(S, width, 0);
  if (fe_starts(name, "llvm.ctpop")) {
    for (uint32_t i = 0; i < width; i++)
      result = az_bv_add(S, result, az_zext(S, bit(x, a, i), width));
    return result;
  }
  bool leading = fe_starts(name, "llvm.ctlz");
  result = az_bv(S, width, width);
  for (uint32_t i = 0; i < width; i++) { /* the choice that is added last is tested first */
    uint32_t at = leading ? i : width - 1 - i;
    const az_term zeros = az_bv(S, width, width - 1 - i);
    result = az_ite(S, az_eq_value(S, bit(x, a, at), 1), zeros, result);
  }
  if (az_is_true(S, zero_is_poison))
    result = fx_guarded(x, az_ne(S, a, az_bv(S, width, 0)), result, "count of zeros of 0");
  return result;
}

static az_term reverse(fx *x, az_term a, uint32_t piece) {
  uint32_t width = az_sort_width(az_sort_of(S, a));
  az_term result = 0;
  for (uint32_t i = 0; i < width; i += piece) {
    az_term part = az_extract(S, a, i + piece - 1, i);
    result = result ? az_concat(S, result, part) : part;
  }
  return result;
}

/* Returns {result, overflows}, packed with the result in the low bits. */
static az_term with_overflow(fx *x, const char *name, az_term a, az_term b) {
  bool is_signed = name[5] == 's';
  az_term value, overflow;
  if (strstr(name, "add.")) {
    value = az_bv_add(S, a, b);
    overflow = az_add_overflows(S, a, b, is_signed);
  } else if (strstr(name, "sub.")) {
    value = az_bv_sub(S, a, b);
    overflow = az_sub_overflows(S, a, b, is_signed);
  } else {
    value = az_bv_mul(S, a, b);
    overflow = az_mul_overflows(S, a, b, is_signed);
  }
  return az_concat(S, az_bool_to_bv(S, overflow, 1), value);
}

static az_term funnel(fx *x, const az_term *args, bool left) {
  uint32_t width = az_sort_width(az_sort_of(S, args[0]));
  az_term both = az_concat(S, args[0], args[1]);
  az_term amount = az_zext(S, az_bv_urem(S, args[2], az_bv(S, width, width)), 2 * width);
  return left ? az_extract(S, az_bv_shl(S, both, amount), 2 * width - 1, width)
              : az_extract(S, az_bv_lshr(S, both, amount), width - 1, 0);
}

az_term fx_integer_operation(fx *x, const char *name, const az_term *args, uint32_t count) {
  az_term a = args[0], b = count > 1 ? args[1] : 0;
  uint32_t width = az_sort_width(az_sort_of(S, a));
  if (fe_starts(name, "llvm.abs.")) {
    const az_term minus_a = az_bv_neg(S, a), zero = az_bv(S, width, 0);
    const az_term result = az_ite(S, az_bv_slt(S, a, zero), minus_a, a);
    if (!az_is_true(S, b)) return result;
    return fx_without_overflow(x, az_bv_slt(S, result, zero), result, "signed negation");
  }
  if (fe_starts(name, "llvm.smax.")) return az_ite(S, az_bv_slt(S, a, b), b, a);
  if (fe_starts(name, "llvm.smin.")) return az_ite(S, az_bv_slt(S, a, b), a, b);
  if (fe_starts(name, "llvm.umax.")) return az_ite(S, az_bv_ult(S, a, b), b, a);
  if (fe_starts(name, "llvm.umin.")) return az_ite(S, az_bv_ult(S, a, b), a, b);
  if (fe_starts(name, "llvm.ctpop.") || fe_starts(name, "llvm.ctlz.") ||
      fe_starts(name, "llvm.cttz."))
    return count_bits(x, name, a, b ? b : az_false(S));
  if (fe_starts(name, "llvm.bswap.")) return reverse(x, a, 8);
  if (fe_starts(name, "llvm.bitreverse.")) return reverse(x, a, 1);
  if (fe_starts(name, "llvm.fshl.") || fe_starts(name, "llvm.fshr."))
    return funnel(x, args, name[8] == 'l');
  return 0;
}

static az_term float_operation(fx *x, const char *name, const fx_call *c) {
  char operation[32];
  const char *word = name + 5, *dot = strchr(word, '.');
  snprintf(operation, sizeof operation, "%.*s", dot ? (int)(dot - word) : (int)strlen(word), word);
  if (!strcmp(operation, "minnum")) strcpy(operation, "fmin");
  if (!strcmp(operation, "maxnum")) strcpy(operation, "fmax");
  return fx_float_term(x, operation, c->args, c->count);
}

/* Returns the pointer after the bits of its address that are not in the mask are cleared. */
static az_term mask_pointer(fx *x, az_term pointer, az_term mask) {
  const az_program *p = x->f->p;
  mask = az_resize(S, mask, p->pointer_bits, true);
  az_term address = fx_ptr_to_int(x, pointer, p->pointer_bits);
  az_term less = az_bv_sub(S, address, az_bv_and(S, address, mask));
  const az_term offset = az_bv_sub(S, az_pointer_offset(p, pointer), less);
  return az_pointer(p, az_pointer_object(p, pointer), offset);
}

/* Returns the direction in the encoding of FLT_ROUNDS: 0 to zero, 1 to nearest, 2 up, 3 down. */
static az_term c_direction(fx *x) {
  static const uint64_t numbers[] = {1, 3, 2, 0};
  az_term direction = fx_direction(x), result = az_bv(S, 32, 1);
  for (uint32_t i = 1; direction && i < 4; i++) {
    const az_term number = az_bv(S, 32, numbers[i]);
    result = az_ite(S, az_eq_value(S, direction, i), number, result);
  }
  return result;
}

az_term fx_call_intrinsic(fx *x, const fx_call *c) {
  fe *f = x->f;
  const char *name = c->name;
  uint32_t bits = f->p->pointer_bits;
  bool is_void = LLVMGetTypeKind(c->result) == LLVMVoidTypeKind;
  if (fe_starts(name, "llvm.memcpy.") || fe_starts(name, "llvm.memmove.") ||
      fe_starts(name, "llvm.memset.") || fe_starts(name, "llvm.memcpy.inline")) {
    bool set = fe_starts(name, "llvm.memset.");
    az_term size = az_resize(S, c->args[2], bits, false);
    if (size == az_bv(S, bits, 0)) return 0;
    if (fe_starts(name, "llvm.memcpy.")) fx_overlap(x, c->args[0], c->args[1], size);
    az_stmt *s = fx_emit(x, set ? AZ_S_SET : AZ_S_COPY);
    s->ptr = c->args[0];
    s->value = c->args[1];
    s->size = size;
    s->of_record = fe_starts(name, "llvm.memcpy.") && !fx_is_written(x, c->instruction);
    fx_check_access(x, AZ_C_DEREF, set ? "range of memset" : "ranges of memcpy");
    return 0;
  }
  if (fe_starts(name, "llvm.va_start")) {
    fx_va_start(x, c->args[0]);
    return 0;
  }
  if (fe_starts(name, "llvm.va_copy")) {
    fx_va_copy(x, c->args[0], c->args[1]);
    return 0;
  }
  if (fe_starts(name, "llvm.stacksave")) return az_null(f->p);
  if (fe_starts(name, "llvm.expect.") || fe_starts(name, "llvm.threadlocal.address") ||
      fe_starts(name, "llvm.launder.") || fe_starts(name, "llvm.ssa.copy") ||
      fe_starts(name, "llvm.ptr.annotation") || fe_starts(name, "llvm.annotation"))
    return c->args[0];
  if (fe_starts(name, "llvm.ptrmask") && fe_is_pointer(c->types[0]))
    return mask_pointer(x, c->args[0], c->args[1]);
  if (fe_starts(name, "llvm.is.constant")) return az_false(S);
  if (fe_starts(name, "llvm.is.fpclass.") && !fe_is_aggregate(c->types[0])) {
    uint64_t mask = 0;
    if (az_const_u64(S, c->args[1], &mask)) return fx_float_class(x, c->args[0], (uint32_t)mask);
  }
  if (fe_starts(name, "llvm.get.rounding")) return c_direction(x);
  if (strstr(name, ".with.overflow.") && !fe_is_aggregate(c->types[0]))
    return with_overflow(x, name, c->args[0], c->args[1]);
  if (!is_void && !fe_is_aggregate(c->result) && c->count) {
    az_term t = LLVMGetTypeKind(c->result) == LLVMIntegerTypeKind &&
                        LLVMGetTypeKind(c->types[0]) == LLVMIntegerTypeKind
                    ? fx_integer_operation(x, name, c->args, c->count)
                    : float_operation(x, name, c);
    if (t && az_sort_of(S, t) == fe_sort(f, c->result)) return t;
  }
  bool only_stores = fe_starts(name, "llvm.masked.") || fe_starts(name, "llvm.x86.sse.stmxcsr");
  if (is_void && !only_stores) { /* the intrinsic may change anything: MXCSR, a register */
    fx_unsupported(x, az_arena_printf(f->arena, "intrinsic %s", name));
    return 0;
  }
  az_term *pointers = NULL;
  for (uint32_t i = 0; i < c->count; i++)
    if (c->types[i] && LLVMGetTypeKind(c->types[i]) == LLVMPointerTypeKind)
      arrput(pointers, c->args[i]);
  char *cause = az_arena_printf(f->arena, "intrinsic %s", name);
  if (arrlenu(pointers)) fx_havoc(x, pointers, (uint32_t)arrlenu(pointers), cause);
  arrfree(pointers);
  return is_void ? 0 : fx_approx(x, c->result, cause);
}
