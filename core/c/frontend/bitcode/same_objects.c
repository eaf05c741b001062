/* Objects that several files declare with types that are not compatible (C17 6.2.7p2), as far as
 * bitcode shows this: bitcode has no signedness, and initialised unions and bit-fields have bytes
 * instead of their types. */
#include "frontend/bitcode/passes.h"
#include <llvm-c/Target.h>
#include <stb/stb_ds.h>
#include <string.h>

typedef struct leaf {
  uint64_t key; /* its offset */
  LLVMTypeRef value;
} leaf; /* stb_ds */

static bool is_union(LLVMTypeRef type) {
  const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
  return name && !strncmp(name, "union.", 6);
}

static bool is_byte(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* Adds a type's scalars; for an array, those of its first element. Ignores bytes, since padding and
 * initialised bit-fields are bytes, too. Returns false if nothing is known about the type. */
static bool add_leaves(LLVMTargetDataRef layout, LLVMTypeRef type, uint64_t at, leaf **leaves) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMArrayTypeKind: return add_leaves(layout, LLVMGetElementType(type), at, leaves);
  case LLVMStructTypeKind: {
    if (is_union(type) || LLVMIsOpaqueStruct(type)) return false;
    bool known = true;
    for (unsigned i = 0; known && i < LLVMCountStructElementTypes(type); i++)
      known = add_leaves(layout, LLVMStructGetTypeAtIndex(type, i),
                         at + LLVMOffsetOfElement(layout, type, i), leaves);
    return known;
  }
  default:
    if (!is_byte(type)) hmput(*leaves, at, type);
    return true;
  }
}

static bool same_leaves(LLVMTargetDataRef layout, LLVMTypeRef a, LLVMTypeRef b) {
  leaf *in_a = NULL, *in_b = NULL;
  bool known = add_leaves(layout, a, 0, &in_a) && add_leaves(layout, b, 0, &in_b), same = true;
  for (size_t i = 0; known && i < hmlenu(in_a); i++) {
    ptrdiff_t at = hmgeti(in_b, in_a[i].key);
    same = same && (at < 0 || in_b[at].value == in_a[i].value);
  }
  hmfree(in_a);
  hmfree(in_b);
  return same;
}

static bool is_aggregate(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMArrayTypeKind || LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

/* Returns whether the types may be compatible. An array without a length matches any length. */
static bool may_fit(LLVMTargetDataRef layout, LLVMTypeRef a, LLVMTypeRef b) {
  bool arrays = LLVMGetTypeKind(a) == LLVMArrayTypeKind && LLVMGetTypeKind(b) == LLVMArrayTypeKind;
  if (a == b) return true;
  if (!is_aggregate(a) && !is_aggregate(b)) return false;
  if (!arrays) return same_leaves(layout, a, b);
  uint64_t n = LLVMGetArrayLength2(a), m = LLVMGetArrayLength2(b);
  return (n == m || !n || !m) && may_fit(layout, LLVMGetElementType(a), LLVMGetElementType(b));
}

static bool is_shared(LLVMValueRef global) {
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

bool fe_compare_objects(fe_build *build, LLVMModuleRef other, const char *file) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(other);
  for (LLVMValueRef g = LLVMGetFirstGlobal(other); g; g = LLVMGetNextGlobal(g)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(g, &length);
    LLVMValueRef before = LLVMGetNamedGlobal(build->module, name);
    if (!before || !is_shared(g) || !is_shared(before) || !strncmp(name, "llvm.", 5)) continue;
    if (LLVMIsGlobalConstant(g) == LLVMIsGlobalConstant(before) &&
        may_fit(layout, LLVMGlobalGetValueType(g), LLVMGlobalGetValueType(before)))
      continue;
    az_fail(build->err, AZ_ERR_UNSUPPORTED,
            "%s: %s has another type in a file before (C leaves that undefined)", file, name);
    return false;
  }
  return true;
}
