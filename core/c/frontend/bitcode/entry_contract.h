/* What is said of the state in which a function is entered: an entry contract. */
#ifndef ANSATZ_FRONTEND_ENTRY_CONTRACT_H
#define ANSATZ_FRONTEND_ENTRY_CONTRACT_H

#include "frontend/bitcode/build.h"

/* The function that executions start with under a contract, and a mark in the names of the objects
 * that it makes. */
#define FE_CONTRACT_ENTRY "__ansatz_entry"
#define FE_CONTRACT_OBJECT "__ansatz_object"

/* The C text that, at the end of the file that `module` was compiled from, defines the entry; NULL:
 * the module does not define the function, or an error. */
const char *fe_contract_text(fe_build *build, LLVMModuleRef module);
/* The contract as the verdict names it; NULL: there is none. */
const char *fe_contract_name(const fe_build *build);

#endif
