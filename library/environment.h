/* The environment of the models (environment.c), for getopt.c and locale.c. */
#ifndef ANSATZ_LIBRARY_ENVIRONMENT_H
#define ANSATZ_LIBRARY_ENVIRONMENT_H

/* The value of a variable, or null. */
char *__ansatz_value_of(const char *name);

/* The environment chooses the locale: has the program looked at, or set, one of the variables that
 * say which? Where these models are not linked, nothing is known of it. */
_Bool __ansatz_unknown_locale(void);

#endif
