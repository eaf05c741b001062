/* Inline functions (C17 6.7.4) that several files define. */
#ifndef ANSATZ_FRONTEND_INLINE_H
#define ANSATZ_FRONTEND_INLINE_H

#include "frontend/bitcode/build.h"

/* What `inline` stands for where several files are compiled: clang leaves a mark in the bitcode
 * that has no other meaning here. */
#define FE_INLINE_MARK "__attribute__((disable_tail_calls))"

/* Before `other` is linked into build->module: of two definitions of an inline function one is
 * kept. False: they differ, and C does not say which one a call takes. */
bool fe_keep_one_inline(fe_build *build, LLVMModuleRef other, const char *file);
/* Removes the marks. */
void fe_forget_inline(fe_build *build);

#endif
