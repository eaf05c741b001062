/* Runs during the build. Writes the bitcode of the library's models as a C file, with the names
 * that each unit defines, and with the types of the functions that "prototypes" declares. usage:
 * embed OUTPUT.c {NAME BITS FILE.bc}... */
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_bytes(FILE *out, const char *data, size_t size) {
  for (size_t i = 0; i < size; i++)
    fprintf(out, "%u,%s", (unsigned)(unsigned char)data[i], i % 32 == 31 ? "\n" : "");
}

/* Writes the names of functions that are defined with external linkage, each followed by a NUL. */
static void write_names(FILE *out, LLVMModuleRef module) {
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      fprintf(out, "\"%s\\0\"\n", LLVMGetValueName2(f, &length));
}

/* Writes the names and types of functions that are declared. */
static void write_prototypes(FILE *out, LLVMModuleRef module, const char *bits) {
  size_t length = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    char *type = LLVMPrintTypeToString(LLVMGlobalGetValueType(f));
    if (!strchr(type, '%')) /* no named types */
      fprintf(out, "{\"%s\", %s, \"%s\"},\n", LLVMGetValueName2(f, &length), bits, type);
    LLVMDisposeMessage(type);
  }
}

static LLVMModuleRef read_module(const char *file, LLVMMemoryBufferRef *buffer) {
  LLVMModuleRef module = NULL;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(file, buffer, &message)) {
    fprintf(stderr, "%s: %s\n", file, message);
    return NULL;
  }
  if (!LLVMParseBitcode2(*buffer, &module)) return module;
  fprintf(stderr, "%s: not readable as bitcode\n", file);
  return NULL;
}

static bool write_unit(FILE *out, const char *name, const char *bits, const char *file) {
  LLVMMemoryBufferRef buffer = NULL;
  LLVMModuleRef module = read_module(file, &buffer);
  if (!module) return false;
  fprintf(out, "static const unsigned char %s_%s[] = {\n", name, bits);
  write_bytes(out, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
  fprintf(out, "};\nstatic const char %s_%s_names[] =\n", name, bits);
  write_names(out, module);
  fprintf(out, "\"\";\n");
  LLVMDisposeModule(module);
  LLVMDisposeMemoryBuffer(buffer);
  return true;
}

static bool is_list(const char *name) {
  return !strcmp(name, "prototypes");
}

static bool write_list(FILE *out, const char *bits, const char *file) {
  LLVMMemoryBufferRef buffer = NULL;
  LLVMModuleRef module = read_module(file, &buffer);
  if (!module) return false;
  write_prototypes(out, module, bits);
  LLVMDisposeModule(module);
  LLVMDisposeMemoryBuffer(buffer);
  return true;
}

int main(int argc, char **argv) {
  FILE *out = argc > 4 ? fopen(argv[1], "w") : NULL;
  if (!out) {
    fprintf(stderr, "usage: embed OUTPUT.c {NAME BITS FILE.bc}...\n");
    return 2;
  }
  fprintf(out, "#include \"library/units.h\"\n");
  for (int i = 2; i + 2 < argc; i += 3)
    if (!is_list(argv[i]) && !write_unit(out, argv[i], argv[i + 1], argv[i + 2])) return 1;
  fprintf(out, "const az_library_unit az_library_units[] = {\n");
  for (int i = 2; i + 2 < argc; i += 3)
    if (!is_list(argv[i]))
      fprintf(out, "{\"%s\", %s, %s_%s, sizeof %s_%s, %s_%s_names},\n", argv[i], argv[i + 1],
              argv[i], argv[i + 1], argv[i], argv[i + 1], argv[i], argv[i + 1]);
  fprintf(out, "};\nconst size_t az_library_unit_count = sizeof az_library_units / sizeof "
               "*az_library_units;\n");
  fprintf(out, "const az_library_prototype az_library_prototypes[] = {\n");
  for (int i = 2; i + 2 < argc; i += 3)
    if (is_list(argv[i]) && !write_list(out, argv[i + 1], argv[i + 2])) return 1;
  fprintf(out, "};\nconst size_t az_library_prototype_count = sizeof az_library_prototypes / "
               "sizeof *az_library_prototypes;\n");
  return fclose(out) ? 1 : 0;
}
