/* The compiler of the front end: clang as a program with the archives of clang and LLVM linked in,
 * at fixed addresses. Debian's clang-19 spends 18 of its 25 ms on a small file relocating shared
 * libraries; this program writes the same bitcode, byte for byte, in 7 ms. It takes clang's command
 * line, and performs in its own process the actions that the front end requests: bitcode, syntax
 * trees, syntax checks and preprocessing of C. If clang's archives are not installed, the front end
 * starts clang-19 instead. */
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>
#include <cstdlib>

using namespace clang;

/* Debian's LLVM refers to Polly, a loop optimiser that is not used here. */
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "0", [](llvm::PassBuilder &) {}};
}

/* Returns NULL for an action that the front end never requests. */
static std::unique_ptr<FrontendAction> action_of(frontend::ActionKind kind) {
  switch (kind) {
  case frontend::EmitBC: return std::make_unique<EmitBCAction>();
  case frontend::EmitLLVM: return std::make_unique<EmitLLVMAction>();
  case frontend::ASTDump: return std::make_unique<ASTDumpAction>();
  case frontend::ParseSyntaxOnly: return std::make_unique<SyntaxOnlyAction>();
  case frontend::PrintPreprocessedInput: return std::make_unique<PrintPreprocessedAction>();
  default: return nullptr;
  }
}

/* Compiles one file. `arguments`: the arguments of one job of the driver; the first is -cc1. */
static bool compile(const char *program, llvm::ArrayRef<const char *> arguments) {
  CompilerInstance compiler;
  auto *early = new TextDiagnosticBuffer; /* owned by `diagnostics` */
  DiagnosticsEngine diagnostics(new DiagnosticIDs, new DiagnosticOptions, early);
  bool ok = CompilerInvocation::CreateFromArgs(compiler.getInvocation(), arguments.slice(1),
                                               diagnostics, program);
  compiler.createDiagnostics();
  early->FlushDiagnostics(compiler.getDiagnostics());
  auto action = action_of(compiler.getFrontendOpts().ProgramAction);
  if (!action) llvm::errs() << "clang-19: error: ansatz-clang has no such action\n";
  return ok && action && compiler.ExecuteAction(*action);
}

int main(int argc, char **argv) {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  /* clang finds its own headers relative to the path of its program. */
  llvm::SmallVector<const char *, 64> arguments(argv, argv + argc);
  arguments[0] = ANSATZ_CLANG_PROGRAM;
  auto options = llvm::makeIntrusiveRefCnt<DiagnosticOptions>();
  options->ShowColors = false;
  auto *printer = new TextDiagnosticPrinter(llvm::errs(), &*options); /* owned by `diagnostics` */
  printer->setPrefix("clang-19");
  DiagnosticsEngine diagnostics(new DiagnosticIDs, &*options, printer);
  driver::Driver driver(arguments[0], llvm::sys::getDefaultTargetTriple(), diagnostics);
  std::unique_ptr<driver::Compilation> all(driver.BuildCompilation(arguments));
  bool ok = all && !diagnostics.hasErrorOccurred();
  if (!ok) return 1;
  for (const driver::Command &job : all->getJobs()) {
    llvm::ArrayRef<const char *> list = job.getArguments();
    bool compiles = !list.empty() && llvm::StringRef(list[0]) == "-cc1";
    if (!compiles) llvm::errs() << "clang-19: error: ansatz-clang only compiles\n";
    ok &= compiles && compile(ANSATZ_CLANG_PROGRAM, list);
  }
  llvm::outs().flush();
  _Exit(ok ? 0 : 1); /* without the destructors of hundreds of options */
}
