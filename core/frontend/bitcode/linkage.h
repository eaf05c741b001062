/* What the linker and the loader make of the program's symbols and sections. */
#ifndef ANSATZ_FRONTEND_LINKAGE_H
#define ANSATZ_FRONTEND_LINKAGE_H

#include "frontend/state.h"

/* Before the translation: undefined weak symbols become null, and what the linker or the loader
 * does that is not read is recorded (fe_unread). */
void fe_link_symbols(fe *f);
/* The property names one error function; another one is a function like any other. A property of
 * reach_error in a program that does not know it means __VERIFIER_error, if nothing defines that.
 */
void fe_choose_error(fe *f);
bool fe_is_error(const fe *f, const char *name);
/* The name by which the function, or one of the aliases behind its name, is an error function in
 * the program text or for the linker; NULL: it is none. */
const char *fe_error_name(fe *f, LLVMValueRef function);
/* The function or variable that a name stands for, behind all aliases. */
LLVMValueRef fe_behind_aliases(LLVMValueRef global);

#endif
