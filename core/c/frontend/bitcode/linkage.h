/* The effects of the linker and the loader on the program's symbols and sections. */
#pragma once

#include "frontend/bitcode/build.h"

/* Replaces undefined weak symbols by null, before the translation, and records effects of the
 * linker and the loader that are not read (fe_note_unread). */
void fe_link_symbols(fe_build *build);
/* Returns whether assembly between functions names a function or variable that the program uses and
 * does not define. No counterexample can choose the effect of such a definition. */
bool fe_assembly_defines(const fe_build *build);
/* Returns whether the property is that the label ERROR is not reached. fe_mark_labels then puts
 * calls of an error function there, and returns whether the module has changed. */
bool fe_asks_for_label(const fe_build *build);
bool fe_mark_labels(fe_build *build);
/* Chooses the error function. The property names one, and all others are functions like any other.
 * A property of reach_error in a program without that name means __VERIFIER_error, unless something
 * defines that. */
void fe_choose_error(fe_build *build);
bool fe_is_error(const fe_build *build, const char *name);
/* Returns the name by which the function, or one of its aliases, is an error function in the
 * program text or for the linker; NULL if it is not an error function. */
const char *fe_error_name(const fe_build *build, LLVMValueRef function);
/* Returns the function or variable that a name stands for, behind all aliases. */
LLVMValueRef fe_behind_aliases(LLVMValueRef global);
