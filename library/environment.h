/* The environment of the models (environment.c), for getopt.c and locale.c. */
#ifndef ANSATZ_LIBRARY_ENVIRONMENT_H
#define ANSATZ_LIBRARY_ENVIRONMENT_H

/* Returns the value of a variable, or null. */
char *__ansatz_value_of(const char *name);

/* Returns whether the program has looked at, or set, one of the variables by which the environment
 * chooses the locale. If these models are not linked, the result is arbitrary. */
_Bool __ansatz_unknown_locale(void);

#endif
