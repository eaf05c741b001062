/* What the linker and the loader make of the program's symbols and sections. */
#ifndef ANSATZ_FRONTEND_LINKAGE_H
#define ANSATZ_FRONTEND_LINKAGE_H

#include "frontend/bitcode/build.h"

/* Before the translation: undefined weak symbols become null, and what the linker or the loader
 * does that is not read is recorded (fe_note_unread). */
void fe_link_symbols(fe_build *build);
/* Does assembly between functions name a function or variable that the program uses and does not
 * define? What that does, no counterexample can choose. */
bool fe_assembly_defines(const fe_build *build);
/* Is the property that the label ERROR is not reached? Then calls of an error function are put
 * there. Has anything changed? */
bool fe_asks_for_label(const fe_build *build);
bool fe_mark_labels(fe_build *build);
/* The property names one error function; another one is a function like any other. A property of
 * reach_error in a program that does not know it means __VERIFIER_error, if nothing defines that.
 */
void fe_choose_error(fe_build *build);
bool fe_is_error(const fe_build *build, const char *name);
/* The name by which the function, or one of the aliases behind its name, is an error function in
 * the program text or for the linker; NULL: it is none. */
const char *fe_error_name(const fe_build *build, LLVMValueRef function);
/* The function or variable that a name stands for, behind all aliases. */
LLVMValueRef fe_behind_aliases(LLVMValueRef global);

#endif
