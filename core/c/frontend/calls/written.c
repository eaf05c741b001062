/* Distinguishes copies that a program writes as calls from those that clang generates, by their
 * places in the C files, and finds records passed in registers: clang's copies need not copy
 * padding. */
#include "frontend/calls/calls.h"
#include "frontend/bitcode/clang.h"
#include "library/model.h"
#include "base/table.h"
#include <stb/stb_ds.h>
#include <string.h>
#include <unistd.h>

const struct fe_text *fx_text_named(fe *f, const char *name, unsigned length) {
  for (size_t i = 0; i < arrlenu(f->texts); i++)
    if (!strncmp(f->texts[i].file, name, length) && !f->texts[i].file[length]) return &f->texts[i];
  struct fe_text t = {0};
  for (size_t i = 0; i < f->options->file_count && !t.file; i++) {
    const char *file = f->options->files[i];
    if (strncmp(file, name, length) != 0 || file[length]) continue;
    t.file = file;
  }
  if (!t.file && f->options->is_harness) t.file = az_arena_printf(f->arena, "%.*s", length, name);
  if (!t.file || access(t.file, R_OK) != 0) return NULL;
  t.text = fe_source_text((fe_build *)(uintptr_t)f->build, t.file);
  if (!t.text) return NULL;
  for (const char *line = t.text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
    arrput(t.lines, line);
  arrput(f->texts, t);
  return &arrlast(f->texts);
}

bool fx_is_written(fx *x, LLVMValueRef copy) {
  static const char *const names[] = {"memcpy", "__builtin_memcpy", "__builtin___memcpy_chk",
                                      "mempcpy", "__builtin_mempcpy"};
  if (!LLVMIsAConstantInt(LLVMGetOperand(copy, 2))) return true;
  if (az_library_has(LLVMGetBasicBlockParent(LLVMGetInstructionParent(copy)))) return true;
  unsigned length = 0, line = LLVMGetDebugLocLine(copy), column = LLVMGetDebugLocColumn(copy);
  const char *file = line && column ? LLVMGetDebugLocFilename(copy, &length) : NULL;
  const struct fe_text *t = file ? fx_text_named(x->f, file, length) : NULL;
  if (!t || line > arrlenu(t->lines)) return false;
  const char *at = t->lines[line - 1];
  if (strcspn(at, "\n") < column) return false;
  at += column - 1;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t n = strlen(names[i]);
    if (!strncmp(at, names[i], n) && at[n + strspn(at + n, " \t\n")] == '(') return true;
  }
  return false;
}

bool fx_stores_record(const fx *x, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
  bool parameter = LLVMIsAArgument(value) != NULL;
  if (LLVMIsAExtractValueInst(value)) value = LLVMGetOperand(value, 0);
  if (!parameter && !LLVMIsACallInst(value)) return false;
  while (LLVMIsAGetElementPtrInst(to)) { /* a result may be assigned to a member */
    if (!parameter) return false;
    to = LLVMGetOperand(to, 0);
  }
  ptrdiff_t at = az_table_find(x->allocas, to);
  if (at < 0) return false;
  return x->f->types[x->f->objects[x->allocas[at].value].type].kind == AZ_T_RECORD;
}
