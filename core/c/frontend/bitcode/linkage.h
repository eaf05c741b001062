/* The effects of the linker and the loader on the program's symbols and sections. */
#pragma once

#include "frontend/bitcode/build.h"

/* Replaces undefined weak symbols by null, before the translation. Records effects of the linker
 * and the loader that are not modelled (fe_note_unread). */
void fe_link_symbols(fe_build *build);
/* Returns whether assembly between functions names a function or variable that the program uses but
 * does not define. No counterexample can choose the effect of such a definition. */
bool fe_assembly_defines(const fe_build *build);
/* Returns whether the property is that the label ERROR is not reached. fe_mark_labels then inserts
 * calls of an error function there, and returns whether the module has changed. */
bool fe_asks_for_label(const fe_build *build);
bool fe_mark_labels(fe_build *build);
/* Chooses the error function. The property names one; all other functions are ordinary. If a
 * property names reach_error and the program has no such name, __VERIFIER_error is meant, unless it
 * is defined. */
void fe_choose_error(fe_build *build);
bool fe_is_error(const fe_build *build, const char *name);
/* Returns the name under which the function, or one of its aliases, is an error function in the
 * program text or for the linker; NULL if it is none. */
const char *fe_error_name(const fe_build *build, LLVMValueRef function);
/* Returns the function or variable that a name denotes after all aliases are resolved. */
LLVMValueRef fe_behind_aliases(LLVMValueRef global);
