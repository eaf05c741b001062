/* C as text, for those who read it before, or beside, a compiler: what is no code, and literals. */
#ifndef ANSATZ_FRONTEND_C_TEXT_H
#define ANSATZ_FRONTEND_C_TEXT_H

/* Each returns the place behind what begins at `at`, or NULL if that does not begin there: a
 * backslash that continues a line (clang allows blanks behind it), a comment (a line comment ends
 * before its newline), a string or a character (one that is not closed ends before the newline). */
const char *fe_behind_splice(const char *at);
const char *fe_behind_comment(const char *at);
const char *fe_behind_literal(const char *at);

#endif
