/* Private to core/evidence/replay: the interface between the runtime (runtime/), which is linked
 * into programs that run, and the readers of its reports. */
#pragma once

#include "ansatz/random.h"

/* A report consists of a site and a kind. */
enum {
  NATIVE_FD = 198,  /* reports are written to this descriptor ... */
  NATIVE_EXIT = 77, /* ... before ending with this status */
  NATIVE_DIVERGED = 255,
  NATIVE_ASSUMPTION = 254,
  NATIVE_STUB = 253,
  NATIVE_UNREACHABLE = 252,
  NATIVE_NO_EVENT = 251 /* the trace has no more inputs, so the run ends there */
  /* smaller numbers: the az_class of a failing check */
};
typedef struct native_report {
  uint32_t site, what;
  /* The site of the program's call that led into a model; all ones: none, or by pointer. */
  uint32_t call;
} native_report;

/* For random inputs: a log of the inputs that the run took follows the report. */
enum {
  NATIVE_SEED_FD = 199,
  NATIVE_LOG = 1000000, /* number of entries at which the run ends */
  NATIVE_PROPOSALS = 2000,
  NATIVE_LARGE = 16777216 /* larger memory keeps its content */
};
typedef struct native_entry {
  uint32_t site, bytes, flags;
  uint32_t call; /* as in a report */
} native_entry;

/* A value for an input, and how often the input takes it. */
typedef struct native_proposal {
  uint64_t value;
  uint32_t site, times;
} native_proposal;
typedef struct native_seed {
  uint64_t seed;
  uint64_t count;
  uint64_t constants; /* this many of the first proposals are for inputs at any site */
  native_proposal proposals[NATIVE_PROPOSALS]; /* in the order of execution */
} native_seed;

/* Flags of an input. Random memory without a flag keeps its content. */
enum {
  NATIVE_ZEROED = 1,  /* trace: memory is zeroed first */
  NATIVE_SINGLE = 2,  /* trace: an event is required */
  NATIVE_HEAP = 4,    /* trace: new memory on the heap, where large blocks are already zero */
  NATIVE_TRUTH = 8,   /* random: a truth value */
  NATIVE_POINTER = 16 /* random: a pointer; its value is null */
};

/* Returns the next random number. The seed determines its magnitude and how often it is zero. If
 * there are constants c, most numbers are c or c - 1 (the greatest x < c); half of these numbers
 * use the one constant that the seed determines. In memory of `bytes` bytes, zeros often end a
 * loop, so with some seeds it has none, or no byte that is zero. */
static inline uint64_t native_draw(const native_seed *from, uint64_t *state, uint64_t bytes) {
  static const uint64_t masks[] = {1, 3, 15, 15, 1023, UINT64_MAX}, lows[] = {0, 0, 0, 8, 0, 0},
                        zeros[] = {1, 3, 15, 63};
  uint64_t kind = from->seed % 6, often = from->seed / 6 % 4;
  uint64_t a = az_random(state), b = az_random(state), c = az_random(state);
  uint64_t value = ((c ^ b << 20 ^ b << 33) & masks[kind]) - lows[kind];
  uint64_t chosen = a >> 20 & 1 ? from->seed : b ^ c >> 9;
  if (from->constants && a >> 21 & 3)
    value = from->proposals[chosen % from->constants].value - (a >> 23 & 1);
  if (bytes > 8 && often == 1) {
    for (uint64_t byte = 255, one = 1; one && kind == 5; byte <<= 8, one <<= 8)
      if (!(value & byte)) value |= one;
    return value ? value : 1;
  }
  return a & zeros[often] ? value : 0;
}

/* Returns the size of the units in which memory is filled: single values of up to eight bytes are
 * one unit; other memory has units of four bytes. */
static inline uint64_t native_unit(uint64_t bytes) {
  return bytes <= 8 ? bytes : 4;
}

/* Returns the next value that is proposed for an input at this site, or the last one if none is
 * left; NULL: there is no proposal. */
static inline const uint64_t *native_proposed(native_seed *s, uint32_t site) {
  native_proposal *found = 0;
  for (uint64_t i = s->constants; i < s->count && !(found && found->times); i++)
    if (s->proposals[i].site == site) found = &s->proposals[i];
  if (found && found->times) found->times--;
  return found ? &found->value : 0;
}

static inline uint64_t native_mask(uint32_t flags) {
  return flags & NATIVE_POINTER ? 0 : flags & NATIVE_TRUTH ? 1 : UINT64_MAX;
}
