/* The functions of math.h whose results no standard defines to the last bit, for one floating-point
 * type. A result is the C library's, and equal for equal arguments; a formula states only its
 * range, bounds for where the argument lies, and the rules of annex F of C17 for special arguments.
 * errno is set as in glibc.
 *
 * No function is assumed to be monotone: glibc promises errors of a few units in the last place,
 * and results for neighbouring arguments may be in the wrong order by as much. Only the function
 * that is computed is monotone. So a bound at one argument is, with a margin that is greater than
 * the errors, one of all arguments below or above it (THROUGH, BACK_THROUGH), and r <= x is stated
 * where x is further from the exact result than that. The file that includes this one defines
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

/* Results on either side of `value`, which is exact but for decimals of a long double, by the
 * margin: 16 units in the last place, or 32 of a long double. */
#define MARGIN(value) (((value) < 0 ? -(value) : (value)) * 4 * (long double)EPSILON)
#define ABOVE(value) ((T)((value) + MARGIN(value)))
#define BELOW(value) ((T)((value) - MARGIN(value)))
/* Without a branch, which IMPLIES has. */
#define WHERE(a, b) __ansatz_assume(!(a) | (b))
/* Bounds of r, the value at x of an increasing function, whose value at `at` is `value`. */
#define THROUGH(x, r, at, value)                                                                   \
  WHERE((x) <= (T)(at), (r) <= ABOVE(value));                                                      \
  WHERE((x) >= (T)(at), (r) >= BELOW(value))
/* The same for a decreasing function. */
#define BACK_THROUGH(x, r, at, value)                                                              \
  WHERE((x) <= (T)(at), (r) >= BELOW(value));                                                      \
  WHERE((x) >= (T)(at), (r) <= ABOVE(value))
/* Where the difference between x and sin(x), log1p(x) and the like is far greater than errors. */
#define FAR_FROM_0 ((T)0x1p-8L)

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

#define HALF_PI ((T)1.57079632679489661923132169163975144L)
#define PI ((T)3.14159265358979323846264338327950288L)
#define BELOW_HALF_PI ((T)1.57L)
#define BELOW_PI ((T)3.14L)

static void NAME(finite_sine)(T x, T r) {
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(within)(r, -1, 1);
  WHERE((x >= 0) & (x <= BELOW_PI), r >= 0);
  WHERE((x <= 0) & (x >= -BELOW_PI), r <= 0);
  WHERE(a >= FAR_FROM_0, s < a);
  WHERE(a <= (T)0.25L, s <= ABOVE(0.247403959254522929597L));
  WHERE((a >= (T)0.25L) & (a <= PI - (T)0.25L), s >= BELOW(0.247403959254522929597L));
  WHERE(a <= (T)0.5L, s <= ABOVE(0.479425538604203000273L));
  WHERE((a >= (T)0.5L) & (a <= PI - (T)0.5L), s >= BELOW(0.479425538604203000273L));
  WHERE(a <= (T)1.0L, s <= ABOVE(0.841470984807896506653L));
  WHERE((a >= (T)1.0L) & (a <= PI - (T)1.0L), s >= BELOW(0.841470984807896506653L));
}

static void NAME(finite_cosine)(T x, T r) {
  T a = NAME(__builtin_fabs)(x);
  NAME(within)(r, -1, 1);
  WHERE(a == 0, r == 1);
  WHERE(a <= BELOW_HALF_PI, r >= 0);
  WHERE(a <= (T)0.5L, r >= BELOW(0.877582561890372716116L));
  WHERE((a >= (T)0.5L) & (a <= 2 * PI - (T)0.5L), r <= ABOVE(0.877582561890372716116L));
  WHERE(a <= (T)1.0L, r >= BELOW(0.540302305868139717401L));
  WHERE((a >= (T)1.0L) & (a <= 2 * PI - (T)1.0L), r <= ABOVE(0.540302305868139717401L));
  WHERE(a <= (T)2.0L, r >= BELOW(-0.416146836547142386998L));
  WHERE((a >= (T)2.0L) & (a <= 2 * PI - (T)2.0L), r <= ABOVE(-0.416146836547142386998L));
  WHERE(a <= (T)3.0L, r >= BELOW(-0.989992496600445457272L));
  WHERE((a >= (T)3.0L) & (a <= 2 * PI - (T)3.0L), r <= ABOVE(-0.989992496600445457272L));
}

/* x is not 0 */
static void NAME(finite_tangent)(T x, T r) {
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  __ansatz_assume(IS_FINITE(r));
  WHERE((x > 0) & (x <= BELOW_HALF_PI), r >= 0);
  WHERE((x < 0) & (x >= -BELOW_HALF_PI), r <= 0);
  WHERE((a >= FAR_FROM_0) & (a <= BELOW_HALF_PI), s > a);
  WHERE(a <= (T)0.25L, s <= ABOVE(0.255341921221036266504L));
  WHERE((a >= (T)0.25L) & (a <= BELOW_HALF_PI), s >= BELOW(0.255341921221036266504L));
  WHERE(a <= (T)0.5L, s <= ABOVE(0.546302489843790513255L));
  WHERE((a >= (T)0.5L) & (a <= BELOW_HALF_PI), s >= BELOW(0.546302489843790513255L));
  WHERE(a <= (T)1.0L, s <= ABOVE(1.55740772465490223051L));
  WHERE((a >= (T)1.0L) & (a <= BELOW_HALF_PI), s >= BELOW(1.55740772465490223051L));
  WHERE(a <= (T)1.5L, s <= ABOVE(14.1014199471717193876L));
  WHERE((a >= (T)1.5L) & (a <= BELOW_HALF_PI), s >= BELOW(14.1014199471717193876L));
}

FUNCTION(sin) {
  if (!IS_FINITE(x))
    NAME(fails)(r);
  else if (x == 0)
    NAME(odd)(x, r);
  else
    NAME(finite_sine)(x, r);
}

FUNCTION(cos) {
  if (!IS_FINITE(x))
    NAME(fails)(r);
  else
    NAME(finite_cosine)(x, r);
}

FUNCTION(tan) {
  if (!IS_FINITE(x))
    NAME(fails)(r);
  else if (x == 0)
    NAME(odd)(x, r);
  else
    NAME(finite_tangent)(x, r);
}

static void NAME(arc_sine)(T x, T r) {
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  WHERE(a >= FAR_FROM_0, s > a);
  THROUGH(a, s, 0.25L, 0.252680255142078653486L);
  THROUGH(a, s, 0.5L, 0.523598775598298873077L);
  THROUGH(a, s, 0.75L, 0.848062078981481008053L);
  THROUGH(a, s, 0.9L, 1.11976951499863418669L);
}

FUNCTION(asin) {
  if (x < -1 || x > 1) {
    NAME(fails)(r);
  } else {
    NAME(odd)(x, r);
    NAME(within)(r, -HALF_PI, HALF_PI);
    NAME(arc_sine)(x, r);
  }
}

FUNCTION(acos) {
  if (x < -1 || x > 1) {
    NAME(fails)(r);
  } else {
    NAME(within)(r, 0, PI);
    IMPLIES(x == 1, r == 0);
    BACK_THROUGH(x, r, -0.5L, 2.09439510239319549231L);
    BACK_THROUGH(x, r, 0.0L, 1.57079632679489661923L);
    BACK_THROUGH(x, r, 0.5L, 1.04719755119659774615L);
  }
}

FUNCTION(atan) {
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(odd)(x, r);
  NAME(within)(r, -HALF_PI, HALF_PI);
  WHERE(a >= FAR_FROM_0, s < a);
  THROUGH(a, s, 0.5L, 0.463647609000806116214L);
  THROUGH(a, s, 1.0L, 0.785398163397448309616L);
  THROUGH(a, s, 2.0L, 1.10714871779409050302L);
  THROUGH(a, s, 10.0L, 1.47112767430373459185L);
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
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(odd)(x, r);
  WHERE((a >= FAR_FROM_0) & (a < INFINITE), s > a);
  THROUGH(a, s, 0.5L, 0.521095305493747361622L);
  THROUGH(a, s, 1.0L, 1.17520119364380145688L);
  THROUGH(a, s, 2.0L, 3.62686040784701876767L);
  THROUGH(a, s, 5.0L, 74.203210577788758977L);
  THROUGH(a, s, 10.0L, 11013.2328747033933772L);
  IMPLIES(-EXP_MAX <= x && x <= EXP_MAX, IS_FINITE(r));
  IMPLIES(x >= EXP_MAX + 2 || x <= -EXP_MAX - 2, !IS_FINITE(r));
  if (x != 0) NAME(over_or_under)(x, r);
}

FUNCTION(cosh) {
  T a = NAME(__builtin_fabs)(x);
  NAME(within)(r, 1, INFINITE);
  WHERE((a >= 2) & (a < INFINITE), r > a);
  THROUGH(a, r, 0.5L, 1.12762596520638078523L);
  THROUGH(a, r, 1.0L, 1.54308063481524377848L);
  THROUGH(a, r, 2.0L, 3.76219569108363145956L);
  THROUGH(a, r, 5.0L, 74.2099485247878444441L);
  THROUGH(a, r, 10.0L, 11013.2329201033231397L);
  IMPLIES(x == 0, r == 1);
  IMPLIES(-EXP_MAX <= x && x <= EXP_MAX, IS_FINITE(r));
  IMPLIES(x >= EXP_MAX + 2 || x <= -EXP_MAX - 2, !IS_FINITE(r));
  NAME(over_or_under)(x, r);
}

FUNCTION(tanh) {
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(odd)(x, r);
  NAME(within)(r, -1, 1);
  WHERE(a >= FAR_FROM_0, s < a);
  THROUGH(a, s, 0.5L, 0.462117157260009758502L);
  THROUGH(a, s, 1.0L, 0.761594155955764888119L);
  THROUGH(a, s, 2.0L, 0.964027580075816883946L);
}

FUNCTION(asinh) {
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(odd)(x, r);
  WHERE((a >= FAR_FROM_0) & (a < INFINITE), s < a);
  THROUGH(a, s, 0.5L, 0.481211825059603447498L);
  THROUGH(a, s, 1.0L, 0.881373587019543025233L);
  THROUGH(a, s, 2.0L, 1.44363547517881034249L);
  THROUGH(a, s, 10.0L, 2.99822295029796973885L);
  THROUGH(a, s, 100.0L, 5.29834236561058875737L);
  __ansatz_assume(IS_FINITE(x) == IS_FINITE(r));
}

FUNCTION(acosh) {
  if (x < 1) {
    NAME(fails)(r);
  } else {
    __ansatz_assume(x == 1 ? r == 0 : r > 0);
    __ansatz_assume(IS_FINITE(x) == IS_FINITE(r));
    WHERE(x < INFINITE, r < x);
    THROUGH(x, r, 1.5L, 0.962423650119206894996L);
    THROUGH(x, r, 2.0L, 1.31695789692481670863L);
    THROUGH(x, r, 3.0L, 1.76274717403908605047L);
    THROUGH(x, r, 10.0L, 2.99322284612638089791L);
    THROUGH(x, r, 100.0L, 5.2982923656104845907L);
  }
}

FUNCTION(atanh) {
  if (x < -1 || x > 1) {
    NAME(fails)(r);
  } else {
    T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
    NAME(odd)(x, r);
    __ansatz_assume(IS_FINITE(r) == (x != 1 && x != -1));
    WHERE(a >= FAR_FROM_0, s > a);
    THROUGH(a, s, 0.25L, 0.255412811882995341603L);
    THROUGH(a, s, 0.5L, 0.549306144334054845698L);
    THROUGH(a, s, 0.75L, 0.972955074527656652553L);
    THROUGH(a, s, 0.9L, 1.47221948958322023L);
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
  WHERE(x<INFINITE, r> x);
  THROUGH(x, r, -10.0L, 0.0000453999297624848515356L);
  THROUGH(x, r, -5.0L, 0.00673794699908546709664L);
  THROUGH(x, r, -2.0L, 0.135335283236612691894L);
  THROUGH(x, r, -1.0L, 0.367879441171442321596L);
  THROUGH(x, r, -0.5L, 0.606530659712633423604L);
  THROUGH(x, r, 0.5L, 1.64872127070012814685L);
  THROUGH(x, r, 1.0L, 2.71828182845904523536L);
  THROUGH(x, r, 2.0L, 7.38905609893065022723L);
  THROUGH(x, r, 3.0L, 20.0855369231876677409L);
  THROUGH(x, r, 5.0L, 148.413159102576603421L);
  THROUGH(x, r, 10.0L, 22026.465794806716517L);
}

FUNCTION(exp2) {
  NAME(power)(x, r, EXP2_MAX);
  WHERE(x<INFINITE, r> x);
  THROUGH(x, r, -10.0L, 0.0009765625L);
  THROUGH(x, r, -4.0L, 0.0625L);
  THROUGH(x, r, -3.0L, 0.125L);
  THROUGH(x, r, -2.0L, 0.25L);
  THROUGH(x, r, -1.0L, 0.5L);
  THROUGH(x, r, 1.0L, 2.0L);
  THROUGH(x, r, 2.0L, 4.0L);
  THROUGH(x, r, 3.0L, 8.0L);
  THROUGH(x, r, 4.0L, 16.0L);
  THROUGH(x, r, 8.0L, 256.0L);
  THROUGH(x, r, 10.0L, 1024.0L);
}

FUNCTION(exp10) {
  NAME(power)(x, r, EXP10_MAX);
  WHERE(x<INFINITE, r> x);
  THROUGH(x, r, -3.0L, 0.001L);
  THROUGH(x, r, -2.0L, 0.01L);
  THROUGH(x, r, -1.0L, 0.1L);
  THROUGH(x, r, 1.0L, 10.0L);
  THROUGH(x, r, 2.0L, 100.0L);
  THROUGH(x, r, 3.0L, 1000.0L);
  THROUGH(x, r, 6.0L, 1000000.0L);
}

FUNCTION(expm1) {
  NAME(odd)(x, r);
  NAME(within)(r, -1, INFINITE);
  WHERE((x <= -FAR_FROM_0) | ((x >= FAR_FROM_0) & (x < INFINITE)), r > x);
  THROUGH(x, r, -5.0L, -0.993262053000914532903L);
  THROUGH(x, r, -2.0L, -0.864664716763387308106L);
  THROUGH(x, r, -1.0L, -0.632120558828557678404L);
  THROUGH(x, r, -0.5L, -0.393469340287366576396L);
  THROUGH(x, r, 0.5L, 0.648721270700128146849L);
  THROUGH(x, r, 1.0L, 1.71828182845904523536L);
  THROUGH(x, r, 2.0L, 6.38905609893065022723L);
  THROUGH(x, r, 3.0L, 19.0855369231876677409L);
  THROUGH(x, r, 5.0L, 147.413159102576603421L);
  THROUGH(x, r, 10.0L, 22025.465794806716517L);
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

static void NAME(bounds_of_log)(T x, T r) {
  WHERE(x < INFINITE, r < x);
  THROUGH(x, r, 0.01L, -4.60517018598809136804L);
  THROUGH(x, r, 0.1L, -2.30258509299404568402L);
  THROUGH(x, r, 0.5L, -0.693147180559945309417L);
  THROUGH(x, r, 2.0L, 0.693147180559945309417L);
  THROUGH(x, r, 3.0L, 1.0986122886681096914L);
  THROUGH(x, r, 5.0L, 1.6094379124341003746L);
  THROUGH(x, r, 10.0L, 2.30258509299404568402L);
  THROUGH(x, r, 100.0L, 4.60517018598809136804L);
  THROUGH(x, r, 1000.0L, 6.90775527898213705205L);
  THROUGH(x, r, 1000000.0L, 13.8155105579642741041L);
}

FUNCTION(log) {
  NAME(logarithm)(x, r);
  if (x > 0) NAME(bounds_of_log)(x, r);
}

static void NAME(bounds_of_log2)(T x, T r) {
  WHERE(x < INFINITE, r < x);
  THROUGH(x, r, 0.0009765625L, -10.0L);
  THROUGH(x, r, 0.125L, -3.0L);
  THROUGH(x, r, 0.25L, -2.0L);
  THROUGH(x, r, 0.5L, -1.0L);
  THROUGH(x, r, 2.0L, 1.0L);
  THROUGH(x, r, 4.0L, 2.0L);
  THROUGH(x, r, 8.0L, 3.0L);
  THROUGH(x, r, 16.0L, 4.0L);
  THROUGH(x, r, 256.0L, 8.0L);
  THROUGH(x, r, 1024.0L, 10.0L);
  THROUGH(x, r, 1048576.0L, 20.0L);
}

FUNCTION(log2) {
  NAME(logarithm)(x, r);
  if (x > 0) NAME(bounds_of_log2)(x, r);
}

static void NAME(bounds_of_log10)(T x, T r) {
  WHERE(x < INFINITE, r < x);
  THROUGH(x, r, 0.001L, -3.0L);
  THROUGH(x, r, 0.01L, -2.0L);
  THROUGH(x, r, 0.1L, -1.0L);
  THROUGH(x, r, 2.0L, 0.301029995663981195214L);
  THROUGH(x, r, 5.0L, 0.698970004336018804786L);
  THROUGH(x, r, 10.0L, 1.0L);
  THROUGH(x, r, 100.0L, 2.0L);
  THROUGH(x, r, 1000.0L, 3.0L);
  THROUGH(x, r, 1000000.0L, 6.0L);
}

FUNCTION(log10) {
  NAME(logarithm)(x, r);
  if (x > 0) NAME(bounds_of_log10)(x, r);
}

FUNCTION(log1p) {
  if (x < -1) {
    NAME(fails)(r);
  } else if (x == -1) {
    errno = ERANGE;
    __ansatz_assume(r == -INFINITE);
  } else {
    NAME(odd)(x, r);
    WHERE((x <= -FAR_FROM_0) | ((x >= FAR_FROM_0) & (x < INFINITE)), r < x);
    THROUGH(x, r, -0.9L, -2.30258509299404568402L);
    THROUGH(x, r, -0.5L, -0.693147180559945309417L);
    THROUGH(x, r, 0.5L, 0.405465108108164381978L);
    THROUGH(x, r, 1.0L, 0.693147180559945309417L);
    THROUGH(x, r, 2.0L, 1.0986122886681096914L);
    THROUGH(x, r, 9.0L, 2.30258509299404568402L);
    THROUGH(x, r, 10.0L, 2.39789527279837054406L);
    THROUGH(x, r, 100.0L, 4.61512051684125945088L);
    THROUGH(x, r, 1000.0L, 6.90875477931522058522L);
    if (IS_FINITE(x))
      NAME(within)(r, -LOG_MAX, LOG_MAX);
    else
      __ansatz_assume(r == INFINITE);
  }
}

/* ---- powers and roots ---- */

/* at to the power of n is value */
#define POWER_AT(at, n, value)                                                                     \
  WHERE((y > 0) & (y <= (n)) & (a <= (at)), s <= ABOVE((T)(value)));                               \
  WHERE((y >= (n)) & (a >= (at)), s >= BELOW((T)(value)));                                         \
  WHERE((y >= (n)) & (a <= 1 / (T)(at)), s <= ABOVE(1 / (T)(value)));                              \
  WHERE((y > 0) & (y <= (n)) & (a >= 1 / (T)(at)), s >= BELOW(1 / (T)(value)))

/* Bounds of s, the value of a to the power of y, by powers of whole numbers. */
static void NAME(bounds_of_power)(T a, T y, T s) {
  _Bool large = a >= (T)1.01L, small = a <= (T)0.99L;
  WHERE(large & (y >= 2), s >= a);
  WHERE(small & (y >= 2), s <= a);
  WHERE(large & (y > 0) & (y <= (T)0.5L), s <= a);
  WHERE(small & (y > 0) & (y <= (T)0.5L), s >= a);
  POWER_AT(2, 1, 2);
  POWER_AT(2, 2, 4);
  POWER_AT(2, 3, 8);
  POWER_AT(3, 1, 3);
  POWER_AT(3, 2, 9);
  POWER_AT(3, 3, 27);
  POWER_AT(5, 1, 5);
  POWER_AT(5, 2, 25);
  POWER_AT(5, 3, 125);
  POWER_AT(10, 1, 10);
  POWER_AT(10, 2, 100);
  POWER_AT(10, 3, 1000);
}

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
  NAME(bounds_of_power)(a, y, s);
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
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(odd)(x, r);
  __ansatz_assume(IS_FINITE(x) == IS_FINITE(r));
  THROUGH(a, s, 0.001L, 0.1L);
  THROUGH(a, s, 0.125L, 0.5L);
  THROUGH(a, s, 1.0L, 1.0L); /* glibc 2.36: the root of 0x1.fffffffffffffp-1 is greater than 1 */
  THROUGH(a, s, 8.0L, 2.0L);
  THROUGH(a, s, 27.0L, 3.0L);
  THROUGH(a, s, 64.0L, 4.0L);
  THROUGH(a, s, 1000.0L, 10.0L);
  THROUGH(a, s, 1000000.0L, 100.0L);
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
  T a = NAME(__builtin_fabs)(x), s = NAME(__builtin_fabs)(r);
  NAME(odd)(x, r);
  NAME(within)(r, -1, 1);
  THROUGH(a, s, 0.5L, 0.520499877813046537683L);
  THROUGH(a, s, 1.0L, 0.842700792949714869341L);
  THROUGH(a, s, 2.0L, 0.995322265018952734162L);
}

FUNCTION(erfc) {
  BACK_THROUGH(x, r, -1.0L, 1.84270079294971486934L);
  BACK_THROUGH(x, r, -0.5L, 1.52049987781304653768L);
  BACK_THROUGH(x, r, 0.5L, 0.479500122186953462317L);
  BACK_THROUGH(x, r, 1.0L, 0.157299207050285130659L);
  BACK_THROUGH(x, r, 2.0L, 0.00467773498104726583793L);
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
#undef MARGIN
#undef ABOVE
#undef BELOW
#undef WHERE
#undef THROUGH
#undef BACK_THROUGH
#undef POWER_AT
#undef FAR_FROM_0
#undef HALF_PI
#undef PI
#undef BELOW_HALF_PI
#undef BELOW_PI
#undef FUNCTION
#undef REENTRANT
#undef REENTRANT_NAME
