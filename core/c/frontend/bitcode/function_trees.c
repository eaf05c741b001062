/* Syntax trees of the program's files, for properties of functions that bitcode does not show. The
 * compiler writes them when the first question is asked. */
#include "frontend/bitcode/function_trees.h"
#include "frontend/bitcode/debug_info.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Returns whether the function has the name, which is the word before its type. */
static bool has_name(const fe_syntax_node *function, const char *name) {
  const char *end = strchr(function->text, '\'');
  size_t length = strlen(name);
  while (end && end > function->text && end[-1] == ' ') end--;
  if (!end || (size_t)(end - function->text) < length || strncmp(end - length, name, length) != 0)
    return false;
  return end - length == function->text || end[-1 - (ptrdiff_t)length] == ' ';
}

static void look(fe_function_trees *trees, const az_frontend_options *options) {
  const char *why = NULL;
  trees->text = az_arena_new();
  trees->of_file = fe_dump_trees(options, trees->text, &why);
  trees->unknown = why != NULL;
  for (size_t i = 0; i < options->file_count; i++)
    trees->unknown |= fe_is_bitcode(options->files[i]);
}

bool fe_may_have(fe_function_trees *trees, const fe_build *build, LLVMValueRef function,
                 bool (*holds)(const fe_syntax_node *nodes, uint32_t declaration)) {
  LLVMMetadataRef program = LLVMGetSubprogram(function);
  const char *name = program ? fe_di_string(build, program, 2) : NULL;
  if (!trees->text) look(trees, build->options);
  if (trees->unknown || !name) return true;
  for (size_t i = 0; i < arrlenu(trees->of_file); i++) {
    const fe_syntax_node *nodes = trees->of_file[i];
    for (uint32_t n = nodes[0].first; n; n = nodes[n].next)
      if (!strcmp(nodes[n].kind, "FunctionDecl") && has_name(&nodes[n], name) && holds(nodes, n))
        return true;
  }
  return false;
}

void fe_function_trees_close(fe_function_trees *trees) {
  fe_free_trees(trees->of_file);
  if (trees->text) az_arena_free(trees->text);
}
