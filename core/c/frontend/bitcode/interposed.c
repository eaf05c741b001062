/* Functions of the C library that the program defines itself (docs/soundness.md 9, "Library
 * functions that the program defines"). clang treats many of them as builtins: it turns `memcpy`
 * and `floor` into intrinsics, which may become calls of the program's function, computes
 * `strlen("a")`, and assumes that `exit` does not return. So the program is compiled again with
 * each of them as an ordinary function. The intrinsics that remain are not calls in the source:
 * copies of large records, __builtin_memcpy. Compilers choose whether these call the function,
 * which makes no difference if the function only copies (plain_copy.c). */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/llvm.h"
#include "library/model.h"
#include "library/units.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Returns the program's definition, a function or an alias, of a symbol that other files see, or
 * NULL. Assembly names (__asm__("NAME")) begin with \01. */
static LLVMValueRef definition(const fe_build *build, const char *name) {
  const char *marked = az_arena_printf(build->arena, "\01%s", name);
  for (int i = 0; i < 2; i++) {
    const char *symbol = i ? marked : name;
    LLVMValueRef fn = LLVMGetNamedFunction(build->module, symbol);
    if (fn && !LLVMIsDeclaration(fn)) return az_library_has(fn) ? NULL : fn;
    LLVMValueRef alias = LLVMGetNamedGlobalAlias(build->module, symbol, strlen(symbol));
    if (alias) return alias;
  }
  return NULL;
}

static void add_option(fe_build *build, LLVMValueRef global, const char ***options) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(global, &length);
  if (*name == 1) name++;
  LLVMLinkage linkage = LLVMGetLinkage(global);
  if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage) return; /* not a builtin */
  if (az_library_prototype_of(name, build->pointer_bits))
    arrput(*options, az_arena_printf(build->arena, "-fno-builtin-%s", name));
}

const char **fe_interposed_options(fe_build *build) {
  const char **options = NULL;
  if (build->more_options) return NULL;
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn))
    if (!LLVMIsDeclaration(fn)) add_option(build, fn, &options);
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(build->module); a; a = LLVMGetNextGlobalAlias(a))
    add_option(build, a, &options);
  return options;
}

/* Returns the function that may implement an intrinsic, by clang's names of intrinsics:
 * llvm.floor.f64 is floor, llvm.minnum.f32 is fminf. */
static const char *carried_out_by(fe_build *build, const char *intrinsic) {
  const char *name = intrinsic + strlen("llvm."), *suffix = "";
  size_t n = strcspn(name, ".");
  if (!strcmp(name + n, ".f32")) suffix = "f";
  if (!strcmp(name + n, ".f80")) suffix = "l";
  if (!strncmp(name, "minnum.", 7)) return az_arena_printf(build->arena, "fmin%s", suffix);
  if (!strncmp(name, "maxnum.", 7)) return az_arena_printf(build->arena, "fmax%s", suffix);
  return az_arena_printf(build->arena, "%.*s%s", (int)n, name, suffix);
}

/* Returns whether compilers expand the copy or fill into instructions, whatever their options. */
static bool is_written_out(LLVMValueRef call) {
  enum { FEW = 32 };
  if (!LLVMIsACallInst(call) || LLVMGetNumArgOperands(call) < 3) return false;
  LLVMValueRef size = LLVMGetOperand(call, 2);
  return LLVMIsAConstantInt(size) && LLVMConstIntGetZExtValue(size) <= FEW;
}

void fe_note_interposed(fe_build *build) {
  size_t length = 0;
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn)) {
    const char *name = LLVMGetValueName2(fn, &length);
    if (!LLVMGetIntrinsicID(fn) || !fe_starts(name, "llvm.")) continue;
    const char *function = carried_out_by(build, name);
    LLVMValueRef own = definition(build, function);
    if (!own) continue;
    bool copies = fe_starts(function, "mem"), any = false;
    if (copies && build->options->is_harness) continue; /* stubs are not called to copy records */
    for (LLVMUseRef use = LLVMGetFirstUse(fn); use; use = LLVMGetNextUse(use))
      any |= !copies || !is_written_out(LLVMGetUser(use));
    if (any && !(strcmp(function, "memcpy") == 0 && fe_copies_plainly(build, own)))
      fe_note_unread(build,
                     az_arena_printf(build->arena,
                                     "code that may become a call of the program's %s", function));
  }
}
