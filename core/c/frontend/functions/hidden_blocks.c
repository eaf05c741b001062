/* Finds functions with compound literals whose block (C17 6.5.2.5p5, 6.8.4p3, 6.8.5p5) the debug
 * information does not show. clang writes a lexical block for each compound statement, if and for.
 * It writes none for while, do and switch, or for substatements without braces, although these are
 * blocks; and none for the braces of a switch whose value it knows. The syntax tree shows these
 * blocks. */
#include "frontend/functions/functions.h"
#include "frontend/bitcode/function_trees.h"
#include <string.h>

static bool is(const fe_syntax_node *n, const char *kind) {
  return !strcmp(n->kind, kind);
}

static bool has_hidden_literal(const fe_syntax_node *nodes, uint32_t n, bool in_switch,
                               bool hidden) {
  const fe_syntax_node *at = &nodes[n];
  if (is(at, "CompoundLiteralExpr") && hidden) return true;
  in_switch |= is(at, "SwitchStmt");
  hidden |= in_switch || is(at, "WhileStmt") || is(at, "DoStmt");
  if (is(at, "IfStmt") || is(at, "ForStmt")) in_switch = hidden = false;
  if (is(at, "CompoundStmt") && !in_switch) hidden = false;
  for (uint32_t c = at->first; c; c = nodes[c].next)
    if (has_hidden_literal(nodes, c, in_switch, hidden)) return true;
  return false;
}

static bool has_literal(const fe_syntax_node *nodes, uint32_t declaration) {
  return has_hidden_literal(nodes, declaration, false, false);
}

bool fe_hides_blocks(fe *f, LLVMValueRef function) {
  return fe_may_have(&f->trees, f->build, function, has_literal);
}
