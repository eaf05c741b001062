/* Arithmetic on facts over the mathematical integers, for the parts of facts.h. */
#pragma once

#include "ansatz/facts.h"

az_facts az_facts_between(az_wide least, az_wide greatest); /* none if least > greatest */
/* Meets the facts with "r modulo m"; if m = 0, with the value r. */
az_facts az_facts_congruent(az_facts f, az_wide m, az_wide r);
az_facts az_facts_plus(az_facts a, az_facts b);
az_facts az_facts_minus(az_facts a);
az_facts az_facts_times(az_facts a, az_facts b);
/* Returns the facts about the number of `bits` bits that is congruent modulo 2^bits. */
az_facts az_facts_wrapped(az_facts f, uint32_t bits, bool is_signed);
