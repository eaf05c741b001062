/* Causes of approximation, and warnings. Verdicts must mention each text once. */
#include "frontend/data/data.h"
#include <stb/stb_ds.h>

void fe_cause(fe *f, az_loc loc, const char *text) {
  if (shgeti(f->noted, text) >= 0) return;
  shput(f->noted, text, true);
  arrput(f->causes, ((az_cause){az_arena_strdup(f->arena, text), loc, AZ_FORBIDS_REFUTATIONS}));
}

const char *fe_what_is_unread(const fe *f) {
  for (size_t i = 0; i < arrlenu(f->causes); i++)
    if (f->causes[i].forbids & AZ_FORBIDS_PROOFS) return f->causes[i].text;
  return NULL;
}

void fe_unread(fe *f, const char *text) {
  arrput(f->causes, ((az_cause){az_arena_strdup(f->arena, text),
                                {.file = AZ_NONE},
                                AZ_FORBIDS_PROOFS | AZ_FORBIDS_REFUTATIONS}));
}

void fe_note_float(fe *f, LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (f->p->pointer_bits == 32 && !f->p->note &&
      (kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind))
    f->p->note = "floats are evaluated in their declared type (FLT_EVAL_METHOD 0, -mfpmath=sse); "
                 "the default of -m32, the x87, may round otherwise";
}

void fe_warn(fe *f, const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (shgeti(f->noted, text) >= 0) return;
  shput(f->noted, text, true);
  arrput(f->warnings, az_arena_strdup(f->arena, text));
}
