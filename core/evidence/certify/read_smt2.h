/* Reads SMT-LIB 2.6 expressions, in the form that print_smt2.c writes, as terms. */
#pragma once

#include "ansatz/term.h"

/* Returns the term of a symbol, or AZ_NO_TERM if there is none. */
typedef az_term (*az_smt2_symbol)(void *ctx, const char *name);

/* Returns AZ_NO_TERM and sets err (AZ_ERR_INPUT) unless the text is an expression of operators that
 * the printer writes, over symbols that `symbol` finds, with operands of suitable sorts. The text
 * is not trusted: anyone may have written it. */
az_term az_read_smt2(az_store *store, const char *text, az_smt2_symbol symbol, void *ctx,
                     az_error *err);
