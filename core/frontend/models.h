/* Library functions as C text. */
#ifndef ANSATZ_FRONTEND_MODELS_H
#define ANSATZ_FRONTEND_MODELS_H

#include <stddef.h>

/* C text of the library functions among `undefined` that have a model, and of what these need;
 * NULL: none. The caller frees it. */
char *fe_models(const char *const *undefined, size_t count);

#endif
