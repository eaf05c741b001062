/* Rewrites clang's bitcode so that a run takes its inputs from a trace, or takes random ones, and
 * reports the first check that fails. Inserts calls of a small runtime (runtime/) at the sites that
 * the program's statements name. */
#include "library/model.h"
#include "replay/rewrite.h"
#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Support.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

typedef struct found {
  LLVMValueRef instruction;
  uint32_t site;
} found;

/* Reports that an unreachable instruction was reached. */
static void report_unreachable(rewriter *r, LLVMValueRef f) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(bb);
    if (!last || !LLVMIsAUnreachableInst(last)) continue;
    LLVMPositionBuilderBefore(r->b, last);
    rewriter_call_check(r, LLVMConstInt(r->i1, 0, false), AZ_NONE, NATIVE_UNREACHABLE);
  }
}

/* Prevents branches to the traps of checks that are not requested: the execution continues, as in
 * the statement form. */
static void pass_traps(const rewriter *r, LLVMValueRef f, LLVMValueRef const *traps) {
  for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb && arrlen(traps);
       bb = LLVMGetNextBasicBlock(bb)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    if (!end || !LLVMIsABranchInst(end) || !LLVMIsConditional(end)) continue;
    for (unsigned k = 0; k < 2; k++)
      for (size_t i = 0; i < arrlenu(traps); i++)
        if (LLVMGetSuccessor(end, k) == LLVMGetInstructionParent(traps[i]))
          LLVMSetCondition(end, LLVMConstInt(r->i1, k == 1, false));
  }
}

static void set_attributes(const rewriter *r, LLVMValueRef f, bool address_sanitizer) {
  /* 32-bit code uses SSE for floats, too, so that operations round to their own format. */
  if (r->p->pointer_bits == 32) {
    static const char key[] = "target-features", value[] = "+cx8,+fxsr,+mmx,+sse,+sse2,+x87";
    LLVMAddAttributeAtIndex(
        f, LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(r->context, key, sizeof key - 1, value, sizeof value - 1));
  }
  if (address_sanitizer) {
    unsigned kind = LLVMGetEnumAttributeKindForName("sanitize_address", 16);
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(r->context, kind, 0));
  }
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *context) {
  (void)info;
  (void)context;
}

static const char *emit(rewriter *r, bool address_sanitizer, const char *object_file) {
  const char *comparisons = r->options->compares ? "-asan-detect-invalid-pointer-cmp=0"
                                                 : "-asan-detect-invalid-pointer-cmp=1";
  char *message = NULL;
  LLVMTargetRef target;
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMStripModuleDebugInfo(r->module);
  if (LLVMVerifyModule(r->module, LLVMReturnStatusAction, &message)) return message;
  const char *triple = LLVMGetTarget(r->module);
  if (LLVMGetTargetFromTriple(triple, &target, &message)) return message;
  LLVMCodeGenOptLevel level =
      r->options->optimised ? LLVMCodeGenLevelDefault : LLVMCodeGenLevelNone;
  LLVMTargetMachineRef machine =
      LLVMCreateTargetMachine(target, triple, "", "", level, LLVMRelocStatic, LLVMCodeModelDefault);
  if (!machine) return "no target machine";
  if (address_sanitizer) {
    const char *const arguments[] = {"asan", "-asan-use-after-scope=1", comparisons,
                                     "-asan-detect-invalid-pointer-sub=1"};
    LLVMParseCommandLineOptions(sizeof arguments / sizeof *arguments, arguments, NULL);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(r->module, "asan", machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) return LLVMGetErrorMessage(error);
  }
  /* Optimises at the end, so that AddressSanitizer sees all accesses. */
  const char *problem = r->options->optimised ? rewriter_optimise(r, machine) : NULL;
  if (problem) return problem;
  char *path = az_strdup(object_file);
  return LLVMTargetMachineEmitToFile(machine, r->module, path, LLVMObjectFile, &message) ? message
                                                                                         : NULL;
}

const char *rewriter_read(const rewriter *r, const char *file, LLVMModuleRef *module) {
  LLVMMemoryBufferRef buffer = NULL;
  char *message = NULL;
  if (!file || LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message))
    return "no bitcode";
  return LLVMParseBitcodeInContext2(r->context, buffer, module) ? "unreadable bitcode" : NULL;
}

/* Uses the build with the compiler's checks for undefined behaviour, if that build matches. */
static void read_checked(rewriter *r, const char *file) {
  LLVMModuleRef without = r->module;
  if (!file || rewriter_read(r, file, &r->module)) {
    r->module = without;
    return;
  }
  r->checked = rewriter_match(r, without);
  if (!r->checked) {
    LLVMDisposeModule(r->module);
    r->module = without;
    hmfree(r->sites);
  }
}

/* Reads the program's bitcode as a module. Returns a problem, or NULL. */
static const char *read_program(rewriter *r, const char *checked) {
  LLVMContextSetDiagnosticHandler(r->context, ignore_diagnostic, NULL);
  const char *problem = rewriter_read(r, r->p->bitcode, &r->module);
  if (problem) return problem;
  read_checked(r, checked);
  r->layout = LLVMGetModuleDataLayout(r->module);
  r->b = LLVMCreateBuilderInContext(r->context);
  r->i1 = LLVMInt1TypeInContext(r->context);
  r->i8 = LLVMInt8TypeInContext(r->context);
  r->i32 = LLVMInt32TypeInContext(r->context);
  r->i64 = LLVMInt64TypeInContext(r->context);
  r->ptr = LLVMPointerTypeInContext(r->context, 0);
  return NULL;
}

/* Returns the site of the instruction: unless r->checked, its number, which *next counts. */
static uint32_t site_of(const rewriter *r, LLVMValueRef i, uint32_t *next) {
  if (!r->checked) return (*next)++;
  site_entry *sites = r->sites;
  ptrdiff_t at = hmgeti(sites, i);
  return at < 0 ? NATIVE_NO_SITE : sites[at].value;
}

/* Returns whether the call leads from the program to a model, or may do so through a pointer. */
static bool leads_away(LLVMValueRef caller, LLVMValueRef i) {
  if (!LLVMIsACallInst(i) || az_library_has(caller)) return false;
  LLVMValueRef callee = LLVMGetCalledValue(i);
  return LLVMIsAFunction(callee) ? az_library_has(callee) : !LLVMIsAInlineAsm(callee);
}

/* Finds all sites of the plan, and the calls of models, before any change. Removes branches to
 * traps of checks that are not requested. */
static found *find_sites(rewriter *r, native_plan *plan, bool instrument, site_type **types,
                         found **calls) {
  static const char *const trap[] = {"llvm.ubsantrap", NULL};
  found *sites = NULL;
  LLVMValueRef *silent = NULL; /* traps of the current function that are not requested */
  uint32_t site = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(r->module); f; f = LLVMGetNextFunction(f)) {
    if (!LLVMIsDeclaration(f)) set_attributes(r, f, instrument);
    arrsetlen(silent, 0);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f); bb; bb = LLVMGetNextBasicBlock(bb))
      for (LLVMValueRef i = az_first_counted(bb); i; i = az_next_counted(i)) {
        uint32_t here = site_of(r, i, &site);
        if (leads_away(f, i)) arrput(*calls, ((found){i, here}));
        ptrdiff_t at = here == NATIVE_NO_SITE ? -1 : hmgeti(plan->actions, here);
        if (at >= 0) {
          native_action *a = &plan->actions[at].value;
          /* Random content that the program never reads would fill the log. */
          if (a->live && r->makes_up && rewriter_is_written_first(r, i)) a->live = false;
          arrput(sites, ((found){i, here}));
          if (a->input) hmput(*types, here, a->alloc ? r->i8 : LLVMTypeOf(i));
        }
        if (!r->checked && (at < 0 || !plan->actions[at].value.checks) &&
            rewriter_is_call_of(i, trap))
          arrput(silent, i);
      }
    pass_traps(r, f, silent);
  }
  arrfree(silent);
  return sites;
}

/* Reports to the runtime which call by the program enters a model. */
static void note_call(rewriter *r, LLVMValueRef i, uint32_t site) {
  LLVMValueRef at = LLVMGetNamedGlobal(r->module, "ansatz.call");
  bool direct = LLVMIsAFunction(LLVMGetCalledValue(i)) != NULL;
  LLVMPositionBuilderBefore(r->b, i);
  LLVMValueRef before = LLVMBuildLoad2(r->b, r->i32, at, "");
  LLVMBuildStore(r->b, rewriter_number(r, direct ? site : AZ_NONE), at);
  LLVMPositionBuilderBefore(r->b, LLVMGetNextInstruction(i));
  LLVMBuildStore(r->b, before, at);
}

static bool link_unit(rewriter *r, native_unit_kind unit) {
  native_bitcode bitcode = native_runtime(unit, r->p->pointer_bits == 32);
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      bitcode.begin, (size_t)(bitcode.end - bitcode.begin), "runtime", true);
  LLVMModuleRef module = NULL;
  bool failed = LLVMParseBitcodeInContext2(r->context, buffer, &module);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed) return false;
  LLVMSetTarget(module, LLVMGetTarget(r->module));
  LLVMSetDataLayout(module, LLVMGetDataLayoutStr(r->module));
  return !LLVMLinkModules2(r->module, module);
}

/* Links the runtime. Returns a problem, or NULL. */
static const char *add_runtime(rewriter *r, const az_replay_options *o) {
  bool linked = link_unit(r, NATIVE_REPORTS) &&
                link_unit(r, r->makes_up ? NATIVE_MADE_UP : NATIVE_FROM_TRACE) &&
                (!o->address_sanitizer || link_unit(r, NATIVE_SANITIZER));
  return linked ? NULL : "the runtime cannot be linked in";
}

const char *native_rewrite(const az_program *p, const az_trace *trace, const native_plan *plan,
                           const az_replay_options *o, const char *checked,
                           const char *object_file) {
  bool instrument = o->address_sanitizer && !o->heap_only;
  rewriter r = {.p = p,
                .options = o,
                .context = LLVMContextCreate(),
                .makes_up = trace == NULL,
                .trace = trace};
  const char *problem = read_program(&r, checked);
  if (problem) return problem;
  site_type *types = NULL;
  native_plan lookup = *plan;
  found *calls = NULL, *sites = find_sites(&r, &lookup, instrument, &types, &calls);
  if ((problem = add_runtime(&r, o))) return problem;
  for (size_t i = 0; i < arrlenu(calls); i++) note_call(&r, calls[i].instruction, calls[i].site);
  if (o->undefined) rewriter_undefined(&r);
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(r.module); f; f = LLVMGetNextFunction(f))
    if (strncmp(LLVMGetValueName2(f, &length), "ansatz.", 7)) report_unreachable(&r, f);
  for (size_t i = 0; i < arrlenu(sites); i++)
    rewriter_site(&r, sites[i].instruction, sites[i].site,
                  &lookup.actions[hmgeti(lookup.actions, sites[i].site)].value);
  if (trace) {
    rewriter_add_events(&r, trace, types);
    rewriter_define_tables(&r);
  }
  if ((problem = rewriter_make_main(&r, plan->ends))) return problem;
  rewriter_ask_library(&r);
  rewriter_define_missing(&r);
  for (LLVMValueRef f = LLVMGetFirstFunction(r.module); f; f = LLVMGetNextFunction(f))
    rewriter_make_internal(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(r.module); g; g = LLVMGetNextGlobal(g))
    rewriter_make_internal(g);
  return emit(&r, instrument, object_file);
}
