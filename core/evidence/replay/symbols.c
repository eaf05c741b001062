/* The symbols of the rewritten program. Functions without a definition become stubs. All symbols
 * but main become internal, so that the program's definitions do not replace those that the C
 * library uses. */
#define _GNU_SOURCE /* dladdr */
#include "frontend/bitcode/llvm.h"
#include "library/units.h"
#include "replay/rewrite.h"
#include <dlfcn.h>
#include <string.h>

/* Functions of the C library that a run omits if their results are not used, since their effects
 * are outside the program. Each name is between blanks. */
static const char outside[] =
    " signal write fclose fflush remove unlink sync system sleep usleep syslog vsyslog "
    "warn"
    " warnx vwarn vwarnx fprintf vfprintf fputs fputc putc fwrite perror clearerr setbuf setvbuf"
    " rewind fseek open fopen ";

static bool lists_name(const char *names, const char *name) {
  size_t n = strlen(name);
  for (const char *at = strstr(names, name); n && at; at = strstr(at + 1, name))
    if (at > names && at[-1] == ' ' && at[n] == ' ') return true;
  return false;
}

/* Returns whether a result of the function is used, or its address is taken. */
static bool is_result_used(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f || LLVMGetFirstUse(user))
      return true;
  }
  return false;
}

/* Returns whether a stub could behave differently from the function. */
static bool pretends(LLVMValueRef f, bool in_library) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(f, &length);
  if (!strcmp(name, "__ansatz_unsupported") || !strncmp(name, "__ansatz_unknown", 16)) return true;
  if (az_library_is_builtin(name) || az_library_is_verifiers(name)) return true;
  bool tells = LLVMGetNamedFunction(LLVMGetGlobalParent(f), "__errno_location") != NULL;
  return in_library && (!lists_name(outside, name) || tells || is_result_used(f));
}

/* Defines a function without a body. The stub reports that it was reached if the function does not
 * return, if its result is the C library's, or if compilers build it in. Else it returns zero. */
static void define_stub(rewriter *r, LLVMValueRef f, bool in_library) {
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
  LLVMPositionBuilderAtEnd(r->b, LLVMAppendBasicBlockInContext(r->context, f, ""));
  unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", 8);
  if (pretends(f, in_library) ||
      LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, noreturn))
    rewriter_call_check(r, LLVMConstInt(r->i1, 0, false), AZ_NONE, NATIVE_STUB);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(r->b);
  else
    LLVMBuildRet(r->b, LLVMConstNull(type));
}

/* Library functions that a run calls: they access no files, processes or other machines. Each name
 * is between blanks. */
static const char allowed[] =
    " malloc calloc realloc free aligned_alloc memalign posix_memalign"
    " abort exit _exit _Exit quick_exit atexit __assert_fail __assert qsort bsearch abs labs"
    " llabs div ldiv lldiv atoi atol atoll atof rand srand random srandom rand_r printf wprintf"
    " vprintf sprintf snprintf vsprintf vsnprintf sscanf __isoc99_sscanf __isoc23_sscanf"
    " setjmp _setjmp __sigsetjmp longjmp _longjmp siglongjmp tolower toupper ffs ffsl ffsll bcopy"
    " bzero bcmp index rindex __errno_location __ctype_b_loc __ctype_tolower_loc"
    " __ctype_toupper_loc time clock setlocale localeconv alloca strerror strsignal ";

/* Functions with a prefix below that are not allowed: they use or create descriptors. */
static const char sandboxed[] = " isatty isastream isfdtype memfd_create memfd_secret ";

static bool is_allowed(const char *name) {
  static const char *const prefixes[] = {"mem",     "str",          "stpcpy",   "stpncpy",
                                         "wcs",     "wmem",         "is",       "__isinf",
                                         "__isnan", "__fpclassify", "__signbit"};
  if (lists_name(allowed, name)) return true;
  if (lists_name(sandboxed, name)) return false;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return true;
  return false;
}

/* If the program closes descriptors, printing may fail. Printing would not fail in a run, where
 * `close` is a model that closes nothing. */
static bool is_without_descriptor(LLVMValueRef f, const char *name) {
  static const char prints[] = " printf wprintf vprintf ";
  LLVMValueRef closes = LLVMGetNamedFunction(LLVMGetGlobalParent(f), "close");
  return lists_name(prints, name) && closes && LLVMGetFirstUse(closes) && is_result_used(f);
}

/* Returns whether the function is in libm itself: with a library's handle, dlsym also finds
 * functions of libraries that it depends on. */
static bool is_in_libm(void *libm, const char *name) {
  void *address = libm ? dlsym(libm, name) : NULL;
  Dl_info info;
  return address && dladdr(address, &info) && info.dli_fname && strstr(info.dli_fname, "libm.so");
}

/* Returns whether the linker gives the symbol an address: null, or one between objects. Weak
 * functions of the verifier's environment get stubs like others. */
static bool is_left_to_linker(LLVMValueRef global, const char *name) {
  if (az_linker_defines(name)) return true;
  static const char *const provided[] = {"__VERIFIER_", "__CPROVER_", "nondet", "reach_error",
                                         "assume"};
  for (size_t i = 0; i < sizeof provided / sizeof *provided; i++)
    if (!strncmp(name, provided[i], strlen(provided[i]))) return false;
  return LLVMGetLinkage(global) == LLVMExternalWeakLinkage;
}

/* Replaces the uses of `f` by uses of the function with this name. */
static LLVMValueRef supersede(rewriter *r, LLVMValueRef f, const char *name) {
  LLVMTypeRef type = LLVMGlobalGetValueType(f);
  LLVMValueRef old = LLVMGetNamedFunction(r->module, name);
  if (old && !LLVMIsDeclaration(old)) {
    LLVMSetValueName2(old, "ansatz.model", 12);
    old = NULL;
  }
  LLVMValueRef with = old ? old : LLVMAddFunction(r->module, name, type);
  LLVMReplaceAllUsesWith(f, with);
  return with;
}

/* Sets errno to 0 at the beginning of main. */
static void clear_errno(rewriter *r, LLVMValueRef location) {
  LLVMValueRef main_function = LLVMGetNamedFunction(r->module, "main");
  LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main_function)));
  LLVMValueRef at = LLVMBuildCall2(r->b, LLVMGlobalGetValueType(location), location, NULL, 0, "");
  LLVMBuildStore(r->b, rewriter_number(r, 0), at);
}

/* Stores a model's errno where the program reads errno. */
static void define_failure(rewriter *r, LLVMValueRef f, LLVMValueRef location) {
  LLVMPositionBuilderAtEnd(r->b, LLVMAppendBasicBlockInContext(r->context, f, ""));
  LLVMValueRef at = LLVMBuildCall2(r->b, LLVMGlobalGetValueType(location), location, NULL, 0, "");
  LLVMBuildStore(r->b, LLVMGetParam(f, 0), at);
  LLVMBuildRetVoid(r->b);
}

/* Poisons FILE objects, whose content is unknown: runs that read one are discarded (judge.c). */
static void hide_files(rewriter *r) {
  size_t length = 0;
  LLVMTypeRef word = LLVMIntTypeInContext(r->context, r->p->pointer_bits);
  LLVMTypeRef types[] = {r->ptr, word};
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(r->context), types, 2, false);
  LLVMValueRef poison = NULL, main_function = LLVMGetNamedFunction(r->module, "main");
  LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(main_function)));
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g)) {
    if (strncmp(LLVMGetValueName2(g, &length), "__ansatz_file_", 14)) continue;
    if (!poison) poison = LLVMAddFunction(r->module, "__asan_poison_memory_region", type);
    LLVMSetAlignment(g, 16);
    LLVMValueRef size =
        LLVMConstInt(word, LLVMABISizeOfType(r->layout, LLVMGlobalGetValueType(g)), false);
    LLVMValueRef args[] = {g, size};
    LLVMBuildCall2(r->b, type, poison, args, 2, "");
  }
}

void rewriter_ask_library(rewriter *r) {
  static const char real[] = "__ansatz_real_";
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
    if (!strncmp(name, real, sizeof real - 1)) supersede(r, f, name + sizeof real - 1);
  }
  if (r->options->address_sanitizer) hide_files(r);
  LLVMValueRef reads = LLVMGetNamedFunction(r->module, "__ansatz_string");
  if (reads && LLVMIsDeclaration(reads)) supersede(r, reads, "strlen");
  LLVMValueRef model = LLVMGetNamedFunction(r->module, "__errno_location");
  if (model && LLVMGetNamedGlobal(r->module, "__ansatz_errno"))
    clear_errno(r, model = supersede(r, model, "__errno_location"));
  LLVMValueRef fails = LLVMGetNamedFunction(r->module, "__ansatz_fails_with");
  if (model && fails && LLVMIsDeclaration(fails)) define_failure(r, fails, model);
}

/* Returns whether f may be the library's function: the program does not declare another one. */
static bool is_librarys(const rewriter *r, void *library, LLVMValueRef f) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(f, &length);
  if (!library || !dlsym(library, name)) return false;
  return fe_declares(f, name, az_library_owns, r->p->pointer_bits) ||
         fe_declares(f, name, az_library_resembles, r->p->pointer_bits);
}

void rewriter_define_missing(rewriter *r) {
  void *libc = dlopen("libc.so.6", RTLD_LAZY), *libm = dlopen("libm.so.6", RTLD_LAZY);
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    const char *name = LLVMGetValueName2(f, &length);
    if (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f) || !LLVMGetFirstUse(f) ||
        !strncmp(name, "llvm.", 5) || is_left_to_linker(f, name))
      continue;
    if (!strncmp(name, "__asan_", 7) || !strncmp(name, "__lsan_", 7) || is_in_libm(libm, name) ||
        (is_allowed(name) && is_librarys(r, libc, f) && !is_without_descriptor(f, name)) ||
        !strcmp(name, "atexit"))
      continue;
    define_stub(r, f, is_librarys(r, libc, f));
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g)) {
    const char *name = LLVMGetValueName2(g, &length);
    if (!LLVMIsDeclaration(g) || !LLVMGetFirstUse(g) || (libc && dlsym(libc, name)) ||
        is_left_to_linker(g, name))
      continue;
    if (LLVMTypeIsSized(LLVMGlobalGetValueType(g)))
      LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
  }
}

void rewriter_make_internal(LLVMValueRef v) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  if (LLVMIsDeclaration(v) || !strcmp(name, "main") || !strcmp(name, "__asan_on_error") ||
      !strncmp(name, "llvm.", 5))
    return;
  LLVMSetVisibility(v, LLVMDefaultVisibility);
  LLVMSetLinkage(v, LLVMInternalLinkage);
}
