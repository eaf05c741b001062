/* stdlib.h: random numbers of 48 bits (POSIX drand48), a linear congruential sequence. If the
 * program sets no start, the sequence begins as in glibc. */
#include "contract.h"

static unsigned short current[3], shown[3];
static unsigned long long factor = 0x5deece66d;
static unsigned short summand = 11;

static unsigned long long number_of(const unsigned short words[3]) {
  return words[0] | (unsigned long long)words[1] << 16 | (unsigned long long)words[2] << 32;
}

/* Returns the next number of the sequence, whose state is in the three words. */
static unsigned long long next(unsigned short words[3]) {
  unsigned long long n = (number_of(words) * factor + summand) & 0xffffffffffff;
  words[0] = (unsigned short)n;
  words[1] = (unsigned short)(n >> 16);
  words[2] = (unsigned short)(n >> 32);
  return n;
}

static void begin(unsigned short low, unsigned short middle, unsigned short high) {
  current[0] = low;
  current[1] = middle;
  current[2] = high;
  factor = 0x5deece66d;
  summand = 11;
}

double erand48(unsigned short words[3]) {
  return (double)next(words) / 281474976710656.0; /* 2^48 */
}

double drand48(void) {
  return (double)next(current) / 281474976710656.0;
}

long nrand48(unsigned short words[3]) {
  return (long)(next(words) >> 17);
}

long lrand48(void) {
  return (long)(next(current) >> 17);
}

long jrand48(unsigned short words[3]) {
  return (int)(unsigned)(next(words) >> 16);
}

long mrand48(void) {
  return (int)(unsigned)(next(current) >> 16);
}

void srand48(long seed) {
  begin(0x330e, (unsigned short)seed, (unsigned short)((unsigned long)seed >> 16));
}

unsigned short *seed48(unsigned short words[3]) {
  if (words == shown) /* restores the sequence in POSIX, but not in glibc */
    __ansatz_unsupported("seed48 of the result of seed48");
  for (int i = 0; i < 3; i++) shown[i] = current[i];
  begin(words[0], words[1], words[2]);
  return shown;
}

void lcong48(unsigned short words[7]) {
  for (int i = 0; i < 3; i++) current[i] = words[i];
  factor = number_of(words + 3);
  summand = words[6];
}
