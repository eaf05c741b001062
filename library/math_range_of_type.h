/* The functions of math.h whose results no standard defines to the last bit, for one floating-point
 * type. A result is the C library's, and equal for equal arguments; a formula states only its range
 * and the rules of annex F of C17 for special arguments. errno is set as in glibc. The file that
 * includes this one defines
 *
 *   T, NAME(f)  the type; f with its suffix
 *   EXP_MAX     the greatest integer whose exponential is finite
 *   EXP2_MAX, EXP10_MAX   the same for powers of 2 and of 10
 *   GAMMA_MAX   an integer n: the gamma function is finite at n and infinite above n + 1
 *   LOG_MAX     greater than the logarithm of every number, and of 1 divided by it
 *   EPSILON     many times the error of a result around 1 */

#define IS_NAN(x) __builtin_isnan(x)
#define IS_FINITE(x) __builtin_isfinite(x)
#define IS_NEGATIVE(x) (__builtin_signbit(x) != 0)
#define INFINITE ((T)__builtin_inf())
#define IMPLIES(a, b) __ansatz_assume(!(a) || (b))
#define IS_ODD(y)                                                                                  \
  (NAME(__builtin_trunc)(y) == (y) &&                                                              \
   NAME(__builtin_trunc)((y) / 2) != (y) / 2) /* all large numbers are even */

#define REENTRANT(name) REENTRANT_NAME(name)
#define REENTRANT_NAME(name) name##_r

/* Defines a function of one argument. The body that follows constrains the result r for an x that
 * is no NaN. */
#define FUNCTION(name)                                                                             \
  T REAL(NAME(name))(T);                                                                           \
  static void NAME(range_of_##name)(T x, T r);                                                     \
  T MODEL(NAME(name))(T x) {                                                                       \
    T r = REAL(NAME(name))(x);                                                                     \
    if (IS_NAN(x))                                                                                 \
      __ansatz_assume(IS_NAN(r));                                                                  \
    else                                                                                           \
      NAME(range_of_##name)(x, r);                                                                 \
    return r;                                                                                      \
  }                                                                                                \
  static void NAME(range_of_##name)(T x, T r)

static void NAME(fails)(T r) {
  errno = EDOM;
  __ansatz_assume(IS_NAN(r));
}

/* Assumes that r has the sign of x, and that r is the same zero if x is zero. */
static void NAME(odd)(T x, T r) {
  if (x == 0)
    __ansatz_assume(r == 0 && IS_NEGATIVE(x) == IS_NEGATIVE(r));
  else
    __ansatz_assume(x > 0 ? r > 0 : r < 0);
}

static void NAME(within)(T r, T low, T high) {
  __ansatz_assume(r >= low && r <= high);
}

/* Sets errno to ERANGE if a result became too large or 0. */
static void NAME(over_or_under)(T x, T r) {
  if (IS_FINITE(x) && (r == 0 || !IS_FINITE(r))) errno = ERANGE;
}

/* ---- trigonometry ---- */

FUNCTION(sin) {
  if (!IS_FINITE(x))
    NAME(fails)(r);
  else if (x == 0)
    NAME(odd)(x, r);
  else
    NAME(within)(r, -1, 1);
}

FUNCTION(cos) {
  if (!IS_FINITE(x))
    NAME(fails)(r);
  else
    NAME(within)(r, x == 0 ? (T)1 : -1, 1);
}

FUNCTION(tan) {
  if (!IS_FINITE(x))
    NAME(fails)(r);
  else if (x == 0)
    NAME(odd)(x, r);
  else
    __ansatz_assume(IS_FINITE(r));
}

#define HALF_PI ((T)1.57079632679489661923132169163975144L)
#define PI ((T)3.14159265358979323846264338327950288L)

FUNCTION(asin) {
  if (x < -1 || x > 1) {
    NAME(fails)(r);
  } else {
    NAME(odd)(x, r);
    NAME(within)(r, -HALF_PI, HALF_PI);
  }
}

FUNCTION(acos) {
  if (x < -1 || x > 1) {
    NAME(fails)(r);
  } else {
    NAME(within)(r, 0, PI);
    IMPLIES(x == 1, r == 0);
  }
}

FUNCTION(atan) {
  NAME(odd)(x, r);
  NAME(within)(r, -HALF_PI, HALF_PI);
}

T REAL(NAME(atan2))(T, T);
T MODEL(NAME(atan2))(T y, T x) {
  T r = REAL(NAME(atan2))(y, x);
  if (IS_NAN(x) || IS_NAN(y)) {
    __ansatz_assume(IS_NAN(r));
    return r;
  }
  NAME(within)(r, -PI, PI);
  __ansatz_assume(IS_NEGATIVE(r) == IS_NEGATIVE(y));
  if (x > 0) NAME(within)(r, -HALF_PI, HALF_PI);
  IMPLIES(y == 0 && !IS_NEGATIVE(x), r == 0);
  IMPLIES(x < 0, r != 0);
  if (r == 0 && y != 0 && IS_FINITE(x)) errno = ERANGE;
  return r;
}

/* ---- hyperbolic functions ---- */

FUNCTION(sinh) {
  NAME(odd)(x, r);
  IMPLIES(-EXP_MAX <= x && x <= EXP_MAX, IS_FINITE(r));
  IMPLIES(x >= EXP_MAX + 2 || x <= -EXP_MAX - 2, !IS_FINITE(r));
  if (x != 0) NAME(over_or_under)(x, r);
}

FUNCTION(cosh) {
  NAME(within)(r, 1, INFINITE);
  IMPLIES(x == 0, r == 1);
  IMPLIES(-EXP_MAX <= x && x <= EXP_MAX, IS_FINITE(r));
  IMPLIES(x >= EXP_MAX + 2 || x <= -EXP_MAX - 2, !IS_FINITE(r));
  NAME(over_or_under)(x, r);
}

FUNCTION(tanh) {
  NAME(odd)(x, r);
  NAME(within)(r, -1, 1);
}

FUNCTION(asinh) {
  NAME(odd)(x, r);
  __ansatz_assume(IS_FINITE(x) == IS_FINITE(r));
}

FUNCTION(acosh) {
  if (x < 1) {
    NAME(fails)(r);
  } else {
    __ansatz_assume(x == 1 ? r == 0 : r > 0);
    __ansatz_assume(IS_FINITE(x) == IS_FINITE(r));
  }
}

FUNCTION(atanh) {
  if (x < -1 || x > 1) {
    NAME(fails)(r);
  } else {
    NAME(odd)(x, r);
    __ansatz_assume(IS_FINITE(r) == (x != 1 && x != -1));
    if (!IS_FINITE(r)) errno = ERANGE;
  }
}

/* ---- exponentials ---- */

/* Assumes the range of r, a power with the exponent x. The power is finite for exponents up to
 * `max`. */
static void NAME(power)(T x, T r, T max) {
  NAME(within)(r, x >= 0 ? (T)1 : 0, x <= 0 ? 1 : INFINITE);
  IMPLIES(x == 0, r == 1);
  IMPLIES(x <= max, IS_FINITE(r));
  IMPLIES(x > max + 1, !IS_FINITE(r));
  IMPLIES(x >= 1 - max, r > 0);
  IMPLIES(x < -2 * max, r == 0);
  NAME(over_or_under)(x, r);
}

FUNCTION(exp) {
  NAME(power)(x, r, EXP_MAX);
}

FUNCTION(exp2) {
  NAME(power)(x, r, EXP2_MAX);
}

FUNCTION(exp10) {
  NAME(power)(x, r, EXP10_MAX);
}

FUNCTION(expm1) {
  NAME(odd)(x, r);
  NAME(within)(r, -1, INFINITE);
  IMPLIES(x <= EXP_MAX, IS_FINITE(r));
  IMPLIES(x > EXP_MAX + 1, !IS_FINITE(r));
  if (IS_FINITE(x) && !IS_FINITE(r)) errno = ERANGE;
}

/* ---- logarithms ---- */

static void NAME(logarithm)(T x, T r) {
  if (x < 0) {
    NAME(fails)(r);
  } else if (x == 0) {
    errno = ERANGE;
    __ansatz_assume(r == -INFINITE);
  } else {
    __ansatz_assume(x == 1 ? r == 0 : x < 1 ? r < 0 : r > 0);
    if (IS_FINITE(x))
      NAME(within)(r, -LOG_MAX, LOG_MAX);
    else
      __ansatz_assume(r == INFINITE);
  }
}

FUNCTION(log) {
  NAME(logarithm)(x, r);
}

FUNCTION(log2) {
  NAME(logarithm)(x, r);
}

FUNCTION(log10) {
  NAME(logarithm)(x, r);
}

FUNCTION(log1p) {
  if (x < -1) {
    NAME(fails)(r);
  } else if (x == -1) {
    errno = ERANGE;
    __ansatz_assume(r == -INFINITE);
  } else {
    NAME(odd)(x, r);
    if (IS_FINITE(x))
      NAME(within)(r, -LOG_MAX, LOG_MAX);
    else
      __ansatz_assume(r == INFINITE);
  }
}

/* ---- powers and roots ---- */

/* x and y are finite and not 0 */
static void NAME(range_of_finite_power)(T x, T y, T r) {
  if (x < 0 && NAME(__builtin_trunc)(y) != y) {
    NAME(fails)(r);
    return;
  }
  _Bool minus = x < 0 && IS_ODD(y);
  __ansatz_assume(!IS_NAN(r) && IS_NEGATIVE(r) == minus);
  T a = NAME(__builtin_fabs)(x), s = minus ? -r : r;
  IMPLIES(a == 1, s == 1);
  IMPLIES((a >= 1) == (y > 0), s >= 1);
  IMPLIES((a <= 1) == (y > 0), s <= 1);
  if (r == 0 || !IS_FINITE(r)) errno = ERANGE;
}

T REAL(NAME(pow))(T, T);
T MODEL(NAME(pow))(T x, T y) {
  T r = REAL(NAME(pow))(x, y);
  if (IS_NAN(x) || IS_NAN(y)) { /* pow(1, y) and pow(x, 0) are 1, unless the NaN is signalling */
    __ansatz_assume(IS_NAN(r) || (r == 1 && (x == 1 || y == 0)));
  } else if (x == 1 || y == 0) {
    __ansatz_assume(r == 1);
  } else if (!IS_FINITE(y)) {
    T a = NAME(__builtin_fabs)(x);
    __ansatz_assume(a == 1 ? r == 1 : (a > 1) == (y > 0) ? r == INFINITE : r == 0);
    __ansatz_assume(!IS_NEGATIVE(r));
  } else if (x == 0 || !IS_FINITE(x)) {
    __ansatz_assume((x == 0) == (y > 0) ? r == 0 : !IS_NAN(r) && !IS_FINITE(r));
    __ansatz_assume(IS_NEGATIVE(r) == (IS_NEGATIVE(x) && IS_ODD(y)));
    if (x == 0 && y < 0) errno = ERANGE;
  } else {
    NAME(range_of_finite_power)(x, y, r);
  }
  return r;
}

FUNCTION(cbrt) {
  NAME(odd)(x, r);
  __ansatz_assume(IS_FINITE(x) == IS_FINITE(r));
}

T REAL(NAME(hypot))(T, T);
T MODEL(NAME(hypot))(T x, T y) {
  T r = REAL(NAME(hypot))(x, y);
  T a = NAME(__builtin_fabs)(x), b = NAME(__builtin_fabs)(y), m = a > b ? a : b;
  _Bool infinite = a == INFINITE || b == INFINITE;
  if (IS_NAN(x) || IS_NAN(y)) { /* a quiet NaN and an infinity give infinity */
    __ansatz_assume(IS_NAN(r) || (infinite && r == INFINITE));
  } else if (infinite) {
    __ansatz_assume(r == INFINITE);
  } else {
    __ansatz_assume(r >= m - m * EPSILON);
    IMPLIES(a == 0 || b == 0, r == m);
    IMPLIES(IS_FINITE(a + b), r <= (a + b) * (1 + EPSILON));
    if (!IS_FINITE(r)) errno = ERANGE;
  }
  return r;
}

/* ---- error functions ---- */

FUNCTION(erf) {
  NAME(odd)(x, r);
  NAME(within)(r, -1, 1);
}

FUNCTION(erfc) {
  NAME(within)(r, x < 0 ? 1 - EPSILON : 0, x > 0 ? 1 + EPSILON : 2);
  IMPLIES(x == 0, r == 1);
  NAME(over_or_under)(x, r);
}

/* ---- gamma functions ---- */

/* Returns the sign of the gamma function, which changes at each integer below 0. */
static int NAME(gamma_sign)(T x) {
  if (x == 0) return IS_NEGATIVE(x) ? -1 : 1;
  T below = NAME(__builtin_floor)(x);
  return x < 0 && below != x && IS_ODD(below) ? -1 : 1;
}

FUNCTION(tgamma) {
  if (x == 0) {
    errno = ERANGE;
    __ansatz_assume(r == (IS_NEGATIVE(x) ? -INFINITE : INFINITE));
  } else if (x < 0 && NAME(__builtin_floor)(x) == x) {
    NAME(fails)(r);
  } else {
    __ansatz_assume(!IS_NAN(r) && IS_NEGATIVE(r) == (NAME(gamma_sign)(x) < 0));
    IMPLIES(x > 0, r > (T)0.8856 - EPSILON);
    IMPLIES(x >= 1 && x <= 2, r <= 1 + EPSILON);
    IMPLIES(x >= 3, r >= 2 - EPSILON);
    IMPLIES(x >= 1 && x <= GAMMA_MAX, IS_FINITE(r));
    IMPLIES(x > GAMMA_MAX + 1, r == INFINITE);
    IMPLIES(x > -30, r != 0);
    NAME(over_or_under)(x, r);
  }
}

T REAL(NAME(lgamma))(T);
static T NAME(log_gamma)(T x, int *sign) {
  T r = REAL(NAME(lgamma))(x);
  *sign = NAME(gamma_sign)(x);
  if (IS_NAN(x)) {
    __ansatz_assume(IS_NAN(r));
  } else if (!IS_FINITE(x) || (x <= 0 && NAME(__builtin_floor)(x) == x)) {
    __ansatz_assume(r == INFINITE);
    if (IS_FINITE(x)) errno = ERANGE;
  } else {
    __ansatz_assume(!IS_NAN(r) && r != -INFINITE);
    IMPLIES(x > 0, r >= (T)-0.1215 - EPSILON);
    IMPLIES(x >= 1 && x <= 2, r <= EPSILON);
    IMPLIES(x >= 3, r > 0);
    IMPLIES(x <= (T)0x1p100, IS_FINITE(r));
    if (!IS_FINITE(r)) errno = ERANGE;
  }
  return r;
}

T MODEL(REENTRANT(NAME(lgamma)))(T x, int *sign) {
  return NAME(log_gamma)(x, sign);
}

T MODEL(NAME(lgamma))(T x) {
  return NAME(log_gamma)(x, &signgam);
}

T MODEL(NAME(gamma))(T x) {
  return NAME(log_gamma)(x, &signgam);
}

#undef T
#undef NAME
#undef GAMMA_MAX
#undef EXP_MAX
#undef EXP2_MAX
#undef EXP10_MAX
#undef LOG_MAX
#undef EPSILON
#undef FUNCTION
#undef REENTRANT
#undef REENTRANT_NAME
