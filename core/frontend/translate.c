/* One function: objects for its parameters and allocas, its blocks (cfg.c) with the statements of
 * their instructions (instruction.c), and the values that cross blocks. A register lives in one
 * block; phis and registers that other blocks read go through objects of kind AZ_OBJ_TEMP. */
#include "frontend/internal.h"
#include <stb/stb_ds.h>
#include <string.h>

/* ---- sorts and representations --------------------------------------------------------------- */

static uint64_t flat_width(fe *f, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type);
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: return 16;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  case LLVMX86_FP80TypeKind: return 79;
  case LLVMFP128TypeKind: return 128;
  case LLVMPointerTypeKind: return az_pointer_width(f->p);
  case LLVMArrayTypeKind:
    return LLVMGetArrayLength2(type) * flat_width(f, LLVMGetElementType(type));
  case LLVMVectorTypeKind: return LLVMGetVectorSize(type) * flat_width(f, LLVMGetElementType(type));
  case LLVMStructTypeKind: {
    uint64_t sum = 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      sum += flat_width(f, LLVMStructGetTypeAtIndex(type, i));
    return sum;
  }
  default: return 0;
  }
}

az_sort fe_sort(fe *f, LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    if (LLVMGetIntTypeWidth(type) == 1) return az_sort_bool();
    break;
  case LLVMHalfTypeKind: return az_sort_float(5, 11);
  case LLVMBFloatTypeKind: return az_sort_float(8, 8);
  case LLVMFloatTypeKind: return az_sort_float(8, 24);
  case LLVMDoubleTypeKind: return az_sort_float(11, 53);
  case LLVMX86_FP80TypeKind: return az_sort_float(15, 64);
  case LLVMFP128TypeKind: return az_sort_float(15, 113);
  default: break;
  }
  uint64_t width = flat_width(f, type);
  return width && width <= AZ_MAX_WIDTH ? az_sort_bv((uint32_t)width) : 0;
}

az_term fe_pack(fe *f, az_term t) {
  switch (az_sort_kind_of(az_sort_of(f->store, t))) {
  case AZ_SORT_BOOL: return az_bool_to_bv(f->store, t, 1);
  case AZ_SORT_FLOAT: return az_float_to_bits(f->store, t);
  default: return t;
  }
}

az_term fe_unpack(fe *f, az_term bits, LLVMTypeRef type) {
  az_sort sort = fe_sort(f, type);
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_BOOL: return az_eq(f->store, bits, az_bv(f->store, 1, 1));
  case AZ_SORT_FLOAT: return az_float_from_bits(f->store, bits, sort);
  default: return bits;
  }
}

az_term fe_to_memory(fe *f, az_term t, LLVMTypeRef type) {
  az_store *s = f->store;
  if (az_sort_of(s, t) == az_sort_bool()) return az_bool_to_bv(s, t, 8);
  if (LLVMGetTypeKind(type) ==
      LLVMX86_FP80TypeKind) { /* sign, exponent, explicit integer bit, fraction */
    az_term bits = az_float_to_bits(s, t), exponent = az_extract(s, bits, 77, 63);
    az_term integer = az_bool_to_bv(s, az_ne(s, exponent, az_bv(s, 15, 0)), 1);
    return az_concat(s, az_extract(s, bits, 78, 63),
                     az_concat(s, integer, az_extract(s, bits, 62, 0)));
  }
  if (fe_is_aggregate(type)) return az_zext(s, t, (az_sort_width(az_sort_of(s, t)) + 7) / 8 * 8);
  return t;
}

az_term fe_from_memory(fe *f, az_term t, LLVMTypeRef type) {
  az_store *s = f->store;
  az_sort sort = fe_sort(f, type);
  if (sort == az_sort_bool()) return az_ne(s, t, az_bv(s, 8, 0));
  if (LLVMGetTypeKind(type) == LLVMX86_FP80TypeKind)
    return az_float_from_bits(s, az_concat(s, az_extract(s, t, 79, 64), az_extract(s, t, 62, 0)),
                              sort);
  if (fe_is_aggregate(type)) return az_extract(s, t, az_sort_width(sort) - 1, 0);
  return t;
}

uint32_t fx_part(fe *f, LLVMTypeRef type, unsigned index, LLVMTypeRef *element) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    uint64_t offset = 0;
    for (unsigned i = 0; i < index; i++) offset += flat_width(f, LLVMStructGetTypeAtIndex(type, i));
    *element = LLVMStructGetTypeAtIndex(type, index);
    return (uint32_t)offset;
  }
  *element = LLVMGetElementType(type);
  return (uint32_t)(index * flat_width(f, *element));
}

/* ---- what is recorded ------------------------------------------------------------------------ */

void fe_cause(fe *f, az_loc loc, const char *text) {
  if (shgeti(f->said, text) >= 0) return;
  shput(f->said, text, true);
  arrput(f->causes, ((az_cause){az_arena_strdup(f->arena, text), loc}));
}

void fe_warn(fe *f, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (shgeti(f->said, text) >= 0) return;
  shput(f->said, text, true);
  arrput(f->warnings, az_arena_strdup(f->arena, text));
}

/* ---- statements ------------------------------------------------------------------------------ */

az_stmt *fx_emit(fx *x, az_stmt_kind kind) {
  arrput(x->stmts, ((az_stmt){.kind = kind,
                              .loc = x->loc,
                              .site = x->site,
                              .object = AZ_NONE,
                              .check = AZ_NONE,
                              .callee = AZ_NONE}));
  return &arrlast(x->stmts);
}

static az_term fresh(fx *x, az_type type) {
  return az_fresh(x->f->store, x->f->types[type].sort, "r");
}

uint32_t fx_temp(fx *x, const char *name, az_type type) {
  if (!name || !*name) name = az_arena_printf(x->f->arena, "tmp.%u", x->temps++);
  return fe_add_object(x->f, AZ_OBJ_TEMP, name, type, x->index, x->loc);
}

az_term fx_offset(fx *x, az_term ptr, uint64_t bytes) {
  az_program *p = x->f->p;
  if (!bytes) return ptr;
  az_term offset =
      az_bv_add(p->store, az_pointer_offset(p, ptr), az_bv(p->store, p->pointer_bits, bytes));
  return az_pointer(p, az_pointer_object(p, ptr), offset);
}

static unsigned part_count(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
  case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
  default: return (unsigned)LLVMGetArrayLength2(type);
  }
}

static uint64_t part_offset(fe *f, LLVMTypeRef type, unsigned i) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) return LLVMOffsetOfElement(f->layout, type, i);
  return i * fe_alloc_size(f, LLVMGetElementType(type));
}

static bool is_bit_vector(LLVMTypeRef type) { /* <n x i1>: packed in memory */
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind &&
         LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMGetElementType(type)) % 8 != 0;
}

static const char *access_text(fx *x, const char *what) {
  const az_type_info *type = &x->f->types[arrlast(x->stmts).type];
  return az_arena_printf(x->f->arena, "%s of %s", what, type->name ? type->name : "memory");
}

az_term fx_load(fx *x, az_term ptr, LLVMTypeRef type) {
  fe *f = x->f;
  if (!fe_sort(f, type) || is_bit_vector(type))
    return fx_approx(x, type, "load of a whole aggregate");
  if (fe_is_aggregate(type)) {
    az_term all = 0;
    for (unsigned i = 0; i < part_count(type); i++) {
      LLVMTypeRef element;
      fx_part(f, type, i, &element);
      az_term part = fe_pack(f, fx_load(x, fx_offset(x, ptr, part_offset(f, type, i)), element));
      all = all ? az_concat(f->store, part, all) : part;
    }
    return all;
  }
  az_stmt *s = fx_emit(x, AZ_S_LOAD);
  s->type = fe_register_type(f, type);
  s->ptr = ptr;
  s->result = fresh(x, s->type);
  fx_check_access(x, AZ_C_DEREF, access_text(x, "read"));
  return fe_from_memory(f, arrlast(x->stmts).result, type);
}

void fx_store(fx *x, az_term ptr, az_term value, LLVMTypeRef type) {
  fe *f = x->f;
  if (!value || !fe_sort(f, type) || is_bit_vector(type)) {
    fx_havoc(x, &ptr, 1, "store of a whole aggregate");
    return;
  }
  if (fe_is_aggregate(type)) {
    for (unsigned i = 0; i < part_count(type); i++) {
      LLVMTypeRef element;
      uint32_t low = fx_part(f, type, i, &element), width = az_sort_width(fe_sort(f, element));
      az_term part = fe_unpack(f, az_extract(f->store, value, low + width - 1, low), element);
      fx_store(x, fx_offset(x, ptr, part_offset(f, type, i)), part, element);
    }
    return;
  }
  az_stmt *s = fx_emit(x, AZ_S_STORE);
  s->type = fe_register_type(f, type);
  s->ptr = ptr;
  s->value = fe_to_memory(f, value, type);
  fx_check_access(x, AZ_C_DEREF, access_text(x, "write"));
}

static az_term load_object(fx *x, uint32_t object, LLVMTypeRef type) {
  az_stmt *s = fx_emit(x, AZ_S_LOAD);
  s->type = x->f->objects[object].type;
  s->ptr = fe_address(x->f, object);
  s->result = fresh(x, s->type);
  return fe_from_memory(x->f, s->result, type);
}

static void store_object(fx *x, uint32_t object, az_term value, LLVMTypeRef type) {
  az_stmt *s = fx_emit(x, AZ_S_STORE);
  s->type = x->f->objects[object].type;
  s->ptr = fe_address(x->f, object);
  s->value = fe_to_memory(x->f, value, type);
}

az_term fx_input(fx *x, az_input_kind kind, LLVMTypeRef type, const char *text) {
  fe *f = x->f;
  if (!fe_sort(f, type)) { /* wider than terms can be */
    fx_unsupported(x, "a register that is a large aggregate");
    return 0;
  }
  az_stmt *s = fx_emit(x, AZ_S_INPUT);
  s->type = fe_register_type(f, type);
  s->result = fresh(x, s->type);
  s->input = kind;
  s->text = az_arena_strdup(f->arena, text);
  return fe_from_memory(f, s->result, type);
}

az_term fx_approx(fx *x, LLVMTypeRef type, const char *cause) {
  fe_cause(x->f, x->loc, cause);
  return fx_input(x, AZ_IN_APPROX, type, cause);
}

az_term fx_undefined(fx *x, az_sort sort, const char *text) {
  fe *f = x->f;
  bool is_bool = sort == az_sort_bool();
  az_stmt *s = fx_emit(x, AZ_S_INPUT);
  s->input = AZ_IN_APPROX;
  s->text = text;
  switch (az_sort_kind_of(sort)) {
  case AZ_SORT_FLOAT: {
    az_sort bits = az_sort_bv(az_sort_width(sort));
    s->type = fe_int_type(f, az_sort_width(bits), false, NULL);
    az_term result = s->result = fresh(x, s->type);
    return az_float_from_bits(f->store, result, sort);
  }
  default: break;
  }
  s->type = is_bool ? f->bool_type
            : sort == f->types[f->pointer_type].sort
                ? f->pointer_type
                : fe_int_type(f, az_sort_width(sort), false, NULL);
  az_term result = s->result = fresh(x, s->type);
  return is_bool ? az_ne(f->store, result, az_bv(f->store, 8, 0)) : result;
}

az_term fx_guarded(fx *x, az_term condition, az_term exact, const char *text) {
  az_store *store = x->f->store;
  if (az_is_true(store, condition) || x->inserted) return exact;
  return az_ite(store, condition, exact, fx_undefined(x, az_sort_of(store, exact), text));
}

static uint32_t new_check(fx *x, az_class cls, const char *word, const char *text) {
  fe *f = x->f;
  char *id =
      az_arena_printf(f->arena, "%s.%s.%u", f->functions[x->index].name, word, ++x->counts[cls]);
  arrput(f->checks, ((az_check){cls, id, az_arena_strdup(f->arena, text), x->loc}));
  return (uint32_t)arrlenu(f->checks) - 1;
}

void fx_check(fx *x, az_class cls, az_term condition, const char *text) {
  if (az_is_true(x->f->store, condition) || x->inserted) return;
  const char *word = cls == AZ_C_UNREACH ? "assertion" : az_class_name(cls);
  az_stmt *s = fx_emit(x, AZ_S_CHECK);
  s->value = condition;
  s->check = new_check(x, cls, word, text);
}

/* A whole object by its own name lives where it is named. */
static bool is_plain(fx *x, const az_stmt *s) {
  az_program *p = x->f->p;
  uint64_t offset;
  az_term object = az_pointer_object(p, s->ptr);
  if (!az_const_u64(x->f->store, az_pointer_offset(p, s->ptr), &offset)) return false;
  uint64_t index, bytes = x->f->types[s->type].bytes;
  if (az_const_u64(x->f->store, object, &index))
    index--; /* null becomes no object at all */
  else if (az_kind_of(x->f->store, object) == AZ_K_VAR && *az_var_name(x->f->store, object) == '&')
    index = strtoull(strrchr(az_var_name(x->f->store, object), '#') + 1, NULL, 10);
  else
    return false;
  if (index >= arrlenu(x->f->objects)) return false;
  const az_object *o = &x->f->objects[index];
  if (o->kind == AZ_OBJ_FUNCTION || (o->is_const && s->kind == AZ_S_STORE)) return false;
  return bytes && offset <= o->bytes && bytes <= o->bytes - offset;
}

void fx_check_access(fx *x, az_class cls, const char *text) {
  az_stmt *s = &arrlast(x->stmts);
  if (!(x->f->options->classes >> cls & 1u) || x->inserted) return;
  if ((s->kind == AZ_S_LOAD || s->kind == AZ_S_STORE) && is_plain(x, s)) return;
  s->check = new_check(x, cls, az_class_name(cls), text);
}

void fx_check_leaks(fx *x) {
  static const struct {
    az_class cls;
    const char *text;
  } all[] = {{AZ_C_MEMTRACK, "no memory is lost"}, {AZ_C_MEMCLEANUP, "all memory is freed"}};
  for (size_t i = 0; i < 2; i++) {
    if (!(x->f->options->classes >> all[i].cls & 1u)) continue;
    az_stmt *s = fx_emit(x, AZ_S_LEAK);
    s->check = new_check(x, all[i].cls, az_class_name(all[i].cls), all[i].text);
  }
}

void fx_stop(fx *x) {
  x->stopped = true;
}

void fx_unsupported(fx *x, const char *text) {
  fe_cause(x->f, x->loc, text);
  fx_emit(x, AZ_S_UNSUPPORTED)->text = az_arena_strdup(x->f->arena, text);
  fx_stop(x);
}

void fx_unsupported_if(fx *x, az_term condition, const char *text) {
  if (az_is_false(x->f->store, condition)) return;
  fe_cause(x->f, x->loc, text);
  az_stmt *s = fx_emit(x, AZ_S_UNSUPPORTED);
  s->text = az_arena_strdup(x->f->arena, text);
  s->value = condition;
}

void fx_havoc(fx *x, const az_term *pointers, uint32_t count, const char *text) {
  fe_cause(x->f, x->loc, text);
  az_stmt *s = fx_emit(x, AZ_S_HAVOC);
  s->args = AZ_NEWN(x->f->arena, az_term, count);
  memcpy(s->args, pointers, count * sizeof *pointers);
  s->arg_count = count;
  s->text = az_arena_strdup(x->f->arena, text);
}

/* ---- values ---------------------------------------------------------------------------------- */

static fx_value *slot_of(fx *x, LLVMValueRef v) {
  ptrdiff_t at = hmgeti(x->values, v);
  if (at < 0) {
    fx_value fresh_value = {0};
    hmput(x->values, v, fresh_value);
    at = hmgeti(x->values, v);
  }
  return &x->values[at].value;
}

static void see_register(void *ctx, az_term var) {
  struct {
    const az_store *store;
    bool found;
  } *c = ctx;
  if (*az_var_name(c->store, var) != '&') c->found = true;
}

/* Only constants and addresses: the same wherever it is read. */
static bool is_stable(fx *x, az_term t) {
  struct {
    const az_store *store;
    bool found;
  } c = {x->f->store, false};
  az_free_vars(x->f->store, &t, 1, see_register, &c);
  return !c.found;
}

static const char *value_name(fx *x, LLVMValueRef v) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  return length ? az_arena_strdup(x->f->arena, name) : NULL;
}

void fx_define(fx *x, LLVMValueRef v, az_term term) {
  if (!term) return;
  fx_value *value = slot_of(x, v);
  value->term = term;
  value->stamp = x->stamp;
  if (!value->crosses) return;
  if (is_stable(x, term)) {
    value->stamp = 0;
    return;
  }
  LLVMTypeRef type = LLVMTypeOf(v);
  if (!value->temp) value->temp = 1 + fx_temp(x, value_name(x, v), fe_register_type(x->f, type));
  store_object(x, value->temp - 1, term, type);
}

/* A constant that fe_constant has no term for. */
static az_term odd_constant(fx *x, LLVMValueRef v) {
  fe *f = x->f;
  LLVMTypeRef type = LLVMTypeOf(v);
  az_sort sort = fe_sort(f, type);
  if (!sort) return fx_approx(x, type, "a large constant aggregate");
  if (LLVMIsAConstantExpr(v)) {
    LLVMOpcode opcode = LLVMGetConstOpcode(v);
    az_term a = fx_value_of(x, LLVMGetOperand(v, 0));
    uint32_t width = az_sort_width(sort);
    switch (opcode) {
    case LLVMPtrToInt: return fx_ptr_to_int(x, a, width);
    case LLVMIntToPtr: return fx_int_to_ptr(x, az_resize(f->store, a, f->p->pointer_bits, false));
    case LLVMTrunc: return az_resize(f->store, fe_pack(f, a), width, false);
    case LLVMAdd: return az_bv_add(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    case LLVMSub: return az_bv_sub(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    case LLVMMul: return az_bv_mul(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    case LLVMXor: return az_bv_xor(f->store, a, fx_value_of(x, LLVMGetOperand(v, 1)));
    default: return fx_approx(x, type, "constant expression");
    }
  }
  if (fe_is_aggregate(type) && !LLVMIsUndef(v)) {
    az_term all = 0;
    for (unsigned i = 0; i < part_count(type); i++) {
      az_term part = fe_pack(f, fx_value_of(x, LLVMGetAggregateElement(v, i)));
      all = all ? az_concat(f->store, part, all) : part;
    }
    return all;
  }
  return fx_undefined(x, sort, "undefined value");
}

az_term fx_value_of(fx *x, LLVMValueRef v) {
  if (LLVMIsConstant(v)) {
    az_term t = fe_constant(x->f, v);
    return t ? t : odd_constant(x, v);
  }
  ptrdiff_t at = hmgeti(x->allocas, v);
  if (at >= 0) return fe_address(x->f, x->allocas[at].value);
  LLVMTypeRef type = LLVMTypeOf(v);
  fx_value *value = slot_of(x, v);
  if (value->term && (value->stamp == 0 || value->stamp == x->stamp)) return value->term;
  az_term term = 0;
  if (LLVMIsAArgument(v)) {
    unsigned i = 0;
    while (LLVMGetParam(x->fn, i) != v) i++;
    term = load_object(x, x->params[i], type);
  } else if (value->temp) {
    uint32_t object = value->temp - 1;
    term = load_object(x, object, type);
  } else { /* defined on no way that leads here: code that is not reached */
    return fe_sort(x->f, type)
               ? fx_undefined(x, fe_sort(x->f, type), "value of code that is not reached")
               : 0;
  }
  value = slot_of(x, v);
  value->term = term;
  value->stamp = x->stamp;
  return term;
}

/* ---- objects of the function ----------------------------------------------------------------- */

static bool is_static_alloca(fx *x, LLVMValueRef i) {
  LLVMValueRef count = LLVMGetOperand(i, 0);
  return LLVMGetInstructionParent(i) == LLVMGetEntryBasicBlock(x->fn) &&
         LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1 &&
         LLVMGetIntTypeWidth(LLVMTypeOf(count)) == 32;
}

static void add_alloca(fx *x, LLVMValueRef i) {
  fe *f = x->f;
  LLVMTypeRef llvm = LLVMGetAllocatedType(i);
  LLVMMetadataRef variable = hmget(x->declares, i);
  az_type type = fe_llvm_type(f, llvm);
  const char *name = value_name(x, i);
  az_loc loc = f->functions[x->index].loc;
  if (variable) {
    az_type said = fe_di_type(f, fe_di_operand(f, variable, 3));
    if (said && f->types[said].bytes == fe_alloc_size(f, llvm)) type = said;
    const char *c_name = fe_di_string(f, variable, 1);
    if (c_name) name = c_name;
    loc = fe_di_loc(f, LLVMDIVariableGetFile(variable), LLVMDIVariableGetLine(variable));
  }
  if (!name) name = az_arena_printf(f->arena, "tmp.%u", x->temps++);
  uint32_t object =
      fe_add_object(f, variable ? AZ_OBJ_LOCAL : AZ_OBJ_TEMP, name, type, x->index, loc);
  f->objects[object].bytes = fe_alloc_size(f, llvm);
  f->objects[object].align = LLVMGetAlignment(i);
  hmput(x->allocas, i, object);
}

static bool same_node(fx *x, LLVMBasicBlockRef a, LLVMBasicBlockRef b) {
  if (a == b) return true;
  ptrdiff_t i = hmgeti(x->node_of, a), j = hmgeti(x->node_of, b);
  return i >= 0 && j >= 0 && x->node_of[i].value != AZ_NONE &&
         x->node_of[i].value == x->node_of[j].value;
}

/* Walks the function once: sites, declarations, allocas, which values cross blocks. */
static void survey(fx *x) {
  uint32_t site = hmget(x->f->first_site, x->fn);
  LLVMValueRef *allocas = NULL;
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(x->fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsADbgInfoIntrinsic(i)) {
        if (LLVMIsADbgDeclareInst(i)) {
          LLVMValueRef place = LLVMGetOperand(LLVMGetOperand(i, 0), 0);
          if (place && LLVMIsAAllocaInst(place))
            hmput(x->declares, place, LLVMValueAsMetadata(LLVMGetOperand(i, 1)));
        }
        continue;
      }
      hmput(x->sites, i, site++);
      if (LLVMIsAAllocaInst(i) && is_static_alloca(x, i)) {
        arrput(allocas, i);
        continue;
      }
      if (LLVMIsAAllocaInst(i))
        slot_of(x, i)->crosses = true; /* read where the stack is restored */
      for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool crosses = false;
        if (!LLVMIsAInstruction(user)) continue;
        if (LLVMIsAPHINode(user)) {
          for (unsigned k = 0; k < LLVMCountIncoming(user); k++)
            crosses = crosses || (LLVMGetIncomingValue(user, k) == i &&
                                  !same_node(x, LLVMGetIncomingBlock(user, k), bb));
        } else {
          crosses = !same_node(x, LLVMGetInstructionParent(user), bb);
        }
        if (crosses) slot_of(x, i)->crosses = true;
      }
    }
  for (size_t i = 0; i < arrlenu(allocas); i++) add_alloca(x, allocas[i]);
  arrfree(allocas);
}

/* One object an argument, typed as the debug information types the alloca that it is copied to. */
static void add_params(fx *x) {
  fe *f = x->f;
  unsigned count = LLVMCountParams(x->fn);
  x->params = AZ_NEWN(f->arena, uint32_t, count ? count : 1);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetParam(x->fn, i);
    az_type type = fe_register_type(f, LLVMTypeOf(argument));
    const char *name = value_name(x, argument);
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
  f->functions[x->index].params = x->params;
  f->functions[x->index].param_count = count;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static void set_place(fx *x, LLVMValueRef i) {
  fe *f = x->f;
  unsigned line = LLVMGetDebugLocLine(i), length = 0;
  const char *file = line ? LLVMGetDebugLocFilename(i, &length) : NULL;
  if (file) x->loc = (az_loc){fe_file(f, file, length), line, LLVMGetDebugLocColumn(i)};
  ptrdiff_t at = hmgeti(x->sites, i);
  x->site = at >= 0 ? x->sites[at].value : AZ_NONE;
}

static void enter(fx *x) {
  fe *f = x->f;
  for (LLVMValueRef i = fx_first(LLVMGetEntryBasicBlock(x->fn)); i; i = fx_next(i)) {
    ptrdiff_t at = LLVMIsAAllocaInst(i) ? hmgeti(x->allocas, i) : -1;
    if (at < 0 || i == x->dead_slot || fx_has_lifetime(i)) continue;
    uint32_t object = x->allocas[at].value;
    const char *name = f->objects[object].name;
    if (f->options->classes & AZ_MEMORY_CLASSES && fx_ends_unknown(x, i, name)) {
      name = *name == '.' ? "a compound literal" : az_arena_printf(f->arena, "'%s'", name);
      char *cause = az_arena_printf(f->arena, "end of the block of %s", name);
      set_place(x, LLVMGetUser(LLVMGetFirstUse(i)));
      fx_unsupported_if(x, fx_undefined(x, az_sort_bool(), cause), cause);
    }
    bool copy = false; /* of a parameter: stored first */
    for (LLVMUseRef u = LLVMGetFirstUse(i); u && !copy; u = LLVMGetNextUse(u)) {
      LLVMValueRef user = LLVMGetUser(u);
      copy = LLVMIsAStoreInst(user) && LLVMIsAArgument(LLVMGetOperand(user, 0)) &&
             LLVMGetOperand(user, 1) == i;
    }
    if (copy || !fx_read_before_written(x, i)) continue;
    set_place(x, i);
    x->loc = f->objects[object].loc;
    fx_emit(x, AZ_S_LIVE)->object = object;
  }
  x->loc = f->functions[x->index].loc;
}

static void read_phis(fx *x) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(x->bb); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    set_place(x, i);
    size_t length = 0;
    if (!strncmp(LLVMGetValueName2(i, &length), "vaarg.addr", 10)) {
      fx_instruction(x, i);
      continue;
    }
    uint32_t object = slot_of(x, i)->phi;
    if (object) fx_define(x, i, load_object(x, object - 1, LLVMTypeOf(i)));
  }
}

/* Stores for the phis of the successors: all values are read before the first is written. */
static void write_phis(fx *x, const fx_node *n) {
  struct write {
    uint32_t object;
    az_term value;
    LLVMTypeRef type;
  } *writes = NULL;
  for (size_t k = 0; k < arrlenu(n->edges); k++) {
    fx_edge e = n->edges[k];
    bool twice = false;
    for (size_t j = 0; j < k; j++)
      twice = twice || (n->edges[j].to == e.to && n->edges[j].from == e.from);
    for (LLVMValueRef i = twice ? NULL : LLVMGetFirstInstruction(e.to); i && LLVMIsAPHINode(i);
         i = LLVMGetNextInstruction(i)) {
      size_t length = 0;
      LLVMValueRef incoming = fx_incoming(i, e.from);
      LLVMTypeRef type = LLVMTypeOf(i);
      if (!incoming || !strncmp(LLVMGetValueName2(i, &length), "vaarg.addr", 10) ||
          !fe_sort(x->f, type))
        continue;
      az_term value = fx_value_of(x, incoming);
      fx_value *slot = slot_of(x, i);
      if (!slot->phi) {
        uint32_t object = 1 + fx_temp(x, value_name(x, i), fe_register_type(x->f, type));
        slot_of(x, i)->phi = object;
      }
      arrput(writes, ((struct write){slot_of(x, i)->phi - 1, value, type}));
    }
  }
  for (size_t k = 0; k < arrlenu(writes); k++)
    store_object(x, writes[k].object, writes[k].value, writes[k].type);
  arrfree(writes);
}

static void close_block(fx *x, az_block *b) {
  b->stmt_count = (uint32_t)arrlenu(x->stmts);
  b->stmts = AZ_NEWN(x->f->arena, az_stmt, b->stmt_count ? b->stmt_count : 1);
  if (b->stmt_count) memcpy(b->stmts, x->stmts, b->stmt_count * sizeof *x->stmts);
  arrsetlen(x->stmts, 0);
  b->end_loc = x->loc;
}

static void end_block(fx *x, const fx_node *n, az_block *b) {
  fe *f = x->f;
  if (x->stopped) {
    b->end = AZ_END_STOP;
    return;
  }
  set_place(x, n->terminator);
  b->end_site = x->site;
  b->end = n->end;
  if (n->end == AZ_END_STOP) {
    if (n->terminator && !LLVMIsAUnreachableInst(n->terminator))
      fx_unsupported(x, "a jump out of inline assembly");
    return;
  }
  if (n->end == AZ_END_RETURN) {
    LLVMValueRef value =
        LLVMGetNumOperands(n->terminator) ? LLVMGetOperand(n->terminator, 0) : NULL;
    az_term t = value ? fx_value_of(x, value) : 0;
    if (t) b->value = fe_to_memory(f, t, LLVMTypeOf(value));
    return;
  }
  uint32_t count = (uint32_t)arrlenu(n->successors);
  b->successors = AZ_NEWN(f->arena, uint32_t, count + 1);
  memcpy(b->successors, n->successors, count * sizeof *b->successors);
  b->successor_count = count;
  az_term condition = n->condition ? fx_value_of(x, n->condition) : 0;
  write_phis(x, n);
  if (n->end == AZ_END_IF) {
    uint64_t known = 0;
    if (count == 2 &&
        (b->successors[0] == b->successors[1] || az_const_u64(f->store, condition, &known))) {
      b->end = AZ_END_GOTO;
      b->successors[0] = b->successors[b->successors[0] == b->successors[1] || known ? 0 : 1];
      b->successor_count = 1;
    } else {
      b->condition = condition;
    }
  } else if (n->end == AZ_END_SWITCH) {
    b->cases = AZ_NEWN(f->arena, az_term, count + 1);
    if (n->cases) {
      b->condition = fe_pack(f, condition);
      for (uint32_t i = 0; i + 1 < count; i++)
        b->cases[i] = fe_pack(f, fe_constant(f, n->cases[i]));
    } else { /* computed goto: blocks are numbered by their addresses' offsets; the last one stands
                for all others */
      b->condition = az_pointer_offset(f->p, condition);
      for (uint32_t i = 0; i + 1 < count; i++)
        b->cases[i] = az_pointer_offset(f->p, fe_block_address(f, n->edges[i].to));
    }
    if (count == 1) {
      b->end = AZ_END_GOTO;
      b->condition = 0;
    }
  }
}

/* Leaves out blocks that no edge reaches any more (behind a STOP, a constant condition). */
static void prune(az_function *fn) {
  uint32_t n = fn->block_count, *map = calloc(n, sizeof *map), *stack = NULL, count = 0;
  map[0] = 1;
  arrput(stack, 0);
  while (arrlenu(stack)) {
    const az_block *b = &fn->blocks[arrpop(stack)];
    for (uint32_t k = 0; k < b->successor_count; k++)
      if (!map[b->successors[k]]) {
        map[b->successors[k]] = 1;
        arrput(stack, b->successors[k]);
      }
  }
  for (uint32_t i = 0; i < n; i++)
    if (map[i]) {
      map[i] = count;
      fn->blocks[count++] = fn->blocks[i];
    }
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < fn->blocks[i].successor_count; k++)
      fn->blocks[i].successors[k] = map[fn->blocks[i].successors[k]];
  fn->block_count = count;
  arrfree(stack);
  free(map);
}

static void close_fx(fx *x) {
  fx_graph_free(x);
  arrfree(x->stmts);
  hmfree(x->values);
  hmfree(x->sites);
  hmfree(x->allocas);
  hmfree(x->declares);
}

/* Is its address taken, so that it may be called through a pointer? */
static bool is_passed_on(LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn) return true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == fn) return true;
  }
  return false;
}

az_status fe_translate(fe *f, uint32_t function) {
  fx x = {.f = f, .index = function, .fn = f->pending[function], .site = AZ_NONE};
  x.loc = f->functions[function].loc;
  x.nosanitize = LLVMGetMDKindIDInContext(f->context, "nosanitize", 10);
  fx_graph(&x);
  survey(&x);
  add_params(&x);
  uint32_t count = (uint32_t)arrlenu(x.nodes);
  az_block *blocks = AZ_NEWN(f->arena, az_block, count);
  for (uint32_t i = 0; i < count && f->err->status == AZ_OK; i++) {
    const fx_node *n = &x.nodes[i];
    az_block *b = &blocks[i];
    *b = (az_block){.loop = AZ_NONE, .order = AZ_NONE};
    x.bb = n->bb;
    x.stamp = i + 1;
    x.stopped = false;
    b->name = az_arena_strdup(f->arena, LLVMGetBasicBlockName(n->bb));
    if (i == 0) enter(&x);
    if (i == 0 && fx_is_error(f->functions[function].name) && is_passed_on(x.fn)) {
      set_place(&x, fx_first(n->bb));
      fx_check(&x, AZ_C_UNREACH, az_false(f->store),
               az_arena_printf(f->arena, "%s() is not reached", f->functions[function].name));
    }
    read_phis(&x);
    for (size_t k = 0; k <= arrlenu(n->more) && !x.stopped; k++) {
      x.bb = k ? n->more[k - 1] : n->bb;
      for (LLVMValueRef v = fx_first(x.bb); v && !x.stopped; v = fx_next(v)) {
        if (LLVMIsAPHINode(v) || LLVMIsATerminatorInst(v)) continue;
        set_place(&x, v);
        x.inserted = LLVMHasMetadata(v) && !LLVMIsACallInst(v) && LLVMGetMetadata(v, x.nosanitize);
        fx_instruction(&x, v);
      }
      x.inserted = false;
      const fx_guard *g = &n->guards[k];
      if (!g->condition || x.stopped) continue;
      set_place(&x, g->trap);
      az_term condition = fx_value_of(&x, g->condition);
      fx_trap(&x, g->trap, g->traps_if ? az_not(f->store, condition) : condition);
    }
    end_block(&x, n, b);
    close_block(&x, b);
  }
  az_function *fn = &f->functions[function];
  fn->blocks = blocks;
  fn->block_count = count;
  fn->has_body = true;
  if (f->err->status == AZ_OK) prune(fn);
  close_fx(&x);
  return f->err->status;
}

void fx_open_made(fx *x, fe *f, uint32_t function) {
  *x = (fx){
      .f = f, .index = function, .site = AZ_NONE, .stamp = 1, .loc = f->functions[function].loc};
}

void fx_close_made(fx *x, az_end_kind end, az_term value) {
  az_function *fn = &x->f->functions[x->index];
  fn->blocks = AZ_NEW(x->f->arena, az_block);
  fn->block_count = 1;
  fn->has_body = true;
  az_block *b = &fn->blocks[0];
  *b = (az_block){
      .loop = AZ_NONE, .order = AZ_NONE, .name = "entry", .end = x->stopped ? AZ_END_STOP : end};
  if (b->end == AZ_END_RETURN) b->value = value;
  close_block(x, b);
  close_fx(x);
}
