/* In which functions compound literals stand whose block (C17 6.5.2.5p5, 6.8.4p3, 6.8.5p5) debug
 * information does not show. clang writes a lexical block for each compound statement, if and for;
 * none for while, do and switch, whose conditions and substatements without braces are in blocks
 * of their own; and where it knows the value of a switch, none for what stands between its braces.
 * The syntax tree tells. */
#include "frontend/hidden_blocks.h"
#include "frontend/debug_info.h"
#include "frontend/dumped_trees.h"
#include <stb/stb_ds.h>
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

/* The name of a function is the word before its type. */
static bool has_name(const fe_syntax_node *function, const char *name) {
  const char *end = strchr(function->text, '\'');
  size_t length = strlen(name);
  while (end && end > function->text && end[-1] == ' ') end--;
  if (!end || (size_t)(end - function->text) < length || strncmp(end - length, name, length) != 0)
    return false;
  return end - length == function->text || end[-1 - (ptrdiff_t)length] == ' ';
}

static void look(fe *f) {
  const char *why = NULL;
  f->literal_text = az_arena_new();
  f->literal_trees = fe_dump_trees(f->options, f->literal_text, &why);
  f->literals_unknown = why != NULL;
  for (size_t i = 0; i < f->options->file_count; i++)
    f->literals_unknown |= fe_is_bitcode(f->options->files[i]);
}

bool fe_hides_blocks(fe *f, LLVMValueRef function) {
  LLVMMetadataRef program = LLVMGetSubprogram(function);
  const char *name = program ? fe_di_string(f, program, 2) : NULL;
  if (!f->literal_text) look(f);
  if (f->literals_unknown || !name) return true;
  for (size_t i = 0; i < arrlenu(f->literal_trees); i++) {
    const fe_syntax_node *nodes = f->literal_trees[i];
    for (uint32_t n = nodes[0].first; n; n = nodes[n].next)
      if (is(&nodes[n], "FunctionDecl") && has_name(&nodes[n], name) &&
          has_hidden_literal(nodes, n, false, false))
        return true;
  }
  return false;
}

void fe_hidden_blocks_close(fe *f) {
  fe_free_trees(f->literal_trees);
  if (f->literal_text) az_arena_free(f->literal_text);
}
