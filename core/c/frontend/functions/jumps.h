/* setjmp and longjmp (C17 7.13). A longjmp notes where it goes and returns; behind each call that
 * may be left so, the function returns as well, or goes on at its setjmp. */
#ifndef ANSATZ_FRONTEND_JUMPS_H
#define ANSATZ_FRONTEND_JUMPS_H

#include "frontend/statements/function_state.h"

/* Looks at the program; where it has nothing of the kind, or uses it in ways that are not
 * understood, the functions below do nothing. */
void fe_find_jumps(fe *f);
void fe_forget_jumps(fe *f);
bool fe_is_of_jumps(const az_object *o); /* one of the globals that note a jump */
/* Is the function cut somewhere? */
bool fx_is_cut(const fx *x);
/* At the start of the function, with its blocks. */
void fx_begin_jumps(fx *x);
/* Translates a call of setjmp or longjmp; false: it is none. */
bool fx_jump(fx *x, LLVMValueRef call);
/* Behind a call that was translated. */
void fx_behind_call(fx *x, LLVMValueRef call);
/* Behind a call that nothing else calls: no function on the way out has taken a longjmp. */
void fx_refuse_jump(fx *x);

#endif
