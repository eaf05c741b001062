/* Whether the address of a local variable escapes. */
#ifndef ANSATZ_FRONTEND_GIVEN_AWAY_H
#define ANSATZ_FRONTEND_GIVEN_AWAY_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Into memory, a call or another variable? Not into a copy or a result. */
bool fe_is_given_away(LLVMValueRef address);
/* Does it escape by the end of the call, in the order of clang's instructions? */
bool fe_is_given_away_by(LLVMValueRef address, LLVMValueRef call);

#endif
