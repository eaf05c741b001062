/* Changes linked functions as a harness requests. It removes bodies, so that a stub of another
 * file, or nothing, takes their place. It also binds the names that goto-cc
 * --export-file-local-symbols gives to static functions of other files. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/llvm.h"
#include <ctype.h>
#include <stb/stb_ds.h>
#include <string.h>

static const char file_local[] = "__CPROVER_file_local_";

/* Returns the name that a static function has outside its file, or NULL. The debug information has
 * that name; in the module, the copy of an inline function has another. */
static const char *outer_name(const fe_build *build, LLVMValueRef fn) {
  LLVMMetadataRef info = LLVMIsDeclaration(fn) ? NULL : LLVMGetSubprogram(fn);
  const char *name = info ? fe_di_string(build, info, 2) : NULL;
  if (!name || LLVMGetLinkage(fn) != LLVMInternalLinkage) return NULL;
  unsigned length = 0;
  LLVMMetadataRef file = LLVMDIScopeGetFile(info);
  const char *given = file ? LLVMDIFileGetFilename(file, &length) : "";
  char *path = az_arena_printf(build->arena, "%.*s", (int)length, given);
  char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
  for (char *c = base; *c; c++)
    if (!isalnum((unsigned char)*c)) *c = '_';
  return az_arena_printf(build->arena, "%s%s_%s", file_local, base, name);
}

/* Replaces the function by a declaration with this name. */
static void remove_body(fe_build *build, LLVMModuleRef module, LLVMValueRef fn, const char *name) {
  LLVMTypeRef type = LLVMGlobalGetValueType(fn);
  LLVMSetValueName2(fn, "", 0);
  LLVMValueRef other = LLVMGetNamedFunction(module, name);
  LLVMValueRef declared = other ? other : LLVMAddFunction(module, name, type);
  LLVMReplaceAllUsesWith(fn, declared);
  LLVMDeleteFunction(fn);
  arrput(build->removed, name);
}

/* Returns NAME if the option is "NAME", or "FILE:NAME" and the path ends in FILE; else NULL. */
static const char *name_for(const char *option, const char *file) {
  const char *colon = strrchr(option, ':');
  if (!colon) return option;
  size_t n = (size_t)(colon - option), m = strlen(file);
  bool is_it = n <= m && !strncmp(file + m - n, option, n) && (n == m || file[m - n - 1] == '/');
  return is_it ? colon + 1 : NULL;
}

/* Removes definitions of functions that a file before this one defines with the same type: goto-cc
 * also keeps the first definition, which is the stub. */
static void keep_first(fe_build *build, LLVMModuleRef module, const char *file) {
  size_t length = 0;
  for (LLVMValueRef fn = LLVMGetFirstFunction(module), next; fn; fn = next) {
    next = LLVMGetNextFunction(fn);
    const char *name = az_arena_strdup(build->arena, LLVMGetValueName2(fn, &length));
    LLVMValueRef first = LLVMGetNamedFunction(build->module, name);
    bool both = first && !LLVMIsDeclaration(first) && !LLVMIsDeclaration(fn) &&
                LLVMGetLinkage(first) == LLVMExternalLinkage &&
                LLVMGetLinkage(fn) == LLVMExternalLinkage &&
                LLVMGlobalGetValueType(first) == LLVMGlobalGetValueType(fn);
    if (!both) continue;
    remove_body(build, module, fn, name);
    arrput(build->shadowed, az_arena_printf(build->arena, "%s:%s", file, name));
  }
}

void fe_remove_bodies(fe_build *build, LLVMModuleRef module, const char *file) {
  const az_frontend_options *o = build->options;
  for (size_t i = 0; i < o->removed_count; i++) {
    const char *name = name_for(o->removed[i], file);
    if (!name) continue;
    LLVMValueRef found = LLVMGetNamedFunction(module, name);
    bool mangled = fe_starts(name, file_local);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn && mangled && !found;
         fn = LLVMGetNextFunction(fn)) {
      const char *outer = outer_name(build, fn);
      if (outer && !strcmp(outer, name)) found = fn;
    }
    if (found && !LLVMIsDeclaration(found)) remove_body(build, module, found, name);
  }
  if (o->is_harness && build->module) keep_first(build, module, file);
}

const char *fe_not_removed(const fe_build *build, size_t at) {
  const char *option = build->options->removed[at], *colon = strrchr(option, ':');
  for (size_t k = 0; k < arrlenu(build->removed); k++)
    if (!strcmp(build->removed[k], colon ? colon + 1 : option)) return NULL;
  return option;
}

void fe_bind_file_local(fe_build *build) {
  size_t length = 0;
  struct {
    char *key;
    LLVMValueRef value;
  } *named = NULL;
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn))
    if (fe_is_named(fn, file_local)) shput(named, LLVMGetValueName2(fn, &length), fn);
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn && shlen(named) > 0;
       fn = LLVMGetNextFunction(fn)) {
    const char *outer = outer_name(build, fn);
    ptrdiff_t at = outer ? shgeti(named, outer) : -1;
    if (at < 0) continue;
    LLVMValueRef by_name = named[at].value;
    if (LLVMIsDeclaration(by_name))
      LLVMReplaceAllUsesWith(by_name, fn);
    else
      LLVMReplaceAllUsesWith(fn, by_name);
  }
  shfree(named);
}
