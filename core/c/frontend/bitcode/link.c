/* Linking: the bitcode of all files and of the library models that they need becomes one module. */
#include "frontend/bitcode/passes.h"
#include "frontend/bitcode/clang.h"
#include "frontend/bitcode/linkage.h"
#include "library/units.h"
#include <errno.h>
#include <fcntl.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Linker.h>
#include <signal.h>
#include <stb/stb_ds.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Keeps the first error message of LLVM about a module that LLVM rejects. */
static void diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  fe_build *build = context;
  if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
  char *text = LLVMGetDiagInfoDescription(info);
  for (char *c = text; *c; c++)
    if (*c == '\n') *c = ' ';
  az_fail(build->err, AZ_ERR_INPUT, "%s", text);
  LLVMDisposeMessage(text);
}

static void ignore(LLVMDiagnosticInfoRef info, void *context) {
  (void)info, (void)context;
}

enum { UNREADABLE = 1, INVALID };

/* Reads and verifies bitcode in a separate process, since LLVM ends the process on some files. */
static int try_module(const char *path) {
  int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (null < 0 || dup2(null, 2) < 0) return UNREADABLE;
  LLVMContextRef context = LLVMContextCreate();
  LLVMMemoryBufferRef buffer = NULL;
  LLVMModuleRef module = NULL;
  char *message = NULL;
  LLVMContextSetDiagnosticHandler(context, ignore, NULL);
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message) ||
      LLVMParseBitcodeInContext2(context, buffer, &module))
    return UNREADABLE;
  return LLVMVerifyModule(module, LLVMReturnStatusAction, &message) ? INVALID : 0;
}

/* Lets a child process read and verify the user's bitcode first. If LLVM cannot read the bitcode,
 * read_module reports this in LLVM's words. */
static bool is_safe_to_read(fe_build *build, const char *path) {
  pid_t pid = fork();
  if (pid == 0) _exit(try_module(path));
  int status = 0;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
  if (pid < 0)
    az_fail(build->err, AZ_ERR_FAULT, "no process: %s", strerror(errno));
  else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    az_fail(build->err, AZ_ERR_FAULT, "%s: reading it was interrupted by a signal", path);
  else if (WIFSIGNALED(status) || WEXITSTATUS(status) > INVALID)
    az_fail(build->err, AZ_ERR_INPUT, "%s: LLVM crashes on this bitcode", path);
  else if (WEXITSTATUS(status) == INVALID)
    az_fail(build->err, AZ_ERR_INPUT, "%s: LLVM's verifier finds this bitcode invalid", path);
  else
    return true;
  return false;
}

/* Parses bitcode. `given`: by the user; otherwise, errors are our compiler's fault. */
static LLVMModuleRef parse(fe_build *build, LLVMMemoryBufferRef buffer, const char *file,
                           bool given) {
  LLVMModuleRef module = NULL;
  az_error error = {0}, *outer = build->err;
  build->err = &error;
  bool bad = LLVMParseBitcodeInContext2(build->context, buffer, &module) != 0;
  build->err = outer;
  LLVMDisposeMemoryBuffer(buffer);
  if (!bad) return module;
  const char *why = error.status ? error.message : "malformed";
  if (given)
    az_fail(build->err, AZ_ERR_INPUT, "%s: not readable as LLVM 19 bitcode: %s", file, why);
  else
    az_fail(build->err, AZ_ERR_FAULT,
            "%s: the output of clang-19 is not readable as LLVM 19 bitcode: %s (see ansatz "
            "doctor)",
            file, why);
  return NULL;
}

static LLVMModuleRef read_module(fe_build *build, const char *path, const char *file) {
  if (strcmp(path, file) == 0 && !is_safe_to_read(build, path)) return NULL;
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message))
    return parse(build, buffer, file, strcmp(path, file) == 0);
  bool given = strcmp(path, file) == 0;
  az_status status = given && access(path, R_OK) ? az_file_status(errno) : AZ_ERR_FAULT;
  az_fail(build->err, status, "%s: %s%s", file,
          given ? "" : "clang-19 made no bitcode of it: ", message);
  LLVMDisposeMessage(message);
  return NULL;
}

/* Marks calls through a declaration without parameters, int f(). After a definition in another file
 * has replaced the declaration, only the mark distinguishes these from variadic calls. */
static void mark_calls_without_prototype(fe_build *build, LLVMModuleRef module) {
  LLVMAttributeRef mark = LLVMCreateStringAttribute(build->context, AZ_WITHOUT_PROTOTYPE,
                                                    sizeof AZ_WITHOUT_PROTOTYPE - 1, "", 0);
  for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    if (!LLVMIsDeclaration(fn) || !LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type))
      continue;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
      LLVMValueRef call = LLVMGetUser(u);
      if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn)
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, mark);
    }
  }
}

/* Links `other` into build->module. */
static bool link_in(fe_build *build, LLVMModuleRef other, const char *file) {
  if (!build->module) {
    build->module = other;
    return true;
  }
  if (!fe_keep_one_inline(build, other, file)) return false;
  if (!LLVMLinkModules2(build->module, other)) return true;
  az_fail(build->err, AZ_ERR_INPUT, "%s: cannot be linked with the files before it", file);
  return false;
}

/* Returns whether the program declares the function as the library does. A declaration without
 * parameters matches every type. */
static bool is_declared_so(LLVMValueRef declared, LLVMValueRef model) {
  LLVMTypeRef given = LLVMGlobalGetValueType(declared), type = LLVMGlobalGetValueType(model);
  bool open = LLVMIsFunctionVarArg(given) && LLVMCountParamTypes(given) == 0;
  return given == type || (open && LLVMGetReturnType(given) == LLVMGetReturnType(type));
}

/* Makes the unit's functions linkonce: unused ones are not linked. A function that the program
 * declares with another type is considered a different function, without a definition. */
static void link_by_need(fe_build *build, LLVMModuleRef unit) {
  size_t length = 0;
  for (LLVMValueRef fn = LLVMGetFirstFunction(unit); fn; fn = LLVMGetNextFunction(fn)) {
    if (LLVMIsDeclaration(fn) || LLVMGetLinkage(fn) != LLVMExternalLinkage) continue;
    LLVMValueRef existing = LLVMGetNamedFunction(build->module, LLVMGetValueName2(fn, &length));
    LLVMSetLinkage(fn, existing && !is_declared_so(existing, fn) ? LLVMInternalLinkage
                                                                 : LLVMLinkOnceODRLinkage);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(unit); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMIsDeclaration(g) || LLVMGetLinkage(g) != LLVMExternalLinkage) continue;
    LLVMValueRef existing = LLVMGetNamedGlobal(build->module, LLVMGetValueName2(g, &length));
    bool keeps = LLVMGetVisibility(g) == LLVMProtectedVisibility; /* as in the library */
    if (keeps) LLVMSetVisibility(g, LLVMDefaultVisibility);
    LLVMSetLinkage(g, keeps && existing && !LLVMIsDeclaration(existing) ? LLVMInternalLinkage
                                                                        : LLVMLinkOnceODRLinkage);
  }
}

/* Returns whether the program, or the property, observes the environment other than through getenv.
 * The models keep the environment's variables in other memory, which is never freed. */
static bool sees_environment(const fe_build *build) {
  if (build->options->classes >> AZ_C_MEMCLEANUP & 1u) return true;
  static const char *const names[] = {"environ", "__environ", "_environ"};
  size_t length = 0;
  for (LLVMValueRef g = LLVMGetFirstGlobal(build->module); g; g = LLVMGetNextGlobal(g)) {
    const char *name = LLVMGetValueName2(g, &length);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      if (!strcmp(name + (*name == 1), names[i])) return true;
  }
  LLVMValueRef main_function = LLVMGetNamedFunction(build->module, "main");
  return main_function && LLVMCountParams(main_function) > 2;
}

/* Returns whether the model stands for less than the program, or the property, observes: memory of
 * mmap is that of malloc, which free may end. */
static bool says_too_little(const fe_build *build, const az_library_unit *unit) {
  if (!strcmp(unit->name, "mman")) return (build->options->classes & AZ_MEMORY_CLASSES) != 0;
  return !strcmp(unit->name, "environment") && sees_environment(build);
}

/* Returns the units, not in `linked`, with functions that are called and not defined; stb_ds. */
static const az_library_unit **needed_units(const fe_build *build,
                                            const az_library_unit *const *linked) {
  const az_library_unit **units = NULL;
  size_t length = 0;
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn)) {
    if (!LLVMIsDeclaration(fn) || !LLVMGetFirstUse(fn) || LLVMGetIntrinsicID(fn)) continue;
    const char *name = LLVMGetValueName2(fn, &length);
    if (!strcmp(name, "__ansatz_string") && !(build->options->classes >> AZ_C_DEREF & 1u)) continue;
    const az_library_unit *unit = az_library_unit_of(name, build->pointer_bits);
    bool is_new = unit && !says_too_little(build, unit);
    for (size_t i = 0; i < arrlenu(linked); i++) is_new = is_new && linked[i] != unit;
    for (size_t i = 0; i < arrlenu(units); i++) is_new = is_new && units[i] != unit;
    if (!is_new) continue;
    size_t at = arrlenu(units); /* a unit precedes the units that it needs */
    while (at && units[at - 1] > unit) at--;
    arrins(units, at, unit);
  }
  return units;
}

/* Links the models of library functions that the program or a linked model calls. */
static bool link_library(fe_build *build, bool *any) {
  const az_library_unit **linked = NULL;
  bool ok = true;
  for (bool more = true; ok && more;) {
    const az_library_unit **units = needed_units(build, linked);
    more = arrlenu(units) > 0;
    for (size_t i = 0; ok && i < arrlenu(units); i++) {
      LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
          (const char *)units[i]->bitcode, units[i]->size, units[i]->name, false);
      LLVMModuleRef module = parse(build, buffer, units[i]->name, false);
      if (module) link_by_need(build, module);
      ok = module && link_in(build, module, units[i]->name);
      arrput(linked, units[i]);
      *any = true;
    }
    arrfree(units);
  }
  arrfree(linked);
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn))
    if (LLVMGetLinkage(fn) == LLVMLinkOnceODRLinkage) LLVMSetLinkage(fn, LLVMInternalLinkage);
  return ok;
}

/* Returns whether the module has an alias whose meaning another file may change. */
static bool has_open_alias(LLVMModuleRef module) {
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module); a; a = LLVMGetNextGlobalAlias(a)) {
    LLVMValueRef behind = LLVMAliasGetAliasee(a);
    for (; behind; behind = LLVMIsAGlobalAlias(behind) ? LLVMAliasGetAliasee(behind) : NULL) {
      LLVMLinkage linkage =
          LLVMIsAGlobalValue(behind) ? LLVMGetLinkage(behind) : LLVMExternalLinkage;
      if (linkage != LLVMExternalLinkage && linkage != LLVMInternalLinkage &&
          linkage != LLVMPrivateLinkage)
        return true;
    }
  }
  return false;
}

/* Compiles and links the files. Returns the path of the last file's bitcode. */
static const char *load_files(fe_build *build) {
  const char *path = NULL;
  for (size_t i = 0; i < build->options->file_count; i++) {
    const char *file = build->options->files[i];
    const char *contract = NULL;
    LLVMModuleRef module = NULL;
    bool chosen = false;
    for (bool again = true; again;) { /* again with an entry or kept constants */
      path = fe_compile(build, file, (uint32_t)i, contract);
      module = path && !build->err->status ? read_module(build, path, file) : NULL;
      if (!module) break;
      const char *given = contract;
      if (!given && build->options->contract_count) contract = fe_contract_text(build, module);
      if (contract) build->contract = contract;
      again = contract != given && !build->err->status;
      if (again)
        arrfree(build->constants);
      else
        chosen = again = !chosen && fe_choose_constants(build, module, file);
      if (again) LLVMDisposeModule(module);
    }
    arrfree(build->constants);
    if (!module || build->err->status) return NULL;
    /* The linker binds an alias to the definition in its own file; LLVM's linker does not. */
    if (build->options->file_count > 1 && has_open_alias(module)) {
      az_fail(build->err, AZ_ERR_UNSUPPORTED, "%s: an alias of a weak symbol", file);
      return NULL;
    }
    mark_calls_without_prototype(build, module);
    fe_remove_bodies(build, module, file);
    if (build->module && !fe_compare_objects(build, module, file)) return NULL;
    if (!link_in(build, module, file)) return NULL;
  }
  if (build->options->file_count > 1) fe_forget_inline(build);
  return path;
}

/* Loads the files. Loads them again if the program defines functions that clang has treated as
 * builtins, or sets the rounding direction, while clang has assumed rounding to nearest. */
static const char *load_with_own_functions(fe_build *build) {
  const char *path = load_files(build);
  const char **options = path ? fe_interposed_options(build) : NULL;
  if (path && fe_sets_rounding(build->module)) arrput(options, "-frounding-math");
  const char *entry = build->options->function; /* clang omits functions that it always inlines */
  if (path && entry && !LLVMGetNamedFunction(build->module, entry)) {
    arrput(options, "-Dalways_inline=__unused__");
    arrput(options, "-D__always_inline__=__unused__");
  }
  if (!arrlenu(options)) return path;
  build->more_options = options;
  LLVMDisposeModule(build->module);
  build->module = NULL;
  return load_files(build);
}

az_status fe_load(fe_build *build) {
  build->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(build->context, diagnostic, build);
  const char *path = load_with_own_functions(build);
  if (!path) return build->err->status;
  const char *target = LLVMGetTarget(build->module);
  bool wide = strncmp(target, "x86_64", 6) == 0,
       narrow = strncmp(target, "i386", 4) == 0 || strncmp(target, "i686", 4) == 0;
  if (!wide && !narrow)
    return az_fail(build->err, AZ_ERR_INPUT, "%s: bitcode for %s; only x86-64 and i386 are known",
                   build->options->files[0], target);
  if (wide != (build->options->data_model == AZ_LP64))
    return az_fail(build->err, AZ_ERR_INPUT, "%s: bitcode for %s, but the data model is %s",
                   build->options->files[0], target,
                   build->options->data_model == AZ_LP64 ? "LP64" : "ILP32");
  bool linked = build->options->file_count > 1 || build->options->removed_count;
  fe_bind_file_local(build);
  fe_note_library_ties(build);
  linked |= fe_mark_labels(build);
  linked |= fe_keep_computed(build);
  linked |= fe_expand_formats(build);
  linked |= fe_run_joined_threads(build);
  if (!link_library(build, &linked)) return build->err->status;
  if (linked) {
    path = az_arena_printf(build->arena, "%s/linked.bc", build->options->work_folder);
    /* When LLVM itself writes files, a full disk ends the process. */
    LLVMMemoryBufferRef text = LLVMWriteBitcodeToMemoryBuffer(build->module);
    bool written = fe_write_file(build, path, LLVMGetBufferStart(text), LLVMGetBufferSize(text));
    LLVMDisposeMemoryBuffer(text);
    if (!written) return build->err->status;
  }
  build->bitcode = path;
  fe_make_floats_plain(build);
  LLVMSetIsNewDbgInfoFormat(build->module, 0);
  return build->err->status;
}
