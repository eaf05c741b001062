/* The trace as constant tables in the rewritten program: for each input an event whose parts have
 * the bytes to write and their offsets. */
#include "replay/rewrite.h"
#include <llvm-c/DebugInfo.h>
#include <stb/stb_ds.h>
#include <string.h>

static bool limb_bit(const uint64_t *limbs, uint32_t width, uint32_t i) {
  return i < width && (limbs[i / 64] >> (i % 64) & 1);
}

/* Writes the constant's bits from `at` on to memory, as the LLVM type. Returns how many bits. */
static uint32_t write_constant(const rewriter *r, LLVMTypeRef type, const uint64_t *limbs,
                               uint32_t width, uint32_t at, uint8_t *to) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMStructTypeKind: {
    uint32_t used = 0;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      used += write_constant(r, LLVMStructGetTypeAtIndex(type, i), limbs, width, at + used,
                             to + LLVMOffsetOfElement(r->layout, type, i));
    return used;
  }
  case LLVMArrayTypeKind: {
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t step = LLVMABISizeOfType(r->layout, element);
    uint32_t used = 0;
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); i++)
      used += write_constant(r, element, limbs, width, at + used, to + i * step);
    return used;
  }
  case LLVMX86_FP80TypeKind: { /* 79 bits: the term has no explicit leading bit */
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

/* Returns the line of a global by its debug information, or 0. */
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

/* Returns whether `name` is the module's name for the C name: the name itself, or f.NAME or
 * f.NAME.3 (static variables of a function). */
static bool names_it(const char *name, const char *c_name) {
  size_t n = strlen(c_name);
  if (!strcmp(name, c_name)) return true;
  for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
    if (!strncmp(dot + 1, c_name, n) && (dot[n + 1] == 0 || dot[n + 1] == '.')) return true;
  return false;
}

LLVMValueRef rewriter_global(const rewriter *r, const az_object *o) {
  size_t length = 0;
  if (o->kind == AZ_OBJ_FUNCTION) return LLVMGetNamedFunction(r->module, o->name);
  if (o->kind != AZ_OBJ_GLOBAL) return NULL;
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g))
    if (names_it(LLVMGetValueName2(g, &length), o->name) &&
        (!o->loc.line || global_line(g) == o->loc.line))
      return g;
  return LLVMGetNamedGlobal(r->module, o->name);
}

/* Returns the symbol that a pointer constant points to if it is a global, else NULL. */
static LLVMValueRef symbol(const rewriter *r, az_term value) {
  const az_store *s = r->p->store;
  if (az_sort_of(s, value) != az_sort_bv(az_pointer_width(r->p)) || !az_is_const(s, value))
    return NULL;
  const uint64_t *limbs = az_const_limbs(s, value);
  uint64_t object = r->p->pointer_bits == 64 ? limbs[1] : limbs[0] >> 32;
  if (object == 0 || object > r->p->object_count) return NULL;
  LLVMValueRef global = rewriter_global(r, &r->p->objects[object - 1]);
  if (!global) return NULL;
  LLVMValueRef offset = LLVMConstInt(
      r->i64, r->p->pointer_bits == 64 ? limbs[0] : (uint64_t)(int64_t)(int32_t)limbs[0], true);
  return LLVMConstGEP2(r->i8, global, &offset, 1);
}

static void add_part(rewriter *r, uint64_t offset, uint64_t bytes, uint64_t data,
                     LLVMValueRef pointer) {
  LLVMValueRef fields[] = {LLVMConstInt(r->i64, offset, false), rewriter_number(r, bytes),
                           rewriter_number(r, data), pointer ? pointer : LLVMConstNull(r->ptr)};
  arrput(r->parts, LLVMConstStructInContext(r->context, fields, 4, false));
}

/* Adds one part with a constant, laid out as `type` (NULL: plain bytes). */
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
    width = r->p->pointer_bits; /* it is an address */
  if (type)
    write_constant(r, type, limbs, width, 0, r->data + at);
  else
    for (uint32_t i = 0; i < width && i / 8 < bytes; i++)
      if (limb_bit(limbs, width, i))
        r->data[at + i / 8] = (uint8_t)(r->data[at + i / 8] | 1u << i % 8);
  add_part(r, offset, bytes, at, pointer);
}

void rewriter_add_events(rewriter *r, const az_trace *trace, site_type *types) {
  for (size_t i = 0; i < trace->count; i++) {
    const az_event *e = &trace->events[i];
    if (e->kind != AZ_EV_INPUT || !e->stmt) continue;
    if (e->stmt->kind == AZ_S_INPUT &&
        (e->stmt->input == AZ_IN_APPROX || e->stmt->input == AZ_IN_CHOICE))
      continue; /* the run itself does what the statement models */
    uint32_t site = native_site(r->p, e->stmt);
    if (site == AZ_NONE) continue; /* a lifetime without an instruction */
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
    LLVMValueRef fields[] = {rewriter_number(r, site), rewriter_number(r, first),
                             rewriter_number(r, arrlenu(r->parts) - first)};
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

void rewriter_define_tables(rewriter *r) {
  LLVMTypeRef event[] = {r->i32, r->i32, r->i32}, part[] = {r->i64, r->i32, r->i32, r->ptr};
  LLVMTypeRef event_type = LLVMStructTypeInContext(r->context, event, 3, false);
  LLVMTypeRef part_type = LLVMStructTypeInContext(r->context, part, 4, false);
  define_table(r, "ansatz.count", rewriter_number(r, arrlenu(r->events)));
  define_table(r, "ansatz.goes_on", rewriter_number(r, !r->options->nonterminating));
  define_table(r, "ansatz.events", LLVMConstArray2(event_type, r->events, arrlenu(r->events)));
  define_table(r, "ansatz.parts", LLVMConstArray2(part_type, r->parts, arrlenu(r->parts)));
  define_table(
      r, "ansatz.data",
      LLVMConstStringInContext2(r->context, (const char *)r->data, arrlenu(r->data), true));
}
