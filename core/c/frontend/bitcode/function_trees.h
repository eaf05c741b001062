/* Questions that clang's syntax trees answer. */
#pragma once

#include "frontend/bitcode/build.h"
#include "frontend/source/syntax_tree.h"

/* ---- dumped_trees.c: the syntax trees of a program's C files -------------------------------- */

bool fe_is_bitcode(const char *file);

/* Returns the trees of the C files (stb_ds, also each tree; fe_free_trees), with strings in `text`.
 * *why: NULL, or why a tree is missing, in `text`; the result then has the trees before it. */
fe_syntax_node **fe_dump_trees(const az_frontend_options *options, az_arena *text,
                               const char **why);
void fe_free_trees(fe_syntax_node **trees);

/* ---- function_trees.c: the syntax tree of a function that is being translated -------------- */

typedef struct fe_function_trees { /* zero: not requested yet */
  fe_syntax_node **of_file;        /* stb_ds */
  az_arena *text;                  /* of the trees */
  bool unknown;                    /* some tree is missing */
} fe_function_trees;

/* Returns whether `holds` is true of a function named like `function`, or a tree is missing. */
bool fe_may_have(fe_function_trees *trees, const fe_build *build, LLVMValueRef function,
                 bool (*holds)(const fe_syntax_node *nodes, uint32_t declaration));
void fe_function_trees_close(fe_function_trees *trees);
