/* Private to core/evidence/replay: what the program that runs (runtime/, which is linked into it)
 * and those who read its reports have in common. */
#ifndef ANSATZ_REPLAY_RUNTIME_H
#define ANSATZ_REPLAY_RUNTIME_H

#include "ansatz/random.h"

/* Reports: where and what. */
enum {
  NATIVE_FD = 198,  /* written to this descriptor ... */
  NATIVE_EXIT = 77, /* ... before ending with this status */
  NATIVE_DIVERGED = 255,
  NATIVE_ASSUMPTION = 254,
  NATIVE_STUB = 253,
  NATIVE_UNREACHABLE = 252,
  NATIVE_NO_EVENT = 251 /* the trace has no more inputs, and the run is to end there */
  /* below: an az_class whose check failed */
};
typedef struct native_report {
  uint32_t site, what;
  uint32_t
      call; /* in a model: the site of the program's call; all ones: in none, or by a pointer */
} native_report;

/* Inputs that are made up: what was asked for follows the report. */
enum {
  NATIVE_SEED_FD = 199,
  NATIVE_LOG = 1000000,   /* entries at most, then the run ends */
  NATIVE_LARGE = 16777216 /* memory above keeps what it has */
};
typedef struct native_entry {
  uint32_t site, bytes, flags;
  uint32_t call; /* as in a report */
} native_entry;

/* Flags of an input. From a trace: memory is zeroed first; there must be an event; it is new heap
 * memory, large pieces of which come zeroed. Made up: none: memory keeps what it has; a truth
 * value; a pointer, which is null. */
enum {
  NATIVE_ZEROED = 1,
  NATIVE_SINGLE = 2,
  NATIVE_HEAP = 4,
  NATIVE_TRUTH = 8,
  NATIVE_POINTER = 16
};

/* The next made-up number: of what size, and how often zero, says the seed. */
static inline uint64_t native_draw(uint64_t seed, uint64_t *state) {
  static const uint64_t masks[] = {1, 3, 15, 15, 1023, UINT64_MAX}, lows[] = {0, 0, 0, 8, 0, 0},
                        zeros[] = {1, 3, 15, 63};
  uint64_t kind = seed % 6, often = seed / 6 % 4;
  uint64_t a = az_random(state), b = az_random(state), c = az_random(state);
  uint64_t value = ((c ^ b << 20 ^ b << 33) & masks[kind]) - lows[kind];
  return a & zeros[often] ? value : 0;
}

/* The parts of memory of which the draws are: single values of up to eight bytes, else fours. */
static inline uint64_t native_unit(uint64_t bytes) {
  return bytes <= 8 ? bytes : 4;
}

static inline uint64_t native_mask(uint32_t flags) {
  return flags & NATIVE_POINTER ? 0 : flags & NATIVE_TRUTH ? 1 : UINT64_MAX;
}

#endif
