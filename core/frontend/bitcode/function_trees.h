/* Questions about the syntax tree of a function that is being translated. */
#ifndef ANSATZ_FRONTEND_FUNCTION_TREES_H
#define ANSATZ_FRONTEND_FUNCTION_TREES_H

#include "frontend/state.h"
#include "frontend/source/syntax_tree.h"

/* Does it hold of a function with the name that this one has in C? True as well if a tree cannot be
 * had. */
bool fe_may_have(fe *f, LLVMValueRef function,
                 bool (*holds)(const fe_syntax_node *nodes, uint32_t declaration));
void fe_function_trees_close(fe *f);

#endif
