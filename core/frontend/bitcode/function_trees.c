/* The syntax trees of the program's files while it is translated, for what bitcode does not show of
 * a function. The compiler is asked for them at the first question. */
#include "frontend/bitcode/function_trees.h"
#include "frontend/bitcode/debug_info.h"
#include "frontend/bitcode/dumped_trees.h"
#include <stb/stb_ds.h>
#include <string.h>

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
  f->trees_text = az_arena_new();
  f->trees = fe_dump_trees(f->options, f->trees_text, &why);
  f->trees_unknown = why != NULL;
  for (size_t i = 0; i < f->options->file_count; i++)
    f->trees_unknown |= fe_is_bitcode(f->options->files[i]);
}

bool fe_may_have(fe *f, LLVMValueRef function,
                 bool (*holds)(const fe_syntax_node *nodes, uint32_t declaration)) {
  LLVMMetadataRef program = LLVMGetSubprogram(function);
  const char *name = program ? fe_di_string(f, program, 2) : NULL;
  if (!f->trees_text) look(f);
  if (f->trees_unknown || !name) return true;
  for (size_t i = 0; i < arrlenu(f->trees); i++) {
    const fe_syntax_node *nodes = f->trees[i];
    for (uint32_t n = nodes[0].first; n; n = nodes[n].next)
      if (!strcmp(nodes[n].kind, "FunctionDecl") && has_name(&nodes[n], name) && holds(nodes, n))
        return true;
  }
  return false;
}

void fe_function_trees_close(fe *f) {
  fe_free_trees(f->trees);
  if (f->trees_text) az_arena_free(f->trees_text);
}
