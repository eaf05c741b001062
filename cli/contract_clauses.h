/* Clauses of entry contracts as text: from options, and from comments before a function. */
#ifndef ANSATZ_CLI_CONTRACT_CLAUSES_H
#define ANSATZ_CLI_CONTRACT_CLAUSES_H

#include "cli/task_options.h"

/* Returns whether the text is NAME[...], where NAME may name a member. */
bool az_clause_is_buffer(const char *text);
/* Makes a clause of the kind `word` ("valid", "maybe-null") from the text. Returns false if the
 * text is not such a clause. */
bool az_clause_of(const char *word, const char *text, az_contract_clause *clause);
/* Returns the option for a clause of the kind: "--valid". */
const char *az_clause_option(az_contract_kind kind);

/* Adds the clauses from comments at declarations and definitions of --function's function, in the
 * files of the task and in the files that these include by "NAME":
 *
 *   slash-star @ ansatz: valid b->p[b->len]; assume b->len <= 8 star-slash */
az_status az_contract_comments(az_task_options *o, az_error *err);
/* Returns all clauses as text for the verdict, in the arena of the results; NULL if there are
 * none. */
const char *az_contract_name(const az_task_options *o);

#endif
