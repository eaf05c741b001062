/* Claims about the state at a loop head as C over the program's variables, for other tools. */
#ifndef AZ_WITNESS_CLAIM_TEXT_H
#define AZ_WITNESS_CLAIM_TEXT_H

#include "cutpoint/cutpoint.h"

typedef struct az_claim_text {
  const char *text;  /* NULL: no C expression */
  const char *other; /* else the obstacle: "pointers", "arrays"; a static string */
  uint32_t *objects; /* stb_ds: of the program, those named in the text */
} az_claim_text;

/* Returns the text of a claim over the canonical state under the view's guard: standard C without
 * undefined behaviour, over scalars of named objects. Allocated in `arena`. */
az_claim_text az_cuts_claim_text(const az_cuts *cuts, uint32_t view, az_term claim,
                                 az_arena *arena);

#endif
