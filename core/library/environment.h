/* The environment of the models (environment.c), for getopt.c. */
#ifndef ANSATZ_LIBRARY_ENVIRONMENT_H
#define ANSATZ_LIBRARY_ENVIRONMENT_H

/* The value of a variable, or null. */
char *__ansatz_value_of(const char *name);

#endif
