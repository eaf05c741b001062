/* Comments, literals, continued lines and words in the text of C. */
#ifndef ANSATZ_FRONTEND_C_TEXT_H
#define ANSATZ_FRONTEND_C_TEXT_H

#include <stdbool.h>

/* Each returns the place behind the element at `at`, or NULL if there is none: a backslash that
 * continues a line (clang allows blanks behind it), a comment (a line comment ends before its
 * newline), a string or a character (one that is not closed ends before the newline). */
const char *fe_behind_splice(const char *at);
const char *fe_behind_comment(const char *at);
const char *fe_behind_literal(const char *at);
bool fe_in_word(char c);
/* Returns the next place of the word in the text from `at` on, or NULL. */
const char *fe_find_word(const char *text, const char *at, const char *word);

#endif
