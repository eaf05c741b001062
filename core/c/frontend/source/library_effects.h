/* What a call of a function without a body reads and writes, by its name. */
#ifndef ANSATZ_FRONTEND_LIBRARY_EFFECTS_H
#define ANSATZ_FRONTEND_LIBRARY_EFFECTS_H

#include "frontend/source/effect_sets.h"

typedef struct fe_library_call {
  const char *name;
  bool has_pointer;    /* among the arguments */
  const char *literal; /* a string literal among them, or NULL */
} fe_library_call;

/* `unreach`: the property is about error functions and assertions. `errno_used`: the program
 * looks at errno. `calls_back`: it may call any function that a pointer leads to. */
fe_effects fe_library_effects(const fe_library_call *c, bool unreach, bool errno_used,
                              bool *calls_back);

#endif
