/* Pseudo-random numbers that depend on the seed alone: Knuth's linear congruential generator for
 * MMIX (The Art of Computer Programming, vol. 2, 3.3.4). */
#ifndef ANSATZ_RANDOM_H
#define ANSATZ_RANDOM_H

#include <stdint.h>

/* Returns 31 bits; the initial state is the seed. */
static inline uint32_t az_random(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 33);
}

static inline uint32_t az_random_below(uint64_t *state, uint32_t bound) {
  return az_random(state) % bound;
}

#endif
