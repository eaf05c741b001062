/* The models of wide strings and characters (library/wchar.c, wctype.c), compiled natively,
 * against the C library: on random arguments the same results and memory; where a model leaves
 * something open, what the library answers must be allowed by it. */
#define _GNU_SOURCE
#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

/* clang-format off */
#define STRINGS(X) \
  X(wcslen) X(wcsnlen) X(wcscmp) X(wcsncmp) X(wcscasecmp) X(wcsncasecmp) X(wcscpy) X(wcpcpy) \
  X(wcsncpy) X(wcpncpy) X(wcscat) X(wcsncat) X(wcschr) X(wcschrnul) X(wcsrchr) X(wcsspn) \
  X(wcscspn) X(wcspbrk) X(wcsstr) X(wcswcs) X(wcstok) X(wcsdup) X(wmemcpy) X(wmempcpy) \
  X(wmemmove) X(wmemset) X(wmemchr) X(wmemcmp) X(wcstol) X(wcstoll) X(wcstoimax) X(wcstoul) \
  X(wcstoull) X(wcstoumax)
#define PREDICATES(X) \
  X(iswupper) X(iswlower) X(iswdigit) X(iswalpha) X(iswalnum) X(iswxdigit) X(iswspace) \
  X(iswblank) X(iswcntrl) X(iswprint) X(iswgraph) X(iswpunct)
#define CHARACTERS(X) X(towlower) X(towupper) X(btowc) X(wctob)
/* clang-format on */
#define KEEP(name) static __typeof__(&name) real_##name = name;
STRINGS(KEEP)
PREDICATES(KEEP)
CHARACTERS(KEEP)

/* The vocabulary of library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
#define REAL(name) kept_##name
static bool broken, undefined;
static void __ansatz_assume(bool condition) {
  if (!condition) broken = true;
}
static void __ansatz_unsupported(const char *reason) {
  (void)reason;
  undefined = true;
}
static void __ansatz_apart(const void *a, const void *b) {
  ck_assert_ptr_ne(a, b);
}
static void __ansatz_range(const void *at, size_t size) {
  (void)at;
  (void)size;
}

#define wchar_t model_wchar_t
#define wint_t model_wint_t
#define wcslen model_wcslen
#define wcsnlen model_wcsnlen
#define wcscmp model_wcscmp
#define wcsncmp model_wcsncmp
#define wcscasecmp model_wcscasecmp
#define wcsncasecmp model_wcsncasecmp
#define wcscpy model_wcscpy
#define wcpcpy model_wcpcpy
#define wcsncpy model_wcsncpy
#define wcpncpy model_wcpncpy
#define wcscat model_wcscat
#define wcsncat model_wcsncat
#define wcschr model_wcschr
#define wcschrnul model_wcschrnul
#define wcsrchr model_wcsrchr
#define wcsspn model_wcsspn
#define wcscspn model_wcscspn
#define wcspbrk model_wcspbrk
#define wcsstr model_wcsstr
#define wcswcs model_wcswcs
#define wcstok model_wcstok
#define wcsdup model_wcsdup
#define wmemcpy model_wmemcpy
#define wmempcpy model_wmempcpy
#define wmemmove model_wmemmove
#define wmemset model_wmemset
#define wmemchr model_wmemchr
#define wmemcmp model_wmemcmp
#define wcstol model_wcstol
#define wcstoll model_wcstoll
#define wcstoimax model_wcstoimax
#define wcstoul model_wcstoul
#define wcstoull model_wcstoull
#define wcstoumax model_wcstoumax
#define __isoc23_wcstol model_c23_wcstol
#define __isoc23_wcstoll model_c23_wcstoll
#define __isoc23_wcstoimax model_c23_wcstoimax
#define __isoc23_wcstoul model_c23_wcstoul
#define __isoc23_wcstoull model_c23_wcstoull
#define __isoc23_wcstoumax model_c23_wcstoumax
#define iswupper model_iswupper
#define iswlower model_iswlower
#define iswdigit model_iswdigit
#define iswalpha model_iswalpha
#define iswalnum model_iswalnum
#define iswxdigit model_iswxdigit
#define iswspace model_iswspace
#define iswblank model_iswblank
#define iswcntrl model_iswcntrl
#define iswprint model_iswprint
#define iswgraph model_iswgraph
#define iswpunct model_iswpunct
#define towlower model_towlower
#define towupper model_towupper
#define btowc model_btowc
#define wctob model_wctob
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#include "../../library/wchar.c"
#include "../../library/wctype.c"
#pragma GCC diagnostic pop

/* What the models ask of the library. */
int kept_wcscmp(const wchar_t *a, const wchar_t *b) {
  return real_wcscmp(a, b);
}
int kept_wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  return real_wcsncmp(a, b, n);
}
int kept_wcscasecmp(const wchar_t *a, const wchar_t *b) {
  return real_wcscasecmp(a, b);
}
int kept_wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  return real_wcsncasecmp(a, b, n);
}
int kept_wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  return real_wmemcmp(a, b, n);
}
/* The models' names are macros here, which are replaced in what a macro passes on. */
#define ASK(name)                                                                                  \
  int kept_model_##name(wint_t c) {                                                                \
    return real_##name(c);                                                                         \
  }
PREDICATES(ASK)

static uint64_t state = 1;
static uint32_t any(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

typedef struct world {
  wchar_t a[32], b[16], *rest;
  size_t n;
  wchar_t c;
} world;
static world start;

static void fill(wchar_t *s, uint32_t room) {
  static const wchar_t letters[] = {'a', 'A', 'b', 'B',      'z',   ' ',
                                    ',', '@', 228, 0x10ffff, -1000, INT32_MIN};
  uint32_t length = any(room);
  for (uint32_t i = 0; i < room; i++)
    s[i] = i < length ? letters[any(sizeof letters / sizeof *letters)] : 0;
}

static void arrange(void) {
  memset(&start, 0, sizeof start);
  fill(start.a, 12);
  fill(start.b, any(2) ? 3 : 12);
  if (any(4) == 0) memcpy(start.b, start.a, 12 * sizeof *start.b);
  start.n = any(10);
  start.c = any(4) ? start.a[any(4)] : (wchar_t)any(256);
}

/* How much less or greater is not the same in all places (of a glibc, of another one). */
static int sign(int order) {
  return (order > 0) - (order < 0);
}

/* A pointer into the world, as an offset that does not depend on where the world lies. */
#define AT(pointer) offset(w, pointer)
static intmax_t offset(const world *w, const void *pointer) {
  return pointer ? (const char *)pointer - (const char *)w : -1;
}

#define BOTH(name, expression)                                                                     \
  do {                                                                                             \
    world one = start, two = start, *w = &one;                                                     \
    __typeof__(real_##name) volatile f = model_##name;                                             \
    broken = undefined = false;                                                                    \
    intmax_t x = (intmax_t)(expression);                                                           \
    f = real_##name, w = &two;                                                                     \
    intmax_t y = (intmax_t)(expression);                                                           \
    ck_assert_msg(!broken, "%s: the library's answer is not allowed", #name);                      \
    ck_assert_msg(!undefined && x == y, "%s: %jd, not %jd", #name, x, y);                          \
    ck_assert_msg(!memcmp(one.a, two.a, sizeof one.a) && !memcmp(one.b, two.b, sizeof one.b),      \
                  "%s: other memory", #name);                                                      \
  } while (0)

static intmax_t copied(wchar_t *copy, const wchar_t *of) {
  intmax_t result = copy ? (intmax_t)real_wcslen(copy) + 100 * real_wcscmp(copy, of) : -1;
  free(copy);
  return result;
}

enum { ROUNDS = 10000 };

START_TEST(strings) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    BOTH(wcslen, f(w->a));
    BOTH(wcsnlen, f(w->a, w->n));
    BOTH(wcscmp, sign(f(w->a, w->b)));
    BOTH(wcsncmp, sign(f(w->a, w->b, w->n)));
    BOTH(wcscasecmp, sign(f(w->a, w->b)));
    BOTH(wcsncasecmp, sign(f(w->a, w->b, w->n)));
    BOTH(wcscpy, AT(f(w->a, w->b)));
    BOTH(wcpcpy, AT(f(w->a, w->b)));
    BOTH(wcsncpy, AT(f(w->a, w->b, w->n)));
    BOTH(wcpncpy, AT(f(w->a, w->b, w->n)));
    BOTH(wcscat, AT(f(w->a, w->b)));
    BOTH(wcsncat, AT(f(w->a, w->b, w->n)));
    BOTH(wcschr, AT(f(w->a, w->c)));
    BOTH(wcschrnul, AT(f(w->a, w->c)));
    BOTH(wcsrchr, AT(f(w->a, w->c)));
    BOTH(wcsspn, f(w->a, w->b));
    BOTH(wcscspn, f(w->a, w->b));
    BOTH(wcspbrk, AT(f(w->a, w->b)));
    BOTH(wcsstr, AT(f(w->a, w->b)));
    BOTH(wcswcs, AT(f(w->a, w->b)));
    BOTH(wcstok, AT(f(w->a, w->b, &w->rest)) * 1000 + AT(w->rest));
    BOTH(wcstok, (f(w->a, w->b, &w->rest), AT(f(NULL, w->b, &w->rest)) * 1000 + AT(w->rest)));
    BOTH(wcsdup, copied(f(w->a), w->a));
  }
}
END_TEST

static void write_number(wchar_t *s) {
  static const wchar_t letters[] = L"0011789aAfFxXbzZ+- \t\xa0";
  static const wchar_t *const starts[] = {L"0x",
                                          L" -0X",
                                          L"2147483648",
                                          L"-9223372036854775808",
                                          L"18446744073709551615",
                                          L"99999999999999999999"};
  uint32_t length = any(6);
  if (any(2)) {
    real_wcscpy(s, starts[any(6)]);
    s += real_wcslen(s);
  }
  for (uint32_t i = 0; i < length; i++) s[i] = letters[any(sizeof letters / sizeof *letters - 1)];
  s[length] = 0;
}

/* The number, what was read and errno, in one. */
#define READ                                                                                       \
  (errno = 0, value = (intmax_t)f(w->a, &w->rest, base),                                           \
   value ^ AT(w->rest) ^ (intmax_t)errno << 32)

START_TEST(numbers) {
  static const int bases[] = {0, 0, 8, 10, 10, 16, 36, 2, 1, 37, -1};
  intmax_t value;
  for (int i = 0; i < ROUNDS; i++) {
    memset(&start, 0, sizeof start);
    write_number(start.a);
    int base = bases[any(11)];
    BOTH(wcstol, READ);
    BOTH(wcstoll, READ);
    BOTH(wcstoimax, READ);
    BOTH(wcstoul, READ);
    BOTH(wcstoull, READ);
    BOTH(wcstoumax, READ);
  }
}
END_TEST

START_TEST(memory) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    BOTH(wmemcpy, AT(f(w->a, w->b, w->n)));
    BOTH(wmempcpy, AT(f(w->a, w->b, w->n)));
    BOTH(wmemmove, AT(f(w->a + 2, w->a, w->n)));
    BOTH(wmemset, AT(f(w->a, w->c, w->n)));
    BOTH(wmemchr, AT(f(w->a, w->c, w->n)));
    BOTH(wmemcmp, sign(f(w->a, w->b, w->n)));
  }
}
END_TEST

#define ANSWER(name)                                                                               \
  broken = false;                                                                                  \
  ck_assert_msg(model_##name(c) == real_##name(c) && !broken, "%s(%u)", #name, c);

START_TEST(characters) {
  for (wint_t i = 0; i < 0x40000; i++) {
    wint_t c = i < 0x3ff00 ? i : (wint_t)0 - (0x40000 - i);
    PREDICATES(ANSWER)
    ANSWER(towlower)
    ANSWER(towupper)
  }
  for (int c = -1; c < 128; c++) {
    ck_assert_uint_eq(model_btowc(c), real_btowc(c));
    ck_assert_int_eq(model_wctob((wint_t)c), real_wctob((wint_t)c));
  }
  ck_assert(!undefined);
  model_btowc(200);
  ck_assert(undefined);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("library_wide");
  TCase *all = tcase_create("all");
  tcase_add_test(all, strings);
  tcase_add_test(all, numbers);
  tcase_add_test(all, memory);
  tcase_add_test(all, characters);
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
