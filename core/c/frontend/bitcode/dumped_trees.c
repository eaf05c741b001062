/* Compiles the program's C files a second time, for their syntax trees. */
#include "frontend/bitcode/function_trees.h"
#include "frontend/bitcode/clang.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool fe_is_bitcode(const char *file) {
  size_t n = strlen(file);
  return n > 2 && !strcmp(file + n - 3, ".bc");
}

/* Returns the whole file, in the arena; NULL if it cannot be read. */
static char *content(az_arena *arena, const char *path) {
  FILE *in = fopen(path, "rbe");
  if (!in) return NULL;
  struct stat st;
  char *text = NULL;
  if (fstat(fileno(in), &st) == 0) {
    size_t size = (size_t)st.st_size;
    text = az_arena_alloc(arena, size + 1);
    if (fread(text, 1, size, in) != size) text = NULL;
  }
  fclose(in);
  return text;
}

/* Returns the tree of a file; NULL if there is none. */
static fe_syntax_node *tree_of(fe_build *build, uint32_t file, az_arena *text) {
  const char *path = fe_compile(build, build->options->files[file], file, NULL);
  char *dump = path ? content(text, path) : NULL;
  return dump ? fe_read_syntax(dump) : NULL;
}

fe_syntax_node **fe_dump_trees(const az_frontend_options *options, az_arena *text,
                               const char **why) {
  az_frontend_options own = *options;
  own.work_folder = az_arena_printf(text, "%s/trees", options->work_folder);
  mkdir(own.work_folder, 0777);
  az_error error = {0};
  fe_build build = fe_build_open(&own, text, &error);
  build.dumps_syntax = true;
  fe_syntax_node **trees = NULL;
  *why = NULL;
  for (uint32_t i = 0; !*why && i < own.file_count; i++) {
    if (fe_is_bitcode(own.files[i])) continue;
    fe_syntax_node *tree = tree_of(&build, i, text);
    if (tree) arrput(trees, tree);
    if (!tree)
      *why =
          az_arena_printf(text, "%s: %s", own.files[i],
                          error.status ? error.message : "clang's syntax tree is not understood");
  }
  fe_build_close(&build);
  return trees;
}

void fe_free_trees(fe_syntax_node **trees) {
  for (size_t i = 0; i < arrlenu(trees); i++) arrfree(trees[i]);
  arrfree(trees);
}
