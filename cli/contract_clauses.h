/* Clauses of entry contracts as text: options, and comments beside a function. */
#ifndef ANSATZ_CLI_CONTRACT_CLAUSES_H
#define ANSATZ_CLI_CONTRACT_CLAUSES_H

#include "cli/task_options.h"

/* NAME[...], where the name may be that of a member? */
bool az_clause_is_buffer(const char *text);
/* The clause that `word` ("valid", "maybe-null") makes of the text; false: there is none. */
bool az_clause_of(const char *word, const char *text, az_contract_clause *clause);
/* The option that gives a clause of the kind: "--valid". */
const char *az_clause_option(az_contract_kind kind);

/* Adds the clauses that comments say of --function's function, where it is defined or declared, in
 * the files and in what they include of their own:
 *
 *   slash-star @ ansatz: valid b->p[b->len]; assume b->len <= 8 star-slash */
az_status az_contract_comments(az_task_options *o, az_error *err);

#endif
