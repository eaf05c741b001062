/* Variable arguments, laid out as in the ABIs, so that clang's code for va_arg can read them.
 *
 * x86-64 (System V ABI 3.5.7): six general and eight vector registers, saved in an area of 176
 * bytes, then the stack. A va_list has two offsets into the area, the address of the first argument
 * on the stack, and the address of the area. i386: only the stack; a va_list is an address on it.
 *
 * Here, the area and the stack after it are one object of the caller, which stores all arguments
 * without a parameter in it. The callee gets its address as an additional parameter. */
#include "frontend/calls/calls.h"
#include "frontend/bitcode/llvm.h"
#include "frontend/statements/statements.h"
#include "frontend/data/data.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <string.h>

#define S (x->f->store)

enum { GENERAL = 6, VECTOR = 8, SAVED = 8 * GENERAL + 16 * VECTOR };

/* The registers and stack bytes that earlier arguments occupy. */
typedef struct taken {
  uint64_t general, vector, stack;
} taken;

/* The type of an argument in memory, and whether it is copied there (byval). */
typedef struct argument {
  LLVMTypeRef type;
  bool by_value;
  uint64_t alignment; /* 0: the type's alignment */
} argument;

static const uint64_t nowhere = UINT64_MAX;

static uint64_t round_up(uint64_t n, uint64_t to) {
  assert(to); /* alignments and words have bytes */
  return (n + to - 1) / to * to;
}

static uint64_t on_stack(taken *t, uint64_t bytes, uint64_t alignment, uint64_t word) {
  t->stack = round_up(t->stack, alignment > word ? alignment : word);
  uint64_t at = t->stack;
  t->stack += round_up(bytes, word);
  return at;
}

/* Returns the offset of the next argument in the area; `nowhere` if it is unknown here. */
static uint64_t place(fe *f, taken *t, const argument *a) {
  bool wide = f->p->pointer_bits == 64;
  uint64_t bytes = fe_alloc_size(f, a->type), word = wide ? 8 : 4;
  LLVMTypeKind kind = LLVMGetTypeKind(a->type);
  bool integer = kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind;
  bool real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
              (wide && kind == LLVMVectorTypeKind); /* two floats of a record */
  if (a->by_value) {
    uint64_t at = on_stack(t, bytes, a->alignment, word);
    return wide ? SAVED + at : at;
  }
  if (!wide)
    return bytes <= 8 && (integer || real) ? on_stack(t, bytes, 4, 4)
           : kind == LLVMX86_FP80TypeKind  ? on_stack(t, 12, 4, 4)
                                           : nowhere;
  if (kind == LLVMX86_FP80TypeKind) return SAVED + on_stack(t, 16, 16, 8);
  if (bytes > 8 || !(integer || real)) return nowhere;
  if (integer && t->general < GENERAL) return 8 * t->general++;
  if (real && t->vector < VECTOR) return 8 * GENERAL + 16 * t->vector++;
  return SAVED + on_stack(t, 8, 8, 8);
}

static argument described(LLVMTypeRef type, LLVMAttributeRef by_value, LLVMAttributeRef align) {
  return (argument){.type = by_value ? LLVMGetTypeAttributeValue(by_value) : type,
                    .by_value = by_value != NULL,
                    .alignment = align ? LLVMGetEnumAttributeValue(align) : 0};
}

static argument passed(const fx_call *c, uint32_t i) {
  static const char *const names[] = {"byval", "align"};
  LLVMAttributeRef of[2] = {NULL, NULL};
  for (size_t k = 0; k < 2 && fe_is_pointer(c->types[i]); k++)
    of[k] = LLVMGetCallSiteEnumAttribute(
        c->instruction, i + 1, LLVMGetEnumAttributeKindForName(names[k], strlen(names[k])));
  return described(c->types[i], of[0], of[1]);
}

static argument declared(LLVMValueRef function, unsigned i) {
  static const char *const names[] = {"byval", "align"};
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, i));
  LLVMAttributeRef of[2] = {NULL, NULL};
  for (size_t k = 0; k < 2 && fe_is_pointer(type); k++)
    of[k] = LLVMGetEnumAttributeAtIndex(
        function, i + 1, LLVMGetEnumAttributeKindForName(names[k], strlen(names[k])));
  return described(type, of[0], of[1]);
}

/* ---- the caller ---- */

typedef struct slot {
  LLVMTypeRef type;
  uint64_t offset;
  uint32_t argument;
} slot;

static LLVMTypeRef bytes_type(fe *f, uint64_t count) {
  return LLVMArrayType2(LLVMInt8TypeInContext(f->context), count);
}

static int by_offset(const void *a, const void *b) {
  const slot *p = a, *q = b;
  return p->offset < q->offset ? -1 : p->offset > q->offset;
}

/* Returns a packed record with the slots at their offsets. Slots of one type at equal distances
 * become an array, so that a loop over them reads the array at an index. */
static LLVMTypeRef area_type(fe *f, slot *slots, uint64_t size) {
  LLVMTypeRef *fields = NULL;
  uint64_t end = 0;
  size_t count = arrlenu(slots);
  qsort(slots, count, sizeof *slots, by_offset);
  for (size_t i = 0; i < count;) {
    uint64_t bytes = fe_alloc_size(f, slots[i].type);
    uint64_t next = i + 1 < count ? slots[i + 1].offset : size, step = next - slots[i].offset;
    size_t same = 1;
    while (i + same < count && slots[i + same].type == slots[i].type &&
           slots[i + same].offset - slots[i + same - 1].offset == step)
      same++;
    if (slots[i].offset > end) arrput(fields, bytes_type(f, slots[i].offset - end));
    LLVMTypeRef element = slots[i].type;
    if (same == 1)
      step = bytes;
    else if (step > bytes)
      element = LLVMStructTypeInContext(
          f->context, (LLVMTypeRef[]){element, bytes_type(f, step - bytes)}, 2, true);
    arrput(fields, same == 1 ? element : LLVMArrayType2(element, same));
    end = slots[i].offset + same * step;
    i += same;
  }
  if (size > end) arrput(fields, bytes_type(f, size - end));
  LLVMTypeRef type = LLVMStructTypeInContext(f->context, fields, (unsigned)arrlenu(fields), true);
  arrfree(fields);
  return type;
}

/* Aligns the area: va_arg of a type whose alignment exceeds a word tests the address. */
static void align_area(fx *x, uint32_t area) {
  x->f->objects[area].align = 16;
  az_term address = fx_ptr_to_int(x, fe_address(x->f, area), 4);
  az_stmt *s = fx_emit(x, AZ_S_ASSUME);
  s->value = az_eq(S, address, az_bv(S, 4, 0));
  s->site = AZ_NONE; /* invisible to replay */
}

static void fill(fx *x, const fx_call *c, uint32_t area, const slot *slots) {
  for (size_t i = 0; i < arrlenu(slots); i++) {
    const slot *s = &slots[i];
    az_term to = fx_offset(x, fe_address(x->f, area), s->offset), from = c->args[s->argument];
    bool copies = passed(c, s->argument).by_value;
    az_stmt *put =
        fx_emit(x, copies ? AZ_S_COPY : AZ_S_STORE); /* an object of the front end: no check */
    put->ptr = to;
    put->value = copies ? from : fe_to_memory(x->f, from, s->type);
    if (copies)
      put->size = az_bv(S, x->f->p->pointer_bits, fe_alloc_size(x->f, s->type));
    else
      put->type = fe_register_type(x->f, s->type);
  }
}

az_term fx_variable_arguments(fx *x, const fx_call *c) {
  fe *f = x->f;
  LLVMTypeRef type = c->instruction ? LLVMGetCalledFunctionType(c->instruction) : NULL;
  if (!type || !LLVMIsFunctionVarArg(type)) return az_null(f->p);
  uint32_t named = LLVMCountParamTypes(type);
  taken t = {0};
  slot *slots = NULL;
  bool known = true, aligned = false;
  for (uint32_t i = 0; i < c->count && known; i++) {
    argument a = passed(c, i);
    if (i == named && f->p->pointer_bits == 32) t.stack = 0;
    uint64_t at = place(f, &t, &a);
    known = at != nowhere || i < named;
    aligned = aligned || (a.by_value && a.alignment > 4) ||
              LLVMGetTypeKind(a.type) == LLVMX86_FP80TypeKind;
    if (i >= named) arrput(slots, ((slot){a.type, at, i}));
  }
  if (!known) fx_unsupported(x, "a variable argument of an unusual type");
  if (!known || !arrlenu(slots)) {
    arrfree(slots);
    return az_null(f->p);
  }
  uint64_t size = t.stack + (f->p->pointer_bits == 64 ? SAVED : 0);
  uint32_t area = fx_temp(x, AZ_VARIABLE_ARGUMENTS, fe_llvm_type(f, area_type(f, slots, size)));
  if (aligned) align_area(x, area);
  fill(x, c, area, slots);
  arrfree(slots);
  return fe_address(f, area);
}

/* ---- the callee ---- */

static void store_number(fx *x, az_term list, uint64_t offset, uint64_t value) {
  const az_term number = az_bv(S, 32, value);
  fx_store(x, fx_offset(x, list, offset), number, LLVMInt32TypeInContext(x->f->context));
}

void fx_va_start(fx *x, az_term list) {
  fe *f = x->f;
  const az_function *function = &f->functions[x->index];
  uint32_t named = LLVMCountParams(x->fn);
  assert(function->param_count == named + 1); /* the address of the area is the last parameter */
  LLVMTypeRef pointer = LLVMPointerTypeInContext(f->context, 0);
  az_term area = fx_load_object(x, function->params[named], pointer);
  if (f->p->pointer_bits == 32) {
    fx_store(x, list, area, pointer);
    return;
  }
  taken t = {0};
  for (uint32_t i = 0; i < named; i++) {
    argument a = declared(x->fn, i);
    if (place(f, &t, &a) == nowhere) {
      fx_unsupported(x, "variable arguments behind a parameter of an unusual type");
      return;
    }
  }
  store_number(x, list, 0, 8 * t.general);
  store_number(x, list, 4, 8 * GENERAL + 16 * t.vector);
  const az_term stack = fx_offset(x, area, SAVED + t.stack);
  fx_store(x, fx_offset(x, list, 8), stack, pointer);
  fx_store(x, fx_offset(x, list, 16), area, pointer);
}

void fx_va_copy(fx *x, az_term to, az_term from) {
  az_stmt *s = fx_emit(x, AZ_S_COPY);
  s->ptr = to;
  s->value = from;
  s->size = az_bv(S, x->f->p->pointer_bits, x->f->p->pointer_bits == 64 ? 24 : 4);
}
