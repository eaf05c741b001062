/* Finds left shifts of signed values (C17 6.5.7p4), by the types in the syntax tree. */
#include "frontend/statements/statements.h"
#include "frontend/bitcode/function_trees.h"
#include <string.h>

/* Returns whether the type, without its typedef ('T':'unsigned int'), is unsigned. */
static bool computes_unsigned(const fe_syntax_node *n) {
  const char *computed = strstr(n->text, "ComputeResultTy=");
  const char *type = strchr(computed ? computed : n->text, '\'');
  const char *end = type ? strchr(type + 1, '\'') : NULL;
  if (end && !strncmp(end, "':'", 3)) type = end + 2;
  return type && !strncmp(type + 1, "unsigned", 8);
}

static bool has_signed_shift(const fe_syntax_node *nodes, uint32_t n) {
  bool assigns = !strcmp(nodes[n].kind, "CompoundAssignOperator");
  const char *operator= assigns ? "'<<='" : !strcmp(nodes[n].kind, "BinaryOperator") ? "'<<'" : "";
  if (*operator&& strstr(nodes[n].text, operator) && !computes_unsigned(&nodes[n])) return true;
  for (uint32_t c = nodes[n].first; c; c = nodes[c].next)
    if (has_signed_shift(nodes, c)) return true;
  return false;
}

bool fe_shifts_signed(fe *f, LLVMValueRef function) {
  return fe_may_have(&f->trees, f->build, function, has_signed_shift);
}
