/* What the linker and the loader make of symbols and sections (ELF, GNU ld; docs/soundness.md 9).
 * A symbol that is declared weak and defined nowhere is null. The rest is not read: assembly
 * between functions, functions that resolve symbols (ifunc), sections whose content the loader
 * runs, and addresses that the linker chooses between objects. */
#include "frontend/linkage.h"
#include "frontend/debug_info.h"
#include "frontend/library_names.h"
#include "frontend/llvm.h"
#include "frontend/report.h"
#include <string.h>

LLVMValueRef fe_behind_aliases(LLVMValueRef global) {
  while (LLVMIsAGlobalAlias(global)) global = LLVMAliasGetAliasee(global);
  return global;
}

const char *fe_error_name(fe *f, LLVMValueRef function) {
  for (;; function = LLVMAliasGetAliasee(function)) {
    const char *name = fe_name_of(f, function);
    if (name && fx_is_error(name)) return name;
    if (!LLVMIsAGlobalAlias(function)) break;
  }
  LLVMMetadataRef said = LLVMIsAFunction(function) ? LLVMGetSubprogram(function) : NULL;
  const char *name = said ? fe_di_string(f, said, 2) : NULL;
  return name && fx_is_error(name) ? name : NULL;
}

/* Sections of GNU ld's default script that are run, read by the loader, or not kept as they are.
 * What follows the name begins with a dot. */
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
  if (name[strspn(name, plain)]) return true; /* it may hold more than a name */
  if (!strncmp(name, "__libc_", 7) || !strncmp(name, ".debug", 6)) return true;
  /* The kernel's names of plain text and data. */
  static const char *const kernel[] = {".init.text", ".init.data", ".init.rodata"};
  for (size_t i = 0; i < sizeof kernel / sizeof *kernel; i++)
    if (!strncmp(name, kernel[i], strlen(kernel[i]))) return false;
  for (size_t i = 0; *name == '.' && i < sizeof special / sizeof *special; i++) {
    size_t n = strlen(special[i]);
    if (!strncmp(name + 1, special[i], n) && (name[n + 1] == 0 || name[n + 1] == '.')) return true;
  }
  return false;
}

static void note_section(fe *f, LLVMValueRef global) {
  const char *section = LLVMIsDeclaration(global) ? NULL : LLVMGetSection(global);
  if (section && *section && is_special_section(section))
    fe_unread(f, az_arena_printf(f->arena, "section %s", section));
}

/* A declaration that the verifier's environment or the C library, which every program is linked
 * with, gives a meaning. */
static bool is_provided(const char *name) {
  return fe_starts(name, "__VERIFIER_") || fe_starts(name, "__CPROVER_") ||
         fx_library_action(name) != A_NONE || fx_is_nondet(name) || fx_in_c_library(name);
}

static void link_symbol(fe *f, LLVMValueRef global) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(global, &length);
  if (!LLVMIsDeclaration(global) || !LLVMGetFirstUse(global) || fe_starts(name, "llvm.")) return;
  if (az_linker_defines(name))
    fe_unread(f, az_arena_printf(f->arena, "%s, a symbol of the linker", name));
  else if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage && !is_provided(name))
    LLVMReplaceAllUsesWith(global, LLVMConstPointerNull(LLVMTypeOf(global)));
}

bool fe_has_open_alias(LLVMModuleRef module) {
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

void fe_link_symbols(fe *f) {
  size_t length = 0;
  const char *assembly = LLVMGetModuleInlineAsm(f->module, &length);
  if (assembly && length) fe_unread(f, "assembly between functions");
  if (LLVMGetFirstGlobalIFunc(f->module)) fe_unread(f, "a function that resolves a symbol (ifunc)");
  for (LLVMValueRef g = LLVMGetFirstGlobal(f->module); g; g = LLVMGetNextGlobal(g)) {
    if (!fe_is_named(g, "llvm.")) note_section(f, g);
    link_symbol(f, g);
  }
  for (LLVMValueRef fn = LLVMGetFirstFunction(f->module); fn; fn = LLVMGetNextFunction(fn)) {
    note_section(f, fn);
    link_symbol(f, fn);
  }
}
