/* Rewrites clang's bitcode so that a run takes its inputs from a trace, or makes them up, and
 * reports the first check that fails: at the sites that the program's statements name, calls to a
 * small runtime (runtime.c) are put in.
 * Undefined functions become stubs; everything but main becomes internal, so that what
 * the program defines does not replace what the C library uses. */
#define _GNU_SOURCE /* dladdr */
#include "replay/native.h"
#include <dlfcn.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

/* ---- the rewriter's state ------------------------------------------------------------------ */

enum { START_SITES = 0x70000000, NO_SITE = 0x7fffffff };

typedef struct rewriter {
  const az_program *p;
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMTargetDataRef layout;
  LLVMBuilderRef b;
  LLVMTypeRef i1, i8, i32, i64, ptr;
  /* The tables, as vectors of constants. */
  LLVMValueRef *events, *parts;
  uint8_t *data;
} rewriter;

static LLVMValueRef number(const rewriter *r, uint64_t n) {
  return LLVMConstInt(r->i32, n, false);
}

static LLVMValueRef call(rewriter *r, const char *name, LLVMValueRef *args, unsigned n) {
  LLVMValueRef f = LLVMGetNamedFunction(r->module, name);
  return LLVMBuildCall2(r->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static bool has(const rewriter *r, const char *name) {
  return LLVMGetNamedFunction(r->module, name) != NULL;
}

static void call_leaks(rewriter *r, uint32_t site, az_class cls) {
  const char *name = cls == AZ_C_MEMTRACK ? "ansatz.lost" : "ansatz.kept";
  LLVMValueRef args[] = {number(r, site), number(r, cls)};
  if (has(r, name)) call(r, name, args, 2);
}

static void call_check(rewriter *r, LLVMValueRef ok, uint32_t site, uint32_t what) {
  LLVMValueRef args[] = {ok, number(r, site), number(r, what)};
  call(r, "ansatz.check", args, 3);
}

static LLVMValueRef call_filler(rewriter *r, const char *name, uint32_t site, LLVMValueRef at,
                                LLVMValueRef size, uint32_t flags) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(size));
  if (width < 64)
    size = LLVMBuildZExt(r->b, size, r->i64, "");
  else if (width > 64)
    size = LLVMBuildTrunc(r->b, size, r->i64, "");
  LLVMValueRef args[] = {number(r, site), at, size, number(r, flags)};
  return call(r, name, args, 4);
}

static void call_fill(rewriter *r, uint32_t site, LLVMValueRef at, LLVMValueRef size,
                      uint32_t flags) {
  call_filler(r, "ansatz.fill", site, at, size, flags);
}

static LLVMValueRef next_instruction(LLVMValueRef i) {
  LLVMValueRef next = LLVMGetNextInstruction(i);
  return next ? next : i;
}

/* Uses `with` instead of `old`, but for where that is called on it. */
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

/* Storage that the function has from its start. */
static LLVMValueRef entry_slot(rewriter *r, LLVMValueRef function, LLVMTypeRef type) {
  LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  return LLVMBuildAlloca(r->b, type, "");
}

/* ---- tables -------------------------------------------------------------------------------- */

static bool limb_bit(const uint64_t *limbs, uint32_t width, uint32_t i) {
  return i < width && (limbs[i / 64] >> (i % 64) & 1);
}

/* Bits [at, ...) of the constant as a value of an LLVM type in memory; returns the bits used up. */
static uint32_t lay_out(const rewriter *r, LLVMTypeRef type, const uint64_t *limbs, uint32_t width,
                        uint32_t at, uint8_t *to) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: {
    uint32_t used = 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      used += lay_out(r, LLVMStructGetTypeAtIndex(type, i), limbs, width, at + used,
                      to + LLVMOffsetOfElement(r->layout, type, i));
    return used;
  }
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t step = LLVMABISizeOfType(r->layout, element);
    uint32_t used = 0;
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
      used += lay_out(r, element, limbs, width, at + used, to + i * step);
    return used;
  }
  case LLVMX86_FP80TypeKind: { /* 79 bits of ours, without the leading one */
    bool leading = false;
    for (uint32_t i = 0; i < 79; i++) {
      bool bit = limb_bit(limbs, width, at + i);
      uint32_t place = i < 63 ? i : i + 1;
      if (bit) to[place / 8] = (uint8_t)(to[place / 8] | 1u << place % 8);
      if (i >= 63 && i < 78) leading = leading || bit;
    }
    if (leading) to[7] |= 0x80;
    return 79;
  }
  default: {
    uint32_t bits = (uint32_t)LLVMSizeOfTypeInBits(r->layout, type);
    for (uint32_t i = 0; i < bits; i++)
      if (limb_bit(limbs, width, at + i)) to[i / 8] = (uint8_t)(to[i / 8] | 1u << i % 8);
    return bits;
  }
  }
}

/* The line that debug information gives for a global; 0: none. */
static unsigned global_line(LLVMValueRef global) {
  size_t count = 0;
  unsigned line = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef md = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(md) == LLVMDIGlobalVariableExpressionMetadataKind)
      line = LLVMDIVariableGetLine(LLVMDIGlobalVariableExpressionGetVariable(md));
  }
  LLVMDisposeValueMetadataEntries(entries);
  return line;
}

/* Is `name` the module's name for the C name, as itself or as f.NAME or f.NAME.3 (a function's
 * static variable)? */
static bool names_it(const char *name, const char *c_name) {
  size_t n = strlen(c_name);
  if (!strcmp(name, c_name)) return true;
  for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
    if (!strncmp(dot + 1, c_name, n) && (dot[n + 1] == 0 || dot[n + 1] == '.')) return true;
  return false;
}

static LLVMValueRef global_of(const rewriter *r, const az_object *o) {
  size_t length = 0;
  if (o->kind == AZ_OBJ_FUNCTION) return LLVMGetNamedFunction(r->module, o->name);
  if (o->kind != AZ_OBJ_GLOBAL) return NULL;
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g))
    if (names_it(LLVMGetValueName2(g, &length), o->name) &&
        (!o->loc.line || global_line(g) == o->loc.line))
      return g;
  return LLVMGetNamedGlobal(r->module, o->name);
}

/* The symbol that a pointer constant leads to, if it is a global's; NULL otherwise. */
static LLVMValueRef symbol(const rewriter *r, az_term value) {
  const az_store *s = r->p->store;
  if (az_sort_of(s, value) != az_sort_bv(az_pointer_width(r->p)) || !az_is_const(s, value))
    return NULL;
  const uint64_t *limbs = az_const_limbs(s, value);
  uint64_t object = r->p->pointer_bits == 64 ? limbs[1] : limbs[0] >> 32;
  if (object == 0 || object > r->p->object_count) return NULL;
  LLVMValueRef global = global_of(r, &r->p->objects[object - 1]);
  if (!global) return NULL;
  LLVMValueRef offset = LLVMConstInt(
      r->i64, r->p->pointer_bits == 64 ? limbs[0] : (uint64_t)(int64_t)(int32_t)limbs[0], true);
  return LLVMConstGEP2(r->i8, global, &offset, 1);
}

static void add_part(rewriter *r, uint64_t offset, uint64_t bytes, uint64_t data,
                     LLVMValueRef pointer) {
  LLVMValueRef fields[] = {LLVMConstInt(r->i64, offset, false), number(r, bytes), number(r, data),
                           pointer ? pointer : LLVMConstNull(r->ptr)};
  arrput(r->parts, LLVMConstStructInContext(r->context, fields, 4, false));
}

/* One part holding a constant, laid out as `type` (NULL: plain bytes). */
static void add_value(rewriter *r, uint64_t offset, uint64_t bytes, LLVMTypeRef type,
                      az_term value) {
  const az_store *s = r->p->store;
  LLVMValueRef pointer = symbol(r, value);
  if (!az_is_const(s, value)) return;
  uint64_t at = arrlenu(r->data);
  uint32_t width = az_sort_width(az_sort_of(s, value));
  memset(arraddnptr(r->data, bytes), 0, bytes);
  const uint64_t *limbs = az_const_limbs(s, value);
  if (az_sort_of(s, value) == az_sort_bv(az_pointer_width(r->p)))
    width = r->p->pointer_bits; /* an address */
  if (type)
    lay_out(r, type, limbs, width, 0, r->data + at);
  else
    for (uint32_t i = 0; i < width && i / 8 < bytes; i++)
      if (limb_bit(limbs, width, i))
        r->data[at + i / 8] = (uint8_t)(r->data[at + i / 8] | 1u << i % 8);
  add_part(r, offset, bytes, at, pointer);
}

/* `types`: by site, the LLVM type of an INPUT's result. */
typedef struct site_type {
  uint32_t key;
  LLVMTypeRef value;
} site_type;

/* Statements of the front end's start function have no site: they are numbered. */
uint32_t native_site(const az_program *p, const az_stmt *s) {
  if (s->site != AZ_NONE) return s->site;
  const az_function *start = &p->functions[p->entry];
  uint32_t site = START_SITES;
  for (uint32_t b = 0; b < start->block_count; b++) {
    const az_block *block = &start->blocks[b];
    if (s >= block->stmts && s < block->stmts + block->stmt_count)
      return site + (uint32_t)(s - block->stmts);
    site += block->stmt_count;
  }
  return AZ_NONE;
}

static void add_events(rewriter *r, const az_trace *trace, site_type *types) {
  for (size_t i = 0; i < trace->count; i++) {
    const az_event *e = &trace->events[i];
    if (e->kind != AZ_EV_INPUT || !e->stmt) continue;
    if (e->stmt->kind == AZ_S_INPUT &&
        (e->stmt->input == AZ_IN_APPROX || e->stmt->input == AZ_IN_CHOICE))
      continue; /* the real thing happens */
    uint64_t first = arrlenu(r->parts);
    if (e->stmt->kind == AZ_S_INPUT) {
      ptrdiff_t at = hmgeti(types, e->stmt->site);
      LLVMTypeRef type = at >= 0 ? types[at].value : NULL;
      uint64_t bytes = type ? LLVMStoreSizeOfType(r->layout, type)
                            : (az_sort_width(az_sort_of(r->p->store, e->value)) + 7) / 8;
      if (!type && az_sort_of(r->p->store, e->value) == az_sort_bv(az_pointer_width(r->p)))
        bytes = r->p->pointer_bits / 8;
      add_value(r, 0, bytes, type, e->value);
    }
    for (uint32_t j = 0; j < e->part_count; j++)
      add_value(r, e->parts[j].offset, e->parts[j].bytes, NULL, e->parts[j].value);
    LLVMValueRef fields[] = {number(r, native_site(r->p, e->stmt)), number(r, first),
                             number(r, arrlenu(r->parts) - first)};
    arrput(r->events, LLVMConstStructInContext(r->context, fields, 3, false));
  }
}

static void define_table(rewriter *r, const char *name, LLVMValueRef content) {
  LLVMValueRef old = LLVMGetNamedGlobal(r->module, name),
               table = LLVMAddGlobal(r->module, LLVMTypeOf(content), "ansatz.table");
  LLVMSetInitializer(table, content);
  LLVMReplaceAllUsesWith(old, table);
  LLVMDeleteGlobal(old);
}

static void define_tables(rewriter *r) {
  LLVMTypeRef event[] = {r->i32, r->i32, r->i32}, part[] = {r->i64, r->i32, r->i32, r->ptr};
  LLVMTypeRef event_type = LLVMStructTypeInContext(r->context, event, 3, false);
  LLVMTypeRef part_type = LLVMStructTypeInContext(r->context, part, 4, false);
  define_table(r, "ansatz.count", number(r, arrlenu(r->events)));
  define_table(r, "ansatz.events", LLVMConstArray2(event_type, r->events, arrlenu(r->events)));
  define_table(r, "ansatz.parts", LLVMConstArray2(part_type, r->parts, arrlenu(r->parts)));
  define_table(
      r, "ansatz.data",
      LLVMConstStringInContext2(r->context, (const char *)r->data, arrlenu(r->data), true));
}

/* ---- sites --------------------------------------------------------------------------------- */

static uint64_t size_of(const rewriter *r, LLVMTypeRef type) {
  return LLVMABISizeOfType(r->layout, type);
}

/* Bytes of an alloca, computed before the builder's place. */
static LLVMValueRef alloca_size(rewriter *r, LLVMValueRef alloca) {
  LLVMValueRef count = LLVMGetOperand(alloca, 0),
               unit = LLVMConstInt(r->i64, size_of(r, LLVMGetAllocatedType(alloca)), false);
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
  call_fill(r, site, place, size, 1);
}

static void rewrite_dead(rewriter *r, LLVMValueRef i) {
  if (!LLVMIsACallInst(i) || LLVMGetNumArgOperands(i) != 2) return;
  LLVMValueRef place = LLVMGetOperand(i, 1);
  LLVMPositionBuilderBefore(r->b, i);
  LLVMValueRef size = LLVMIsAAllocaInst(place) ? alloca_size(r, place) : LLVMGetOperand(i, 0);
  call_fill(r, NO_SITE, place, size, 1);
}

/* `fails`: before the allocation, an input says whether it fails. */
static void rewrite_alloc(rewriter *r, LLVMValueRef i, uint32_t site, bool is_realloc, bool fails) {
  LLVMValueRef flag = NULL;
  if (fails) {
    flag = entry_slot(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)), r->i8);
    LLVMPositionBuilderBefore(r->b, i);
    call_fill(r, site, flag, LLVMConstInt(r->i64, 1, false), 3 | NATIVE_TRUTH);
  }
  LLVMPositionBuilderBefore(r->b, next_instruction(i));
  if (LLVMIsAAllocaInst(i)) {
    call_fill(r, site, i, alloca_size(r, i), 1);
  } else if (LLVMIsACallInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind &&
             LLVMGetNumArgOperands(i) > 0) {
    LLVMValueRef size = LLVMGetOperand(i, LLVMGetNumArgOperands(i) - 1);
    if (LLVMGetTypeKind(LLVMTypeOf(size)) != LLVMIntegerTypeKind) return;
    LLVMValueRef made = call_filler(r, "ansatz.made", site, i, size, is_realloc ? 0 : 5);
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

/* For inputs that are made up. */
static uint32_t kind_flags(const rewriter *r, LLVMTypeRef type, bool limited) {
  return type == r->i1 || limited ? NATIVE_TRUTH : type == r->ptr ? NATIVE_POINTER : 0;
}

static void rewrite_input(rewriter *r, LLVMValueRef i, uint32_t site, bool limited) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!LLVMIsACallInst(i) || LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
  LLVMValueRef slot = entry_slot(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)), type);
  LLVMPositionBuilderBefore(r->b, i);
  call_fill(r, site, slot, LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), false),
            3 | kind_flags(r, type, limited));
  LLVMValueRef value = LLVMBuildLoad2(r->b, type, slot, "");
  LLVMReplaceAllUsesWith(i, value);
  LLVMInstructionEraseFromParent(i);
}

static LLVMValueRef is_nonzero(rewriter *r, LLVMValueRef v) {
  LLVMTypeRef type = LLVMTypeOf(v);
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
  case LLVMPointerTypeKind: return LLVMBuildICmp(r->b, LLVMIntNE, v, LLVMConstNull(type), "");
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind: return LLVMBuildFCmp(r->b, LLVMRealUNE, v, LLVMConstNull(type), "");
  default: return LLVMConstInt(r->i1, 1, false);
  }
}

static LLVMValueRef arithmetic_overflows(rewriter *r, LLVMValueRef i, bool is_signed) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const char *name =
      opcode == LLVMAdd   ? (is_signed ? "llvm.sadd.with.overflow" : "llvm.uadd.with.overflow")
      : opcode == LLVMSub ? (is_signed ? "llvm.ssub.with.overflow" : "llvm.usub.with.overflow")
      : opcode == LLVMMul ? (is_signed ? "llvm.smul.with.overflow" : "llvm.umul.with.overflow")
                          : NULL;
  LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (!name) { /* min / -1 */
    if (opcode != LLVMSDiv && opcode != LLVMSRem) return NULL;
    LLVMValueRef one = LLVMConstInt(type, 1, false),
                 shift = LLVMConstInt(type, LLVMGetIntTypeWidth(type) - 1, false);
    LLVMValueRef least = LLVMBuildICmp(r->b, LLVMIntEQ, a, LLVMBuildShl(r->b, one, shift, ""), "");
    LLVMValueRef minus = LLVMBuildICmp(r->b, LLVMIntEQ, b, LLVMConstAllOnes(type), "");
    return LLVMBuildAnd(r->b, least, minus, "");
  }
  LLVMValueRef f =
      LLVMGetIntrinsicDeclaration(r->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
  LLVMValueRef args[] = {a, b};
  return LLVMBuildExtractValue(
      r->b, LLVMBuildCall2(r->b, LLVMGlobalGetValueType(f), f, args, 2, ""), 1, "");
}

static const char *const failures[] = {"__assert_fail",        "__assert",    "__assert_rtn",
                                       "__assert_perror_fail", "reach_error", "__VERIFIER_error",
                                       "llvm.ubsantrap",       "llvm.trap",   NULL};
static const char *const tests[] = {"__CPROVER_assert", "assert", "__VERIFIER_assert", NULL};
static const char *const assumes[] = {"__CPROVER_assume", "__VERIFIER_assume", "assume", NULL};

static bool is_call_of(LLVMValueRef i, const char *const *names) {
  if (!LLVMIsACallInst(i)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  while (LLVMIsAGlobalAlias(callee)) callee = LLVMAliasGetAliasee(callee);
  size_t length = 0;
  const char *name = LLVMGetValueName2(callee, &length);
  for (; *names; names++)
    if (!strcmp(name, *names)) return true;
  return false;
}

/* Is the truncated float out of the integer's range? Compared in x87 numbers, which hold all the
 * bounds. */
static LLVMValueRef conversion_fails(rewriter *r, LLVMValueRef i) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  unsigned width = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind
                       ? LLVMGetIntTypeWidth(LLVMTypeOf(i))
                       : 128;
  if ((opcode != LLVMFPToSI && opcode != LLVMFPToUI) || width > 64) return NULL;
  LLVMTypeRef wide = LLVMX86FP80TypeInContext(r->context);
  LLVMValueRef x = LLVMGetOperand(i, 0);
  if (LLVMTypeOf(x) != wide) x = LLVMBuildFPExt(r->b, x, wide, "");
  bool is_signed = opcode == LLVMFPToSI;
  char low[32], high[32];
  uint64_t half = UINT64_C(1) << (width - 1);
  if (is_signed)
    snprintf(low, sizeof low, "-%llu", (unsigned long long)half + 1);
  else
    snprintf(low, sizeof low, "-1");
  snprintf(high, sizeof high, "%.0Lf", is_signed ? (long double)half : (long double)half * 2);
  LLVMValueRef above = LLVMBuildFCmp(r->b, LLVMRealOGT, x, LLVMConstRealOfString(wide, low), "");
  LLVMValueRef below = LLVMBuildFCmp(r->b, LLVMRealOLT, x, LLVMConstRealOfString(wide, high), "");
  return LLVMBuildNot(r->b, LLVMBuildAnd(r->b, above, below, ""), "");
}

/* The first instruction of one of the functions. */
static bool begins(LLVMValueRef i, const char *const *names) {
  LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
  LLVMValueRef function = LLVMGetBasicBlockParent(bb);
  size_t length = 0;
  const char *name = LLVMGetValueName2(function, &length);
  if (bb != LLVMGetEntryBasicBlock(function) || LLVMGetFirstInstruction(bb) != i) return false;
  while (*names && strcmp(name, *names)) names++;
  return *names != NULL;
}

/* Whether the check of a class holds at an instruction. */
static LLVMValueRef check_condition(rewriter *r, LLVMValueRef i, az_class cls) {
  LLVMValueRef yes = LLVMConstInt(r->i1, 1, false), no = LLVMConstInt(r->i1, 0, false), bad = NULL;
  if (is_call_of(i, failures) || (cls == AZ_C_UNREACH && begins(i, failures))) return no;
  if (is_call_of(i, tests))
    return LLVMGetNumArgOperands(i) ? is_nonzero(r, LLVMGetOperand(i, 0)) : yes;
  if (cls == AZ_C_CONVERSION) bad = conversion_fails(r, i);
  bool integers = LLVMIsABinaryOperator(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  LLVMTypeRef type = LLVMTypeOf(i);
  if (integers && cls == AZ_C_OVERFLOW) bad = arithmetic_overflows(r, i, true);
  if (integers && cls == AZ_C_UNSIGNED_OVERFLOW) bad = arithmetic_overflows(r, i, false);
  if (cls == AZ_C_DIV_BY_ZERO &&
      (opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem) &&
      integers)
    bad = LLVMBuildICmp(r->b, LLVMIntEQ, LLVMGetOperand(i, 1), LLVMConstNull(type), "");
  if (cls == AZ_C_SHIFT && (opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr) &&
      integers)
    bad = LLVMBuildICmp(r->b, LLVMIntUGE, LLVMGetOperand(i, 1),
                        LLVMConstInt(type, LLVMGetIntTypeWidth(type), false), "");
  return bad ? LLVMBuildNot(r->b, bad, "") : yes;
}

static void rewrite_checks(rewriter *r, LLVMValueRef i, uint32_t site, uint32_t classes) {
  static const az_class order[] = {
      AZ_C_DIV_BY_ZERO,       AZ_C_SHIFT,      AZ_C_BOUNDS, AZ_C_OVERFLOW,
      AZ_C_UNSIGNED_OVERFLOW, AZ_C_CONVERSION, AZ_C_UNREACH};
  LLVMPositionBuilderBefore(r->b, i);
  for (size_t k = 0; k < sizeof order / sizeof *order; k++) {
    if (!(classes >> order[k] & 1u)) continue;
    call_check(r, check_condition(r, i, order[k]), site, order[k]);
  }
}

/* Counts the heap blocks that the program has. A realloc of one leaves their number as it is. */
static void rewrite_blocks(rewriter *r, LLVMValueRef i, int by, bool is_realloc) {
  if (!LLVMIsACallInst(i) || !LLVMGetNumArgOperands(i)) return;
  LLVMValueRef old = LLVMGetOperand(i, 0), new = i;
  bool has_old = LLVMTypeOf(old) == r->ptr, has_new = LLVMTypeOf(new) == r->ptr;
  LLVMPositionBuilderBefore(r->b, i);
  if ((by < 0 || is_realloc) && has_old) {
    LLVMValueRef args[] = {old, LLVMConstInt(r->i32, (uint64_t)-1, true)};
    call(r, "ansatz.tally", args, 2);
  }
  LLVMPositionBuilderBefore(r->b, next_instruction(i));
  if (by > 0 && has_new) {
    LLVMValueRef args[] = {new, number(r, 1)};
    call(r, "ansatz.tally", args, 2);
  }
}

static void rewrite_site(rewriter *r, LLVMValueRef i, uint32_t site, const native_action *a) {
  if (LLVMIsAPHINode(i)) return;
  if (a->checks) rewrite_checks(r, i, site, a->checks);
  if (a->assume && is_call_of(i, assumes) && LLVMGetNumArgOperands(i) >= 1) {
    LLVMPositionBuilderBefore(r->b, i);
    call_check(r, is_nonzero(r, LLVMGetOperand(i, 0)), site, NATIVE_ASSUMPTION);
  }
  static const az_class heap[] = {AZ_C_MEMTRACK, AZ_C_MEMCLEANUP};
  for (size_t k = 0; k < 2; k++)
    if (a->checks >> heap[k] & 1u) {
      LLVMPositionBuilderBefore(r->b, i);
      call_leaks(r, site, heap[k]);
    }
  LLVMValueRef at = LLVMGetNamedGlobal(r->module, "ansatz.at");
  if (a->access && at) {
    LLVMPositionBuilderBefore(r->b, i);
    LLVMSetVolatile(LLVMBuildStore(r->b, number(r, site), at), true);
  }
  if (a->blocks && has(r, "ansatz.tally")) rewrite_blocks(r, i, a->blocks, a->realloc);
  if (a->live) rewrite_live(r, i, site);
  if (a->dead) rewrite_dead(r, i);
  if (a->alloc)
    rewrite_alloc(r, i, site, a->realloc, a->input != NULL);
  else if (a->input)
    rewrite_input(r, i, site, a->limited); /* last: it takes the instruction away */
}

typedef struct found {
  LLVMValueRef instruction;
  uint32_t site;
} found;

/* ---- whole modules ------------------------------------------------------------------------- */

/* Functions that only say that an execution ends badly are reported; others return zero. */
static void define_stub(rewriter *r, LLVMValueRef f) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  LLVMPositionBuilderAtEnd(r->b, LLVMAppendBasicBlockInContext(r->context, f, ""));
  unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", 8);
  if (LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, noreturn))
    call_check(r, LLVMConstInt(r->i1, 0, false), AZ_NONE, NATIVE_STUB);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(r->b);
  else
    LLVMBuildRet(r->b, LLVMConstNull(type));
}

/* What may really be called: nothing that touches files, processes or other machines. */
static bool is_allowed(const char *name) {
  static const char *const names[] = {"malloc",
                                      "calloc",
                                      "realloc",
                                      "free",
                                      "aligned_alloc",
                                      "memalign",
                                      "posix_memalign",
                                      "malloc_usable_size",
                                      "abort",
                                      "exit",
                                      "_exit",
                                      "_Exit",
                                      "quick_exit",
                                      "atexit",
                                      "__assert_fail",
                                      "__assert",
                                      "qsort",
                                      "bsearch",
                                      "abs",
                                      "labs",
                                      "llabs",
                                      "div",
                                      "ldiv",
                                      "lldiv",
                                      "atoi",
                                      "atol",
                                      "atoll",
                                      "atof",
                                      "rand",
                                      "srand",
                                      "random",
                                      "srandom",
                                      "rand_r",
                                      "printf",
                                      "vprintf",
                                      "sprintf",
                                      "snprintf",
                                      "vsprintf",
                                      "vsnprintf",
                                      "puts",
                                      "putchar",
                                      "fprintf",
                                      "vfprintf",
                                      "fputs",
                                      "fputc",
                                      "putc",
                                      "fwrite",
                                      "fflush",
                                      "perror",
                                      "scanf",
                                      "fscanf",
                                      "sscanf",
                                      "__isoc99_scanf",
                                      "__isoc99_fscanf",
                                      "__isoc99_sscanf",
                                      "__isoc23_scanf",
                                      "__isoc23_fscanf",
                                      "__isoc23_sscanf",
                                      "getchar",
                                      "getc",
                                      "fgetc",
                                      "fgets",
                                      "setjmp",
                                      "_setjmp",
                                      "__sigsetjmp",
                                      "longjmp",
                                      "siglongjmp",
                                      "tolower",
                                      "toupper",
                                      "ffs",
                                      "ffsl",
                                      "ffsll",
                                      "bcopy",
                                      "bzero",
                                      "bcmp",
                                      "index",
                                      "rindex",
                                      "__errno_location",
                                      "__ctype_b_loc",
                                      "__ctype_tolower_loc",
                                      "__ctype_toupper_loc",
                                      "time",
                                      "clock",
                                      "setlocale",
                                      "localeconv",
                                      "alloca",
                                      NULL};
  static const char *const prefixes[] = {"mem",     "str",          "stpcpy",    "stpncpy",
                                         "wcs",     "wmem",         "is",        "__isinf",
                                         "__isnan", "__fpclassify", "__signbit", NULL};
  for (const char *const *n = names; *n; n++)
    if (!strcmp(name, *n)) return true;
  for (const char *const *n = prefixes; *n; n++)
    if (!strncmp(name, *n, strlen(*n))) return true;
  return false;
}

/* Of libm itself: a library's handle finds what it depends on, too. */
static bool is_in_libm(void *libm, const char *name) {
  void *address = libm ? dlsym(libm, name) : NULL;
  Dl_info info;
  return address && dladdr(address, &info) && info.dli_fname && strstr(info.dli_fname, "libm.so");
}

static void define_missing(rewriter *r) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY), *libm = dlopen("libm.so.6", RTLD_LAZY);
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f) || !LLVMGetFirstUse(f) ||
        !strncmp(name, "llvm.", 5))
      continue;
    if (!strncmp(name, "__asan_", 7) || !strncmp(name, "__lsan_", 7) || is_in_libm(libm, name) ||
        (is_allowed(name) && libc && dlsym(libc, name)) || !strcmp(name, "atexit"))
      continue;
    define_stub(r, f);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g)) {
    const char *name = LLVMGetValueName2(g, &length);
    if (!LLVMIsDeclaration(g) || !LLVMGetFirstUse(g) || (libc && dlsym(libc, name))) continue;
    if (LLVMTypeIsSized(LLVMGlobalGetValueType(g)))
      LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
  }
}

static void make_internal(LLVMValueRef v) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  if (LLVMIsDeclaration(v) || !strcmp(name, "main") || !strcmp(name, "__asan_on_error") ||
      !strncmp(name, "llvm.", 5))
    return;
  LLVMSetVisibility(v, LLVMDefaultVisibility);
  LLVMSetLinkage(v, LLVMInternalLinkage);
}

/* An unreachable that is reached is reported, not run through. */
static void report_unreachable(rewriter *r, LLVMValueRef f) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    if (!last || !LLVMIsAUnreachableInst(last)) continue;
    LLVMPositionBuilderBefore(r->b, last);
    call_check(r, LLVMConstInt(r->i1, 0, false), AZ_NONE, NATIVE_UNREACHABLE);
  }
}

/* Branches to traps of checks that are not asked for are never taken: the execution goes on, as in
 * the statement form. */
static void pass_traps(const rewriter *r, LLVMValueRef f, LLVMValueRef const *traps) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb && arrlen(traps);
       bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end)) continue;
    for (unsigned k = 0; k < 2; k++)
      for (size_t i = 0; i < arrlenu(traps); i++)
        if (LLVMGetSuccessor(end, k) == LLVMGetInstructionParent(traps[i]))
          LLVMSetCondition(end, LLVMConstInt(r->i1, k == 1, false));
  }
}

static void set_attributes(const rewriter *r, LLVMValueRef f, bool address_sanitizer) {
  /* 32-bit code computes floats in their own format, too, not in that of the x87. */
  if (r->p->pointer_bits == 32) {
    static const char key[] = "target-features", value[] = "+cx8,+fxsr,+mmx,+sse,+sse2,+x87";
    LLVMAddAttributeAtIndex(
        f, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(r->context, key, sizeof key - 1, value, sizeof value - 1));
  }
  if (address_sanitizer) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sanitize_address", 16);
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(r->context, kind, 0));
  }
}

/* Memory of an object of the start function, with its content in the trace. */
static LLVMValueRef filled(rewriter *r, const az_stmt *s, const az_object *o) {
  LLVMValueRef memory = LLVMBuildAlloca(r->b, LLVMArrayType2(r->i8, o->bytes), "");
  LLVMSetAlignment(memory, 16);
  call_fill(r, native_site(r->p, s), memory, LLVMConstInt(r->i64, o->bytes, false), 1);
  return memory;
}

static LLVMValueRef behind(rewriter *r, LLVMValueRef memory, uint64_t bytes) {
  LLVMValueRef at = LLVMConstInt(r->i64, bytes, false);
  return LLVMBuildGEP2(r->b, r->i8, memory, &at, 1, "");
}

/* As the start function has it: argv[0 .. argc - 1] are strings, the others null. */
static void set_arguments(rewriter *r, LLVMValueRef vector, LLVMValueRef strings,
                          LLVMValueRef argc) {
  LLVMValueRef none = LLVMConstNull(r->ptr);
  for (unsigned i = 0; i <= AZ_ARGV_COUNT; i++) {
    LLVMValueRef value = none;
    if (i < AZ_ARGV_COUNT) {
      LLVMValueRef end = behind(r, strings, (i + 1) * AZ_ARGV_LENGTH - 1);
      LLVMBuildStore(r->b, LLVMConstNull(r->i8), end);
      LLVMValueRef given =
          LLVMBuildICmp(r->b, LLVMIntULT, LLVMConstInt(LLVMTypeOf(argc), i, false), argc, "");
      LLVMValueRef string = behind(r, strings, i * AZ_ARGV_LENGTH);
      value = LLVMBuildSelect(r->b, given, string, none, "");
    }
    LLVMBuildStore(r->b, value, behind(r, vector, i * (r->p->pointer_bits / 8)));
  }
}

/* A new main does what the front end's start function says: globals and arguments from the trace,
 * then the entry. Pointer arguments are null (an execution that reads them counts for nothing),
 * by-value records get memory of their own. */
static const char *make_main(rewriter *r, uint32_t ends) {
  const az_function *start = &r->p->functions[r->p->entry];
  LLVMValueRef entry = LLVMGetNamedFunction(r->module, start->name),
               old = LLVMGetNamedFunction(r->module, "main");
  const az_stmt *call = NULL;
  for (uint32_t b = 0; !entry && !call && b < start->block_count; b++)
    for (uint32_t i = 0; i < start->blocks[b].stmt_count; i++)
      if (start->blocks[b].stmts[i].kind == AZ_S_CALL) call = &start->blocks[b].stmts[i];
  if (call && call->callee != AZ_NONE)
    entry = LLVMGetNamedFunction(r->module, r->p->functions[call->callee].name);
  if (!entry || LLVMIsDeclaration(entry)) return "no entry function in the bitcode";
  if (old) LLVMSetValueName2(old, "ansatz.main", 11);
  LLVMValueRef f = LLVMAddFunction(r->module, "main", LLVMFunctionType(r->i32, NULL, 0, false));
  LLVMPositionBuilderAtEnd(r->b, LLVMAppendBasicBlockInContext(r->context, f, ""));
  unsigned n = LLVMCountParams(entry), next = 0;
  LLVMValueRef strings = NULL, vector = NULL;
  LLVMValueRef *args = calloc(n + 1u, sizeof *args);
  for (uint32_t b = 0; b < start->block_count; b++)
    for (uint32_t i = 0; i < start->blocks[b].stmt_count; i++) {
      const az_stmt *s = &start->blocks[b].stmts[i];
      const az_object *o = s->kind == AZ_S_LIVE ? &r->p->objects[s->object] : NULL;
      LLVMValueRef global = o ? global_of(r, o) : NULL;
      if (o && s->text && !strcmp(s->text, AZ_ARGV_STRINGS)) {
        strings = filled(r, s, o);
        continue;
      }
      if (o && s->text && !strcmp(s->text, AZ_ARGV_VECTOR)) {
        vector = filled(r, s, o);
        set_arguments(r, vector, strings, args[0]);
        continue;
      }
      if (global && !LLVMIsDeclaration(global) && !LLVMIsGlobalConstant(global)) {
        call_fill(r, native_site(r->p, s), global, LLVMConstInt(r->i64, o->bytes, false), 1);
      } else if (o && o->kind >= AZ_OBJ_LOCAL && next < n) {
        args[next++] = filled(r, s, o);
      } else if (s->kind == AZ_S_INPUT && s->input != AZ_IN_CHOICE && next < n) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(entry, next));
        if (s->input == AZ_IN_ARGUMENT) {
          LLVMValueRef slot = LLVMBuildAlloca(r->b, type, "");
          call_fill(r, native_site(r->p, s), slot,
                    LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), false),
                    3 | kind_flags(r, type, native_is_limited(&start->blocks[b], s)));
          args[next] = LLVMBuildLoad2(r->b, type, slot, "");
        }
        next++;
      }
    }
  if (vector) args[1] = vector;
  for (unsigned i = 0; i < n; i++)
    if (!args[i]) args[i] = LLVMConstNull(LLVMTypeOf(LLVMGetParam(entry, i)));
  LLVMValueRef result = LLVMBuildCall2(r->b, LLVMGlobalGetValueType(entry), entry, args, n, "");
  free(args);
  if (ends >> AZ_C_MEMTRACK & 1u) call_leaks(r, AZ_NONE, AZ_C_MEMTRACK);
  if (ends >> AZ_C_MEMCLEANUP & 1u) call_leaks(r, AZ_NONE, AZ_C_MEMCLEANUP);
  LLVMBuildRet(r->b, LLVMTypeOf(result) == r->i32 ? result : number(r, 0));
  return NULL;
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  (void)info;
  (void)context;
}

static const char *emit(rewriter *r, bool address_sanitizer, const char *object_file) {
  char *message = NULL;
  LLVMTargetRef target;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMStripModuleDebugInfo(r->module);
  if (LLVMVerifyModule(r->module, LLVMReturnStatusAction, &message)) return message;
  const char *triple = LLVMGetTarget(r->module);
  if (LLVMGetTargetFromTriple(triple, &target, &message)) return message;
  LLVMTargetMachineRef machine = LLVMCreateTargetMachine(
      target, triple, "", "", LLVMCodeGenLevelNone, LLVMRelocStatic, LLVMCodeModelDefault);
  if (!machine) return "no target machine";
  if (address_sanitizer) {
    static const char *const arguments[] = {"asan", "-asan-use-after-scope=1"};
    LLVMParseCommandLineOptions(2, arguments, NULL);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(r->module, "asan", machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) return LLVMGetErrorMessage(error);
  }
  char *path = strdup(object_file);
  return LLVMTargetMachineEmitToFile(machine, r->module, path, LLVMObjectFile, &message) ? message
                                                                                         : NULL;
}

const char *native_rewrite(const az_program *p, const az_trace *trace, const native_plan *plan,
                           const az_replay_options *o, const char *object_file) {
  bool instrument = o->address_sanitizer && !o->heap_only;
  rewriter r = {.p = p, .context = LLVMContextCreate()};
  LLVMContextSetDiagnosticHandler(r.context, ignore_diagnostic, NULL);
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (!p->bitcode || LLVMCreateMemoryBufferWithContentsOfFile(p->bitcode, &buffer, &message))
    return "no bitcode";
  if (LLVMParseBitcodeInContext2(r.context, buffer, &r.module)) return "unreadable bitcode";
  r.layout = LLVMGetModuleDataLayout(r.module);
  r.b = LLVMCreateBuilderInContext(r.context);
  r.i1 = LLVMInt1TypeInContext(r.context);
  r.i8 = LLVMInt8TypeInContext(r.context);
  r.i32 = LLVMInt32TypeInContext(r.context);
  r.i64 = LLVMInt64TypeInContext(r.context);
  r.ptr = LLVMPointerTypeInContext(r.context, 0);

  /* All sites are found before anything changes. */
  found *sites = NULL;
  site_type *types = NULL;
  LLVMValueRef *silent = NULL; /* traps of the function at hand that are not asked for */
  static const char *const trap[] = {"llvm.ubsantrap", NULL};
  uint32_t site = 0;
  native_plan lookup = *plan;
  for (LLVMValueRef f = LLVMGetFirstFunction(r.module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f)) set_attributes(&r, f, instrument);
    arrsetlen(silent, 0);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsADbgInfoIntrinsic(i)) continue;
        ptrdiff_t at = hmgeti(lookup.actions, site);
        if (at >= 0) {
          arrput(sites, ((found){i, site}));
          const native_action *a = &lookup.actions[at].value;
          if (a->input) hmput(types, site, a->alloc ? r.i8 : LLVMTypeOf(i));
        }
        if ((at < 0 || !lookup.actions[at].value.checks) && is_call_of(i, trap)) arrput(silent, i);
        site++;
      }
    pass_traps(&r, f, silent);
  }
  LLVMModuleRef support = NULL;
  char *text = native_runtime(o, trace == NULL, p->pointer_bits == 32);
  LLVMMemoryBufferRef ir = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, strlen(text), "runtime");
  free(text);
  if (LLVMParseIRInContext(r.context, ir, &support, &message)) return message;
  LLVMSetTarget(support, LLVMGetTarget(r.module));
  LLVMSetDataLayout(support, LLVMGetDataLayoutStr(r.module));
  size_t length = 0;
  if (LLVMLinkModules2(r.module, support)) return "the runtime cannot be linked in";
  for (LLVMValueRef f = LLVMGetFirstFunction(r.module); f; f = LLVMGetNextFunction(f))
    if (strncmp(LLVMGetValueName2(f, &length), "ansatz.", 7)) report_unreachable(&r, f);
  for (size_t i = 0; i < arrlenu(sites); i++)
    rewrite_site(&r, sites[i].instruction, sites[i].site,
                 &lookup.actions[hmgeti(lookup.actions, sites[i].site)].value);
  if (trace) {
    add_events(&r, trace, types);
    define_tables(&r);
  }
  const char *problem = make_main(&r, plan->ends);
  if (problem) return problem;
  define_missing(&r);
  for (LLVMValueRef f = LLVMGetFirstFunction(r.module); f; f = LLVMGetNextFunction(f))
    make_internal(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(r.module); g; g = LLVMGetNextGlobal(g)) make_internal(g);
  return emit(&r, instrument, object_file);
}
