/* The functions of math.h whose results IEEE 754 and C17 annex F define exactly, for one
 * floating-point type. errno is set as in glibc. The file that includes this one defines
 *
 *   T, NAME(f)      the type; f with its suffix
 *   FRACTION, BIAS  the number of bits of the fraction, and the bias of the exponent
 *   SCALE           2^(FRACTION + 2)
 *   WIDE, WNAME(f)  a type for products of a T and a number of DIGITS bits; f with its suffix
 *
 * and for both types, functions for the parts of a value: NAME(exponent), NAME(fraction),
 * NAME(negative), and NAME(make), which puts them together. */

#define IS_NAN(x) __builtin_isnan(x)
#define IS_FINITE(x) __builtin_isfinite(x)
#define EXPONENT_MAX (2 * BIAS + 1)

/* Computes x modulo y for 0 < y <= x, both finite. Each round takes so few bits of the quotient
 * that their product with y is exact. */
static T NAME(modulo)(T x, T y) {
  WIDE rest = x, divisor = y;
  if (x - y < y) return x - y;
  if (NAME(fraction)(y) == 0 && NAME(exponent)(y) > 0 && IS_FINITE(x / y))
    return x - y * NAME(__builtin_trunc)(x / y); /* y is a power of two: all of this is exact */
  while (rest >= divisor) {
    int at = WNAME(exponent)(divisor), shift = WNAME(exponent)(rest) - at - DIGITS + 1;
    WIDE step = shift > 0 ? WNAME(make)(0, at + shift, WNAME(fraction)(divisor)) : divisor;
    if (step > rest) step = WNAME(make)(0, at + shift - 1, WNAME(fraction)(divisor));
    rest -= step * WNAME(__builtin_trunc)(rest / step);
    if (rest < 0) rest += step; /* the quotient was rounded up */
  }
  return (T)rest;
}

/* Computes |x| modulo |y|, for finite x and y other than 0. The assumption follows from the
 * arithmetic, but is hard to find for a solver. */
static T NAME(modulo_of_sizes)(T x, T y) {
  T a = NAME(__builtin_fabs)(x), b = NAME(__builtin_fabs)(y), rest;
  if (a < b) return a;
  if (NAME(exponent)(y) == 0 && sizeof(T) == sizeof(WIDE)) /* y would be subnormal in WIDE, too */
    rest = REAL(NAME(fmod))(a, b);
  else
    rest = NAME(modulo)(a, b);
  __ansatz_assume(rest >= 0 && rest < b);
  return rest;
}

T MODEL(NAME(fmod))(T x, T y) {
  if (IS_NAN(x) || IS_NAN(y)) return x + y;
  if (!IS_FINITE(x) || y == 0) {
    errno = EDOM;
    return (T)__builtin_nan("");
  }
  if (!IS_FINITE(y)) return x;
  return NAME(__builtin_copysign)(NAME(modulo_of_sizes)(x, y), x);
}

/* Computes IEEE 754's remainder, from x modulo 2 * y. If two multiples of y are equally near, the
 * even one is chosen. */
static T NAME(nearest)(T x, T y) {
  if (IS_NAN(x) || IS_NAN(y)) return x + y;
  if (!IS_FINITE(x) || y == 0) {
    errno = EDOM;
    return (T)__builtin_nan("");
  }
  if (!IS_FINITE(y)) return x;
  T a = NAME(__builtin_fabs)(x), b = NAME(__builtin_fabs)(y);
  if (IS_FINITE(b + b)) a = NAME(modulo_of_sizes)(a, b + b);
  if (b < 1 ? a + a > b : a > b / 2) {
    a -= b;
    if (b < 1 ? a + a >= b : a >= b / 2) a -= b;
  }
  __ansatz_assume(NAME(__builtin_fabs)(a) <= b / 2);
  if (a == 0 && sizeof(T) == sizeof(double) &&
      NAME(exponent)(y) < 128) { /* for tiny y glibc loses the sign */
    T zero = REAL(NAME(remainder))(x, y);
    __ansatz_assume(zero == 0);
    return zero;
  }
  return NAME(negative)(x) ? -a : a;
}

T MODEL(NAME(remainder))(T x, T y) {
  return NAME(nearest)(x, y);
}

T MODEL(NAME(drem))(T x, T y) {
  return NAME(nearest)(x, y);
}

/* Stores the quotient that belongs to the remainder, modulo 8 and with its sign. */
T MODEL(NAME(remquo))(T x, T y, int *quotient) {
  T a = NAME(__builtin_fabs)(x), b = NAME(__builtin_fabs)(y);
  int q = 0;
  *quotient = 0;
  if (IS_FINITE(x) && IS_FINITE(y) && y != 0) {
    if (IS_FINITE(8 * b)) a = NAME(modulo_of_sizes)(a, 8 * b);
    for (int k = 4; k; k /= 2) {
      if (!IS_FINITE(k * b) || a < k * b) continue;
      a -= k * b;
      q += k;
    }
    if (b < 1 ? a + a > b : a > b / 2)
      q++;
    else if (b < 1 ? a + a == b : a == b / 2)
      q += q & 1;
    *quotient = NAME(negative)(x) == NAME(negative)(y) ? q & 7 : -(q & 7);
  }
  return NAME(nearest)(x, y);
}

/* The code between these pragmas follows the direction that fesetround sets; other code is written
 * for rounding to nearest. */
#ifdef __clang__
#pragma STDC FENV_ACCESS ON
#endif

T MODEL(NAME(sqrt))(T x) {
  if (x < 0) errno = EDOM;
  return NAME(__builtin_sqrt)(x);
}

T MODEL(NAME(fdim))(T x, T y) {
  if (x <= y) return 0;
  T difference = x - y;
  if (!IS_NAN(difference) && !IS_FINITE(difference) && IS_FINITE(x) && IS_FINITE(y)) errno = ERANGE;
  return difference;
}

/* The tag is read. It determines bits that no comparison shows. */
T MODEL(NAME(nan))(const char *tag) {
  while (*tag) tag++;
  return (T)__builtin_nan("");
}

/* ---- parts ---- */

T MODEL(NAME(modf))(T x, T *whole) {
  T t = *whole = NAME(__builtin_trunc)(x);
  if (IS_NAN(x)) return x;
  return NAME(__builtin_copysign)(IS_FINITE(x) ? x - t : 0, x);
}

T MODEL(NAME(frexp))(T x, int *power) {
  int scaled = 0;
  *power = 0;
  if (!IS_FINITE(x) || x == 0) return x;
  if (NAME(exponent)(x) == 0) {
    x *= SCALE;
    scaled = FRACTION + 2;
  }
  *power = NAME(exponent)(x) - (BIAS - 1) - scaled;
  return NAME(make)(NAME(negative)(x), BIAS - 1, NAME(fraction)(x));
}

/* Returns the binary exponent of a finite number other than 0. */
static int NAME(order)(T x) {
  if (NAME(exponent)(x) > 0) return NAME(exponent)(x) - BIAS;
  return NAME(exponent)(x * SCALE) - BIAS - (FRACTION + 2);
}

T MODEL(NAME(logb))(T x) {
  if (IS_NAN(x)) return x;
  if (!IS_FINITE(x)) return (T)__builtin_inf();
  return x == 0 ? -(T)__builtin_inf() : (T)NAME(order)(x);
}

int MODEL(NAME(ilogb))(T x) {
  if (IS_FINITE(x) && x != 0) return NAME(order)(x);
  errno = EDOM;
  return IS_NAN(x) || x == 0 ? -__INT_MAX__ - 1 : __INT_MAX__;
}

#ifdef __clang__
#pragma STDC FENV_ACCESS OFF
#endif

/* Returns x * 2^n, rounded once. */
static T NAME(scaled)(T x, long n) {
  if (!IS_FINITE(x) || x == 0) return x;
  const int enough = 2 * EXPONENT_MAX; /* leads to 0 or to an overflow */
  int e = n > enough ? enough : n < -enough ? -enough : (int)n;
  e += NAME(order)(x) + BIAS;
  if (NAME(exponent)(x) == 0) x *= SCALE;
  _Bool minus = NAME(negative)(x);
  T result;
  if (e >= EXPONENT_MAX)
    result = NAME(make)(minus, EXPONENT_MAX, 0);
  else if (e > 0)
    result = NAME(make)(minus, e, NAME(fraction)(x));
  else if (e < -FRACTION - 1)
    result = NAME(make)(minus, 0, 0);
  else
    result = NAME(make)(minus, e + FRACTION + 2, NAME(fraction)(x)) / SCALE;
  if (!IS_FINITE(result) || result == 0) errno = ERANGE;
  return result;
}

T MODEL(NAME(ldexp))(T x, int n) {
  return NAME(scaled)(x, n);
}

T MODEL(NAME(scalbn))(T x, int n) {
  return NAME(scaled)(x, n);
}

T MODEL(NAME(scalbln))(T x, long n) {
  return NAME(scaled)(x, n);
}

#ifdef __clang__
#pragma STDC FENV_ACCESS ON
#endif

/* Returns the next number after x, away from 0 or towards it. */
static T NAME(step)(T x, _Bool away) {
  unsigned long long f = NAME(fraction)(x);
  const unsigned long long most = (1ull << FRACTION) - 1;
  int e = NAME(exponent)(x);
  if (away) {
    if (f == most) e++;
    f = f == most ? 0 : f + 1;
  } else {
    if (f == 0) e--;
    f = f == 0 ? most : f - 1;
  }
  if (e == 0 || e == EXPONENT_MAX) errno = ERANGE;
  return NAME(make)(NAME(negative)(x), e, f);
}

T MODEL(NAME(nextafter))(T x, T y) {
  if (IS_NAN(x) || IS_NAN(y)) return x + y;
  if (x == y) return y;
  if (x == 0) return NAME(make)(y < 0, 0, 1);
  return NAME(step)(x, x < 0 ? y < x : y > x);
}

T MODEL(NAME(nexttoward))(T x, long double y) {
  if (IS_NAN(x) || IS_NAN(y)) return x + (T)y;
  if (x == y) return (T)y;
  if (x == 0) return NAME(make)(y < 0, 0, 1);
  return NAME(step)(x, x < 0 ? y < x : y > x);
}

/* ---- integers ---- */

/* If the integer does not fit, C leaves the result open. */
#define TO_INTEGER(name, type, round)                                                              \
  type MODEL(NAME(name))(T x) {                                                                    \
    const T limit = (T)(1ull << (8 * sizeof(type) - 1));                                           \
    T whole = NAME(round)(x);                                                                      \
    return whole >= -limit && whole < limit ? (type)whole : REAL(NAME(name))(x);                   \
  }
TO_INTEGER(lround, long, __builtin_round)
TO_INTEGER(llround, long long, __builtin_round)
TO_INTEGER(lrint, long, __builtin_rint)
TO_INTEGER(llrint, long long, __builtin_rint)
#undef TO_INTEGER

#ifdef __clang__
#pragma STDC FENV_ACCESS OFF
#endif

#undef T
#undef NAME
#undef FRACTION
#undef BIAS
#undef SCALE
#undef WIDE
#undef WNAME
#undef DIGITS
