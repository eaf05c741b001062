/* Reads SMT-LIB 2.6 expressions, as print_smt2.c writes them, back into terms. */
#ifndef AZ_CERTIFY_READ_SMT2_H
#define AZ_CERTIFY_READ_SMT2_H

#include "ansatz/term.h"

/* The term that a symbol stands for; AZ_NO_TERM: there is none. */
typedef az_term (*az_smt2_symbol)(void *ctx, const char *name);

/* AZ_NO_TERM and err (AZ_ERR_INPUT) where the text is no expression of the operators that the
 * printer writes, over symbols that `symbol` knows, with operands of fitting sorts. Nothing of the
 * text is taken for granted: it may come from anybody. */
az_term az_read_smt2(az_store *store, const char *text, az_smt2_symbol symbol, void *ctx,
                     az_error *err);

#endif
