/* Distinguishes copies that a program writes as calls from those that clang generates, by their
 * places in the C files, and finds records passed in registers: clang's copies need not copy
 * padding. */
#include "frontend/calls/calls.h"
#include "frontend/data/data.h"
#include "library/model.h"
#include "base/table.h"
#include <stb/stb_ds.h>
#include <string.h>

bool fx_is_written(fx *x, LLVMValueRef copy) {
  static const char *const names[] = {"memcpy", "__builtin_memcpy", "__builtin___memcpy_chk",
                                      "mempcpy", "__builtin_mempcpy"};
  if (!LLVMIsAConstantInt(LLVMGetOperand(copy, 2))) return true;
  if (az_library_has(LLVMGetBasicBlockParent(LLVMGetInstructionParent(copy)))) return true;
  unsigned length = 0, line = LLVMGetDebugLocLine(copy), column = LLVMGetDebugLocColumn(copy);
  const char *file = line && column ? LLVMGetDebugLocFilename(copy, &length) : NULL;
  const struct fe_text *t = file ? fe_text_named(x->f, file, length) : NULL;
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
