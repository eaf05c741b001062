/* The syntax trees of a program's C files. */
#ifndef ANSATZ_FRONTEND_DUMPED_TREES_H
#define ANSATZ_FRONTEND_DUMPED_TREES_H

#include "frontend/bitcode/build.h"
#include "frontend/source/syntax_tree.h"

bool fe_is_bitcode(const char *file);

/* One a file that is C (stb_ds, as its elements; fe_free_trees); what they name is in `text`.
 * `why`: what could not be had, in `text` (NULL: nothing); the trees are those before it. */
fe_syntax_node **fe_dump_trees(const az_frontend_options *options, az_arena *text,
                               const char **why);
void fe_free_trees(fe_syntax_node **trees);

#endif
