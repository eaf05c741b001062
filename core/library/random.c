/* stdlib.h: pseudo-random numbers of the linear congruential generator of 48 bits, which POSIX
 * defines exactly (drand48 and its kin): X' = (0x5DEECE66D X + 0xB) mod 2^48. Only what stands
 * there before the program has chosen a seed is left open. */
#include "contract.h"

typedef unsigned long long word;
typedef unsigned short three[3];

static const word modulus_less_1 = (1ull << 48) - 1;
static word state, factor = 0x5DEECE66Dull, summand = 0xB;
static _Bool is_seeded;
static three before;

/* The next state of the generator that starts at x. */
static word after(word x) {
  return (x * factor + summand) & modulus_less_1;
}

/* glibc starts at 0, which POSIX leaves open; an entry function may be called at any state. */
static word advance(void) {
  if (!is_seeded) __ansatz_unsupported("drand48 or its kin without a seed");
  return state = after(state);
}

static word joined(const three x) {
  return x[0] | (word)x[1] << 16 | (word)x[2] << 32;
}

static void split(word x, three to) {
  to[0] = (unsigned short)x;
  to[1] = (unsigned short)(x >> 16);
  to[2] = (unsigned short)(x >> 32);
}

/* Generators with a state of the caller's use the factor and summand that lcong48 may have set. */
static word advance_of(three x) {
  word next = after(joined(x));
  split(next, x);
  return next;
}

static double as_fraction(word x) {
  return (double)x * 0x1p-48;
}

static long as_natural(word x) {
  return (long)(x >> 17);
}

static long as_number(word x) {
  return (int)(unsigned)(x >> 16);
}

static void seed(word x) {
  split(state, before);
  state = x;
  factor = 0x5DEECE66Dull;
  summand = 0xB;
  is_seeded = 1;
}

void srand48(long x) {
  seed((word)(unsigned)x << 16 | 0x330E);
}

unsigned short *seed48(three x) {
  if (!is_seeded) __ansatz_unsupported("seed48 without a seed before it");
  if (x == before) __ansatz_unsupported("seed48 of what seed48 gave"); /* glibc restores nothing */
  seed(joined(x));
  return before;
}

void lcong48(unsigned short x[7]) {
  state = joined(x);
  factor = joined(x + 3);
  summand = x[6];
  is_seeded = 1;
}

double drand48(void) {
  return as_fraction(advance());
}

long lrand48(void) {
  return as_natural(advance());
}

long mrand48(void) {
  return as_number(advance());
}

double erand48(three x) {
  return as_fraction(advance_of(x));
}

long nrand48(three x) {
  return as_natural(advance_of(x));
}

long jrand48(three x) {
  return as_number(advance_of(x));
}
