/* What facts mean (ansatz/facts.h), value by value. */
#ifndef AZ_TEST_FACTS_ADMIT_H
#define AZ_TEST_FACTS_ADMIT_H

#include "ansatz/facts.h"

static inline bool facts_admit(const az_facts *f, az_wide value) {
  return !f->none && f->least <= value && value <= f->greatest &&
         (f->modulus <= 1 || (value - f->rest) % f->modulus == 0);
}

#endif
