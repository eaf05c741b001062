/* Effects of the linker and the loader on symbols and sections (ELF, GNU ld; docs/soundness.md 9).
 * A symbol that is declared weak and not defined is null. The other effects are not modelled:
 * assembly between functions, functions that resolve symbols (ifunc), sections whose content the
 * loader runs, and addresses that the linker chooses between objects. */
#include "frontend/bitcode/linkage.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/names/names.h"
#include "frontend/bitcode/llvm.h"
#include "ansatz/task.h"
#include <ctype.h>
#include <string.h>

LLVMValueRef fe_behind_aliases(LLVMValueRef global) {
  while (LLVMIsAGlobalAlias(global)) global = LLVMAliasGetAliasee(global);
  return global;
}

bool fe_asks_for_label(const fe_build *build) {
  const char *named = build->options->error_function;
  return named && !strcmp(named, AZ_LABEL_ERROR);
}

/* Declares the error function for the label. A function of the program with that name becomes an
 * ordinary one; if it has no body, its call ends the execution. */
static LLVMValueRef take_error_name(LLVMModuleRef module, LLVMTypeRef type) {
  static const char name[] = "__VERIFIER_error";
  LLVMValueRef own = LLVMGetNamedFunction(module, name);
  if (own) {
    const char *other = LLVMIsDeclaration(own) ? "__VERIFIER_silent_exit" : "own.__VERIFIER_error";
    LLVMSetValueName2(own, other, strlen(other));
  }
  return LLVMAddFunction(module, name, type);
}

bool fe_mark_labels(fe_build *build) {
  if (!fe_asks_for_label(build)) return false;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(build->context), NULL, 0, false);
  LLVMValueRef error = take_error_name(build->module, type);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(build->context);
  bool has_places = false;
  LLVMSetIsNewDbgInfoFormat(build->module, 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); f; f = LLVMGetNextFunction(f)) {
    has_places |= LLVMGetSubprogram(f) != NULL;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        const char *intrinsic = LLVMIsACallInst(i) ? fx_intrinsic(i) : NULL;
        if (!intrinsic || strcmp(intrinsic, "llvm.dbg.label")) continue;
        const char *name = fe_di_string(build, LLVMValueAsMetadata(LLVMGetOperand(i, 0)), 1);
        if (!name || strcmp(name, "ERROR")) continue;
        LLVMPositionBuilderBefore(b, i);
        LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
        LLVMBuildCall2(b, type, error, NULL, 0, "");
      }
  }
  LLVMDisposeBuilder(b);
  if (!has_places) fe_note_unread(build, "labels in bitcode without debug information");
  return true;
}

void fe_choose_error(fe_build *build) {
  const char *named = build->options->error_function, *newer = "reach_error",
             *older = "__VERIFIER_error";
  if (!named) return;
  bool is_newer = strcmp(named, newer) == 0;
  LLVMValueRef other = LLVMGetNamedFunction(build->module, is_newer ? older : newer);
  bool is_open = is_newer && other && LLVMIsDeclaration(other);
  if (is_open && !LLVMGetNamedFunction(build->module, newer)) return;
  build->other_error = is_newer ? older : newer;
}

bool fe_is_error(const fe_build *build, const char *name) {
  return fx_is_error(name) && !(build->other_error && !strcmp(name, build->other_error));
}

const char *fe_error_name(const fe_build *build, LLVMValueRef function) {
  for (;; function = LLVMAliasGetAliasee(function)) {
    const char *name = fe_name_of(build->arena, function);
    if (name && fe_is_error(build, name)) return name;
    if (!LLVMIsAGlobalAlias(function)) break;
  }
  LLVMMetadataRef info = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
  const char *name = info ? fe_di_string(build, info, 2) : NULL;
  return name && fe_is_error(build, name) ? name : NULL;
}

/* Returns whether, in GNU ld's default script, the section is executed, read by the loader, or
 * changed. A suffix of its name begins with a dot. */
static bool is_special_section(const char *name) {
  static const char *const special[] = {
      "init",          "fini",      "init_array",    "fini_array",
      "preinit_array", "ctors",     "dtors",         "jcr",
      "got",           "plt",       "iplt",          "igot",
      "dynamic",       "dynsym",    "dynstr",        "dynbss",
      "interp",        "hash",      "gnu",           "rel",
      "rela",          "relr",      "eh_frame",      "eh_frame_hdr",
      "note",          "comment",   "stab",          "gcc_except_table",
      "gnu_debuglink", "gnu_extab", "sframe",        "symtab",
      "strtab",        "shstrtab",  "tm_clone_table"};
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$-";
  if (name[strspn(name, plain)]) return true; /* the name may contain directives */
  if (!strncmp(name, "__libc_", 7) || !strncmp(name, ".debug", 6)) return true;
  /* The kernel's names for plain text and data. */
  static const char *const kernel[] = {".init.text", ".init.data", ".init.rodata"};
  for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++)
    if (!strncmp(name, kernel[i], strlen(kernel[i]))) return false;
  for (size_t i = 0; *name == '.' && i < sizeof special / sizeof *special; i++) {
    size_t n = strlen(special[i]);
    if (!strncmp(name + 1, special[i], n) && (name[n + 1] == 0 || name[n + 1] == '.')) return true;
  }
  return false;
}

static void note_section(fe_build *build, LLVMValueRef global) {
  const char *section = LLVMIsDeclaration(global) ? NULL : LLVMGetSection(global);
  if (section && *section && is_special_section(section))
    fe_note_unread(build, az_arena_printf(build->arena, "section %s", section));
}

/* Returns whether the verifier gives the declared name a meaning. */
static bool is_provided(const char *name) {
  fx_action action = fx_library_action(name);
  return fe_starts(name, "__VERIFIER_") || fe_starts(name, "__CPROVER_") || fx_is_nondet(name) ||
         action == A_ASSERT || action == A_ASSERT_TEXT || action == A_ERROR || action == A_ASSUME;
}

/* Returns whether a weak symbol need not be null: it is a library function, which may be linked, or
 * a thread-local object, whose symbol is an offset. */
static bool may_be_null(LLVMValueRef global, const char *name) {
  return fx_in_c_library(name) || fx_library_action(name) != A_NONE || LLVMIsThreadLocal(global);
}

/* Returns whether the function is called before or after main, if the program defines it. */
static bool is_run_by_start_files(const char *name) {
  static const char *const names[] = {"_start",
                                      "_init",
                                      "_fini",
                                      "__gmon_start__",
                                      "__libc_start_main",
                                      "__libc_csu_init",
                                      "__libc_csu_fini",
                                      "__cxa_finalize",
                                      "_ITM_registerTMCloneTable",
                                      "_ITM_deregisterTMCloneTable",
                                      "_dl_relocate_static_pie"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return false;
}

static void link_symbol(fe_build *build, LLVMValueRef global) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(global, &length);
  if (!LLVMIsDeclaration(global)) {
    if (is_run_by_start_files(name) && LLVMGetLinkage(global) != LLVMInternalLinkage)
      fe_note_unread(build, az_arena_printf(build->arena, "%s, which the start files call", name));
    return;
  }
  if (!LLVMGetFirstUse(global) || fe_starts(name, "llvm.")) return;
  bool weak = LLVMGetLinkage(global) == LLVMExternalWeakLinkage;
  if (az_linker_defines(name)) {
    fe_note_unread(build, az_arena_printf(build->arena, "%s, a symbol of the linker", name));
  } else if (weak && !is_provided(name)) {
    if (may_be_null(global, name))
      fe_note_unread(
          build, az_arena_printf(build->arena, "%s, a weak symbol that may be null or not", name));
    else
      LLVMReplaceAllUsesWith(global, LLVMConstPointerNull(LLVMTypeOf(global)));
  }
}

/* Returns whether the assembly has a directive (.section), or a label that is not a number. */
static bool has_directive(const char *text, size_t length) {
  for (size_t k = 0; k < length; k++) {
    if (text[k] == '$' && k + 1 < length && text[k + 1] == '{') /* ${0:b}, an operand */
      while (k < length && text[k] != '}') k++;
    if (k + 1 < length && text[k] == '.' && isalpha((unsigned char)text[k + 1])) return true;
    if (k == 0 || k >= length || text[k] != ':') continue;
    size_t start = k;
    while (start && isalnum((unsigned char)text[start - 1])) start--;
    if (start == k || !isdigit((unsigned char)text[start])) return true;
  }
  return false;
}

/* Notes directives and labels in assembly: they have effects even if the function is not called. */
static void note_directives(fe_build *build, LLVMValueRef fn) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
    for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i)) {
      LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
      if (opcode != LLVMCall && opcode != LLVMCallBr) continue;
      LLVMValueRef callee = LLVMGetCalledValue(i);
      if (!LLVMIsAInlineAsm(callee)) continue;
      size_t length = 0;
      const char *text = LLVMGetInlineAsmAsmString(callee, &length);
      if (has_directive(text, length)) fe_note_unread(build, "assembly with directives or labels");
    }
}

bool fe_assembly_defines(const fe_build *build) {
  size_t length = 0;
  const char *given = LLVMGetModuleInlineAsm(build->module, &length);
  const char *text = length ? az_arena_printf(build->arena, "%.*s", (int)length, given) : NULL;
  bool defines = false;
  for (LLVMValueRef g = LLVMGetFirstGlobal(build->module); text && g; g = LLVMGetNextGlobal(g))
    defines |= LLVMIsDeclaration(g) && strstr(text, LLVMGetValueName2(g, &length));
  for (LLVMValueRef f = LLVMGetFirstFunction(build->module); text && f; f = LLVMGetNextFunction(f))
    defines |= LLVMIsDeclaration(f) && strstr(text, LLVMGetValueName2(f, &length));
  return defines;
}

void fe_link_symbols(fe_build *build) {
  size_t length = 0;
  const char *assembly = LLVMGetModuleInlineAsm(build->module, &length);
  if (assembly && length) fe_note_unread(build, "assembly between functions");
  if (build->renamed && !LLVMGetNamedFunction(build->module, build->renamed))
    fe_note_unread(build, az_arena_printf(build->arena, "the symbol of %s", build->renamed));
  if (LLVMGetFirstGlobalIFunc(build->module))
    fe_note_unread(build, "a function that resolves a symbol (ifunc)");
  for (LLVMValueRef g = LLVMGetFirstGlobal(build->module); g; g = LLVMGetNextGlobal(g)) {
    if (!fe_is_named(g, "llvm.")) note_section(build, g);
    link_symbol(build, g);
  }
  for (LLVMValueRef fn = LLVMGetFirstFunction(build->module); fn; fn = LLVMGetNextFunction(fn)) {
    note_section(build, fn);
    note_directives(build, fn);
    link_symbol(build, fn);
  }
}
