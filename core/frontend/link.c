/* Linking: the bitcode of all files and of the library models that they need becomes one module. */
#include "frontend/link.h"
#include "frontend/clang.h"
#include "frontend/models.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>
#include <stb/stb_ds.h>
#include <string.h>

/* Takes over LLVM's message about a module that it rejects; the first error is kept. */
static void diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  fe *f = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *text = LLVMGetDiagInfoDescription(info);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  az_fail(f->err, AZ_ERR_INPUT, "%s", text);
  LLVMDisposeMessage(text);
}

static LLVMModuleRef read_module(fe *f, const char *path, const char *file) {
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
    az_fail(f->err, AZ_ERR_INPUT, "%s: %s", file, message);
    LLVMDisposeMessage(message);
    return NULL;
  }
  LLVMModuleRef module = NULL;
  az_error error = {0}, *outer = f->err;
  f->err = &error;
  bool bad = LLVMParseBitcodeInContext2(f->context, buffer, &module) != 0;
  f->err = outer;
  LLVMDisposeMemoryBuffer(buffer);
  if (!bad) return module;
  az_fail(f->err, AZ_ERR_INPUT, "%s: not readable as LLVM 19 bitcode: %s", file,
          error.status ? error.message : "malformed");
  return NULL;
}

/* Takes `other` into f->module. */
static bool link_in(fe *f, LLVMModuleRef other, const char *file) {
  if (!f->module) {
    f->module = other;
    return true;
  }
  if (!LLVMLinkModules2(f->module, other)) return true;
  az_fail(f->err, AZ_ERR_INPUT, "%s: cannot be linked with the files before it", file);
  return false;
}

/* Linkage names of the functions that are called and not defined. */
static const char **undefined(fe *f) {
  const char **names = NULL;
  for (LLVMValueRef fn = LLVMGetFirstFunction(f->module); fn; fn = LLVMGetNextFunction(fn)) {
    size_t length = 0;
    if (LLVMIsDeclaration(fn) && LLVMGetFirstUse(fn) && !LLVMGetIntrinsicID(fn))
      arrput(names, LLVMGetValueName2(fn, &length));
  }
  return names;
}

az_status fe_load(fe *f) {
  LLVMContextSetDiagnosticHandler(f->context, diagnostic, f);
  const char *path = NULL;
  for (size_t i = 0; i < f->options->file_count; i++) {
    const char *file = f->options->files[i];
    path = fe_compile(f, file, (uint32_t)i);
    LLVMModuleRef module = path ? read_module(f, path, file) : NULL;
    if (!module || !link_in(f, module, file)) return f->err->status;
  }
  if (!f->module) return az_fail(f->err, AZ_ERR_INPUT, "no input file");
  const char *target = LLVMGetTarget(f->module);
  bool wide = strncmp(target, "x86_64", 6) == 0,
       narrow = strncmp(target, "i386", 4) == 0 || strncmp(target, "i686", 4) == 0;
  if (!wide && !narrow)
    return az_fail(f->err, AZ_ERR_INPUT, "%s: bitcode for %s; only x86-64 and i386 are known",
                   f->options->files[0], target);
  if (wide != (f->options->data_model == AZ_LP64))
    return az_fail(f->err, AZ_ERR_INPUT, "%s: bitcode for %s, but the data model is %s",
                   f->options->files[0], target,
                   f->options->data_model == AZ_LP64 ? "LP64" : "ILP32");
  const char **names = undefined(f);
  char *models = fe_models(names, arrlenu(names));
  arrfree(names);
  bool linked = f->options->file_count > 1;
  if (models) {
    if (!f->models) f->models = fe_compile_text(f, models, "models");
    free(models);
    LLVMModuleRef module = f->models ? read_module(f, f->models, "models") : NULL;
    if (!module || !link_in(f, module, "models")) return f->err->status;
    linked = true;
  }
  if (linked) {
    path = az_arena_printf(f->arena, "%s/linked.bc", f->options->work_folder);
    if (LLVMWriteBitcodeToFile(f->module, path))
      return az_fail(f->err, AZ_ERR_RESOURCE, "%s: cannot write", path);
  }
  f->p->bitcode = path;
  LLVMSetIsNewDbgInfoFormat(f->module, 0);
  return f->err->status;
}
