/* math.h: the functions that are exact by their definition (IEEE 754, C17 7.12 and annex F), in
 * float, double and long double (the x87's). Functions that round to an integer, and fabs, fmin,
 * copysign and the like, are intrinsics of LLVM. */
#include "contract.h"

#ifndef MODEL /* a test gives the models other names */
#define MODEL(name) name
#endif

/* ---- parts of a value ---- */

/* The fraction excludes the leading bit, whether the format stores it (x87) or not. */
#define PARTS(type, suffix, bits, fraction_bits, exponent_max)                                     \
  static int exponent##suffix(type x) {                                                            \
    union {                                                                                        \
      type value;                                                                                  \
      bits all;                                                                                    \
    } u = {x};                                                                                     \
    return (int)(u.all >> fraction_bits & exponent_max);                                           \
  }                                                                                                \
  static unsigned long long fraction##suffix(type x) {                                             \
    union {                                                                                        \
      type value;                                                                                  \
      bits all;                                                                                    \
    } u = {x};                                                                                     \
    return u.all & (((bits)1 << fraction_bits) - 1);                                               \
  }                                                                                                \
  static type make##suffix(_Bool negative, int exponent, unsigned long long fraction) {            \
    union {                                                                                        \
      bits all;                                                                                    \
      type value;                                                                                  \
    } u = {(bits)negative << (8 * sizeof(bits) - 1) | (bits)exponent << fraction_bits |            \
           (bits)fraction};                                                                        \
    return u.value;                                                                                \
  }                                                                                                \
  static _Bool negative##suffix(type x) {                                                          \
    union {                                                                                        \
      type value;                                                                                  \
      bits all;                                                                                    \
    } u = {x};                                                                                     \
    return u.all >> (8 * sizeof(bits) - 1);                                                        \
  }

PARTS(float, f, unsigned, 23, 0xff)
PARTS(double, , unsigned long long, 52, 0x7ff)

typedef union {
  long double value;
  struct {
    unsigned long long significand;
    unsigned short top;
  };
} extended;

static int exponentl(long double x) {
  extended u = {x};
  return u.top & 0x7fff;
}

static unsigned long long fractionl(long double x) {
  extended u = {x};
  return u.significand & ~(1ull << 63);
}

static long double makel(_Bool negative, int exponent, unsigned long long fraction) {
  extended u;
  u.significand = (unsigned long long)(exponent != 0) << 63 | fraction;
  u.top = (unsigned short)(exponent | negative << 15);
  return u.value;
}

static _Bool negativel(long double x) {
  extended u = {x};
  return u.top >> 15;
}

/* ---- the functions ---- */

#define REALS(T, s)                                                                                \
  T REAL(fmod##s)(T, T);                                                                           \
  T REAL(remainder##s)(T, T);                                                                      \
  long REAL(lround##s)(T);                                                                         \
  long long REAL(llround##s)(T);                                                                   \
  long REAL(lrint##s)(T);                                                                          \
  long long REAL(llrint##s)(T);
REALS(float, f)
REALS(double, )
REALS(long double, l)

#define T long double
#define NAME(name) name##l
#define FRACTION 63
#define BIAS 16383
#define SCALE 0x1p65L
#define WIDE long double
#define WNAME(name) name##l
#define DIGITS 1
#include "math_of_type.h"

#define T double
#define NAME(name) name
#define FRACTION 52
#define BIAS 1023
#define SCALE 0x1p54
#define WIDE long double
#define WNAME(name) name##l
#define DIGITS 11
#include "math_of_type.h"

#define T float
#define NAME(name) name##f
#define FRACTION 23
#define BIAS 127
#define SCALE 0x1p25f
#define WIDE double
#define WNAME(name) name
#define DIGITS 29
#include "math_of_type.h"
