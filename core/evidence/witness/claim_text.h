/* Claims about the state at a loop head as C over the program's variables, for those outside this
 * program who read them. */
#ifndef AZ_WITNESS_CLAIM_TEXT_H
#define AZ_WITNESS_CLAIM_TEXT_H

#include "cutpoint/cutpoint.h"

typedef struct az_claim_text {
  const char *text;  /* NULL: it has none */
  const char *other; /* then: what it speaks of, "pointers", "arrays"; a static string */
  uint32_t *objects; /* stb_ds: of the program, whose names are in the text */
} az_claim_text;

/* Of a claim over the canonical state, where the view's guard holds: standard C without undefined
 * behaviour, over scalars of named objects. In `arena`. */
az_claim_text az_cuts_claim_text(const az_cuts *cuts, uint32_t view, az_term claim,
                                 az_arena *arena);

#endif
