/* Comments, literals and continued lines in the text of C. */
#ifndef ANSATZ_FRONTEND_C_TEXT_H
#define ANSATZ_FRONTEND_C_TEXT_H

/* Each returns the place behind the element at `at`, or NULL if there is none: a backslash that
 * continues a line (clang allows blanks behind it), a comment (a line comment ends before its
 * newline), a string or a character (one that is not closed ends before the newline). */
const char *fe_behind_splice(const char *at);
const char *fe_behind_comment(const char *at);
const char *fe_behind_literal(const char *at);

#endif
