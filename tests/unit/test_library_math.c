/* The models of math.h, compiled natively, against libm: on special, small and random arguments the
 * same results and errno; where a model leaves something open, what libm answers must be allowed by
 * it. */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static int *const real_signgam = &signgam;

/* The vocabulary of library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
#define REAL(name) REAL_NAME(name)
#define REAL_NAME(name) name
#define MODEL(name) MODEL_NAME(name)
#define MODEL_NAME(name) model_##name
static bool broken;
static void __ansatz_assume(bool condition) {
  if (!condition) broken = true;
}
#define signgam model_signgam
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wredundant-decls"
#pragma GCC diagnostic ignored "-Wfloat-equal"
#include "../../library/math.c"
#include "../../library/math_range.c"
#pragma GCC diagnostic pop

static uint64_t state = 1;
static uint64_t any(void) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return state >> 32;
}

/* A value of one of several kinds: special, a small multiple of a quarter, any bits. */
static float some_float(void) {
  static const float special[] = {
      0,    1,    INFINITY, NAN,     0x1p-149f, 0x1p-126f, 0x1.fffffep-127f, 0x1.fffffep+127f,
      0.5f, 1.5f, 0x1p23f,  0x1p31f, 0x1p63f};
  float x;
  uint32_t bits = (uint32_t)any();
  if (bits % 3 == 0) {
    x = special[any() % (sizeof special / sizeof *special)];
  } else if (bits % 3 == 1) {
    x = (float)(any() % 4000) / 4;
  } else {
    bits = (uint32_t)any();
    memcpy(&x, &bits, sizeof x);
  }
  return any() % 2 ? x : -x;
}

static double some_double(void) {
  static const double special[] = {
      0x1p-1074, 0x1p-1022, 0x1.fffffffffffffp-1023, 0x1.fffffffffffffp+1023,
      0x1p52,    0x1p53,    0.49999999999999994,     709.5,
      745,       1023.5};
  double x;
  uint64_t bits = any() << 32 | any();
  if (bits % 3 == 0) {
    x = special[any() % (sizeof special / sizeof *special)];
  } else if (bits % 3 == 1) {
    return some_float();
  } else {
    bits = any() << 32 ^ any();
    memcpy(&x, &bits, sizeof x);
  }
  return any() % 2 ? x : -x;
}

static long double some_extended(void) {
  static const long double special[] = {0x1p-16445L,
                                        0x1p-16382L,
                                        0x1.fffffffffffffffcp-16383L,
                                        0x1.fffffffffffffffep+16383L,
                                        0x1p63L,
                                        0x1p64L,
                                        11356.5L,
                                        16383.5L};
  switch (any() % 4) {
  case 0: return (any() % 2 ? 1 : -1) * special[any() % (sizeof special / sizeof *special)];
  case 1: return some_double();
  default:
    return makel(any() % 2, (int)(any() % 3 ? any() % 32767 : 16383 - 80 + any() % 160),
                 (any() << 32 ^ any()) & ~(UINT64_C(1) << 63));
  }
}

static bool same(long double x, long double y) {
  if (isnan(x) || isnan(y)) return isnan(x) && isnan(y);
  return x == y && !signbit(x) == !signbit(y);
}

/* Model and function of libm give the same: `f` stands for either in the expression, whose value
 * is compared; so is `more`, where it stores another result. */
#define BOTH(name, expression)                                                                     \
  do {                                                                                             \
    long double more = 0;                                                                          \
    (void)more;                                                                                    \
    __typeof__(&name) f = model_##name;                                                            \
    errno = 0, broken = false;                                                                     \
    long double p = (long double)(expression), p_more = more;                                      \
    int model_errno = errno;                                                                       \
    f = name, errno = 0, more = 0;                                                                 \
    long double q = (long double)(expression);                                                     \
    ck_assert_msg(!broken, "%s(%La, %La): the library's answer %La is not allowed", #name,         \
                  (long double)x, (long double)y, q);                                              \
    ck_assert_msg(same(p, q) && same(p_more, more) && errno == model_errno,                        \
                  "%s(%La, %La; %d): %La, %La, errno %d, not %La, %La, %d", #name, (long double)x, \
                  (long double)y, n, p, p_more, model_errno, q, more, errno);                      \
  } while (0)

enum { ROUNDS = 2000 };

#define TESTS(T, s, some)                                                                          \
  static T pair##s(T (*f)(T, T *), T x, long double *more) {                                       \
    T stored;                                                                                      \
    T result = f(x, &stored);                                                                      \
    *more = stored;                                                                                \
    return result;                                                                                 \
  }                                                                                                \
  static T split##s(T (*f)(T, int *), T x, long double *more) {                                    \
    int stored = 7;                                                                                \
    T result = f(x, &stored);                                                                      \
    *more = stored;                                                                                \
    return result;                                                                                 \
  }                                                                                                \
  START_TEST(exact##s) {                                                                           \
    for (int i = 0; i < ROUNDS; i++) {                                                             \
      T x = some(), y = any() % 8 ? some() : x;                                                    \
      int n = any() % 4 ? (int)(any() % 400) - 200 : (int)(any() % 50000) - 25000;                 \
      BOTH(sqrt##s, f(x));                                                                         \
      if (sizeof(T) < 16 || fabsl((long double)x) < fabsl((long double)y) * 0x1p200L) {            \
        BOTH(fmod##s, f(x, y));                                                                    \
        BOTH(remainder##s, f(x, y));                                                               \
        BOTH(drem##s, f(x, y));                                                                    \
      }                                                                                            \
      BOTH(nan##s, f("7"));                                                                        \
      BOTH(fdim##s, f(x, y));                                                                      \
      BOTH(modf##s, pair##s(f, x, &more));                                                         \
      BOTH(frexp##s, split##s(f, x, &more));                                                       \
      BOTH(logb##s, f(x));                                                                         \
      BOTH(ilogb##s, f(x));                                                                        \
      BOTH(ldexp##s, f(x, n));                                                                     \
      BOTH(scalbn##s, f(x, n));                                                                    \
      BOTH(scalbln##s, f(x, n));                                                                   \
      BOTH(nextafter##s, f(x, y));                                                                 \
      BOTH(nexttoward##s, f(x, y));                                                                \
      BOTH(lround##s, f(x));                                                                       \
      BOTH(llround##s, f(x));                                                                      \
      BOTH(lrint##s, f(x));                                                                        \
      BOTH(llrint##s, f(x));                                                                       \
    }                                                                                              \
  }                                                                                                \
  END_TEST

/* The functions whose results have bounds, for x, and for y where there are two. */
#define BOUNDED(s)                                                                                 \
  BOTH(sin##s, f(x));                                                                              \
  BOTH(cos##s, f(x));                                                                              \
  BOTH(tan##s, f(x));                                                                              \
  BOTH(asin##s, f(x));                                                                             \
  BOTH(acos##s, f(x));                                                                             \
  BOTH(atan##s, f(x));                                                                             \
  BOTH(sinh##s, f(x));                                                                             \
  BOTH(cosh##s, f(x));                                                                             \
  BOTH(tanh##s, f(x));                                                                             \
  BOTH(asinh##s, f(x));                                                                            \
  BOTH(acosh##s, f(x));                                                                            \
  BOTH(atanh##s, f(x));                                                                            \
  BOTH(exp##s, f(x));                                                                              \
  BOTH(exp2##s, f(x));                                                                             \
  BOTH(exp10##s, f(x));                                                                            \
  BOTH(expm1##s, f(x));                                                                            \
  BOTH(log##s, f(x));                                                                              \
  BOTH(log2##s, f(x));                                                                             \
  BOTH(log10##s, f(x));                                                                            \
  BOTH(log1p##s, f(x));                                                                            \
  BOTH(cbrt##s, f(x));                                                                             \
  BOTH(erf##s, f(x));                                                                              \
  BOTH(erfc##s, f(x));                                                                             \
  BOTH(pow##s, f(x, y));                                                                           \
  BOTH(pow##s, f(fabs##s(x), y));

#define RANGES(T, s, some)                                                                         \
  START_TEST(range##s) {                                                                           \
    for (int i = 0; i < ROUNDS; i++) {                                                             \
      T x = some(), y = any() % 8 ? some() : x;                                                    \
      int n = 0;                                                                                   \
      BOUNDED(s)                                                                                   \
      BOTH(atan2##s, f(x, y));                                                                     \
      BOTH(hypot##s, f(x, y));                                                                     \
      BOTH(tgamma##s, f(x));                                                                       \
      BOTH(lgamma##s, f(x));                                                                       \
      ck_assert(isnan(x) || model_signgam == *real_signgam);                                       \
      BOTH(gamma##s, f(x));                                                                        \
      BOTH(lgamma##s##_r, split##s(f, x, &more));                                                  \
    }                                                                                              \
  }                                                                                                \
  END_TEST

/* Where the models have bounds, and at the ends of periods. */
static const double bounded[] = {
    0.001, 0.01,   0.1,    0.125,   0.2,  0.25,   1 / 3.,     0.5,          0.75,        0.9,
    0.99,  1,      1.01,   1.5,     1.57, 2,      3,          3.14,         M_PI,        4,
    5,     8,      9,      10,      16,   27,     64,         100,          256,         1000,
    1e6,   0x1p20, 0x1p-8, 0x1p-10, 1024, M_PI_2, M_PI - 0.5, 2 * M_PI - 2, 2 * M_PI - 1};

/* Neighbours of the bounds, by the steps of the type, and arguments of everyday size: glibc's
 * functions are not monotone there, so that their bounds need margins. */
#define NEIGHBOURS(T, s)                                                                           \
  START_TEST(neighbours##s) {                                                                      \
    for (size_t i = 0; i < sizeof bounded / sizeof *bounded; i++) {                                \
      T at = (T)bounded[i], x = at, y = (T)(any() % 5);                                            \
      for (int n = 0; n < 120; n++) {                                                              \
        x = n == 60 ? at : nextafter##s(x, n < 60 ? (T)INFINITY : 0);                              \
        for (int minus = 0; minus < 2; minus++) {                                                  \
          x = -x;                                                                                  \
          BOUNDED(s)                                                                               \
        }                                                                                          \
      }                                                                                            \
      for (int n = 0; n < ROUNDS / 20; n++) {                                                      \
        x = (T)(int)(any() % 0x7fffffff) * (any() % 2 ? (T)0x1p-29L : (T)0x1p-26L);                \
        if (any() % 2) x = -x;                                                                     \
        y = (T)((int)(any() % 12) - 4) / 2;                                                        \
        BOUNDED(s)                                                                                 \
      }                                                                                            \
    }                                                                                              \
  }                                                                                                \
  END_TEST

TESTS(float, f, some_float)
TESTS(double, , some_double)
TESTS(long double, l, some_extended)
RANGES(float, f, some_float)
RANGES(double, , some_double)
RANGES(long double, l, some_extended)
NEIGHBOURS(float, f)
NEIGHBOURS(double, )
NEIGHBOURS(long double, l)

int main(void) {
  Suite *s = suite_create("library_math");
  TCase *c = tcase_create("library_math");
  suite_add_tcase(s, c);
  tcase_set_timeout(c, 60);
  tcase_add_test(c, exactf);
  tcase_add_test(c, exact);
  tcase_add_test(c, exactl);
  tcase_add_test(c, rangef);
  tcase_add_test(c, range);
  tcase_add_test(c, rangel);
  tcase_add_test(c, neighboursf);
  tcase_add_test(c, neighbours);
  tcase_add_test(c, neighboursl);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
