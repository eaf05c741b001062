/* Builds calls of the runtime (runtime/) in the program's bitcode. */
#include "replay/rewrite.h"
#include <string.h>

LLVMValueRef rewriter_number(const rewriter *r, uint64_t n) {
  return LLVMConstInt(r->i32, n, false);
}

LLVMValueRef rewriter_call(rewriter *r, const char *name, LLVMValueRef *args, unsigned n) {
  LLVMValueRef f = LLVMGetNamedFunction(r->module, name);
  return LLVMBuildCall2(r->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

bool rewriter_has(const rewriter *r, const char *name) {
  return LLVMGetNamedFunction(r->module, name) != NULL;
}

void rewriter_call_leaks(rewriter *r, uint32_t site, az_class cls) {
  const char *name = cls == AZ_C_MEMTRACK ? "ansatz.leaked" : "ansatz.kept";
  LLVMValueRef args[] = {rewriter_number(r, site), rewriter_number(r, cls)};
  if (rewriter_has(r, name)) rewriter_call(r, name, args, 2);
}

void rewriter_call_check(rewriter *r, LLVMValueRef ok, uint32_t site, uint32_t what) {
  LLVMValueRef args[] = {ok, rewriter_number(r, site), rewriter_number(r, what)};
  rewriter_call(r, "ansatz.check", args, 3);
}

LLVMValueRef rewriter_call_filler(rewriter *r, const char *name, uint32_t site, LLVMValueRef at,
                                  LLVMValueRef size, uint32_t flags) {
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(size));
  if (width < 64)
    size = LLVMBuildZExt(r->b, size, r->i64, "");
  else if (width > 64)
    size = LLVMBuildTrunc(r->b, size, r->i64, "");
  LLVMValueRef args[] = {rewriter_number(r, site), at, size, rewriter_number(r, flags)};
  return rewriter_call(r, name, args, 4);
}

void rewriter_call_fill(rewriter *r, uint32_t site, LLVMValueRef at, LLVMValueRef size,
                        uint32_t flags) {
  rewriter_call_filler(r, "ansatz.fill", site, at, size, flags);
}

/* Returns the flags of the input for runs on random inputs. */
uint32_t rewriter_kind_flags(const rewriter *r, LLVMTypeRef type, bool limited) {
  return type == r->i1 || limited ? NATIVE_TRUTH : type == r->ptr ? NATIVE_POINTER : 0;
}

static uint32_t file_number(const rewriter *r, LLVMValueRef i) {
  unsigned length = 0;
  const char *name = LLVMGetDebugLocLine(i) ? LLVMGetDebugLocFilename(i, &length) : NULL;
  for (uint32_t f = 0; name && f < r->p->file_count && f < NATIVE_FILES; f++)
    if (strlen(r->p->files[f]) == length && !strncmp(r->p->files[f], name, length)) return f;
  return NATIVE_FILES;
}

static void report(rewriter *r, const char *how, LLVMValueRef ok, LLVMValueRef i, unsigned kind) {
  uint32_t columns = (1u << NATIVE_COLUMN_BITS) - 1, column = LLVMGetDebugLocColumn(i);
  uint32_t place =
      LLVMGetDebugLocLine(i) << NATIVE_COLUMN_BITS | (column < columns ? column : columns);
  uint32_t what = NATIVE_UNDEFINED | kind << NATIVE_KIND_SHIFT | file_number(r, i);
  LLVMValueRef args[] = {ok, rewriter_number(r, place), rewriter_number(r, what)};
  rewriter_call(r, how, args, 3);
}

static LLVMValueRef ends_before(const rewriter *r, LLVMValueRef p, LLVMTypeRef type,
                                LLVMValueRef q) {
  LLVMValueRef bytes = LLVMConstInt(r->i64, LLVMStoreSizeOfType(r->layout, type), false);
  return LLVMBuildICmp(r->b, LLVMIntULE, LLVMBuildAdd(r->b, p, bytes, ""), q, "");
}

LLVMValueRef rewriter_apart(const rewriter *r, LLVMValueRef p, LLVMTypeRef at_p, LLVMValueRef q,
                            LLVMTypeRef at_q) {
  p = LLVMBuildPtrToInt(r->b, p, r->i64, "");
  q = LLVMBuildPtrToInt(r->b, q, r->i64, "");
  return LLVMBuildOr(r->b, ends_before(r, p, at_p, q), ends_before(r, q, at_q, p), "");
}

void rewriter_report(rewriter *r, LLVMValueRef ok, LLVMValueRef i, unsigned kind) {
  const az_replay_options *o = r->options;
  bool passed = undefined_is_passed(kind, o->classes, o->strict_undefined);
  report(r, passed ? "ansatz.pass" : "ansatz.check", ok, i, kind);
}

void rewriter_note(rewriter *r, LLVMValueRef ok, LLVMValueRef i, unsigned kind) {
  report(r, "ansatz.note", ok, i, kind);
}
