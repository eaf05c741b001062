/* The tokens of a C file as they stand in it, before macros are expanded, and their brackets. */
#ifndef ANSATZ_FRONTEND_SOURCE_TOKENS_H
#define ANSATZ_FRONTEND_SOURCE_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum fe_token_kind { FE_WORD, FE_NUMBER, FE_CHARACTER, FE_TEXT, FE_MARK } fe_token_kind;

typedef struct fe_token {
  const char *at;
  uint32_t length, line, column; /* the latter from 1 */
  uint32_t match;                /* of a bracket: the other one; else itself */
  uint32_t around;               /* the opening bracket that it stands in; FE_NO_TOKEN: none */
  fe_token_kind kind;
  uint32_t macro; /* of a word that is a macro, but for plain constants: 1 + its number */
} fe_token;

typedef struct fe_macro {
  fe_token name;
  fe_token *body; /* stb_ds; NULL: there are several, or it is empty */
} fe_macro;

typedef struct fe_source {
  fe_token *tokens; /* stb_ds */
  fe_macro *macros; /* that the file defines; stb_ds */
} fe_source;

enum { FE_NO_TOKEN = UINT32_MAX };

/* The tokens of the text, which outlives them. False: the text has something that hides its
 * structure from one who does not expand macros: files of its own that it includes, lines that are
 * continued, conditional parts of functions, macros with unequal brackets or statement expressions.
 * fe_source_free in any case. */
bool fe_read_source(fe_source *source, const char *text);
void fe_source_free(fe_source *source);

bool fe_token_is(const fe_token *t, const char *spelling);
/* The token that begins there, FE_NO_TOKEN: none does. */
uint32_t fe_token_at(const fe_token *tokens, uint32_t line, uint32_t column);

#endif
