/* See precondition.c. */
#ifndef AZ_TERMINATION_PRECONDITION_H
#define AZ_TERMINATION_PRECONDITION_H

#include "kiki/portfolio.h"
#include "termination/entry_condition.h"

/* The query of the search: decides whether every execution of the program ends. */
typedef az_verdict (*az_precondition_query)(void *ctx, const az_program *p, double cpu_end,
                                            az_error *err);

/* The condition as a term over entry inputs. */
typedef struct az_precondition_term {
  az_term holds;
  az_entry_input *inputs; /* stb_ds */
} az_precondition_term;

/* Finds a condition for a program whose entry state is arbitrary. Texts live in the arena of the
 * program. `term`: NULL, or it gets the condition, if one is found; the caller frees its inputs. */
az_precondition az_precondition_find(const az_program *p, az_precondition_query ends, void *ctx,
                                     double cpu_end, az_precondition_term *term, az_error *err);

#endif
