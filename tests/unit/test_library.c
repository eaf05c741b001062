/* The models of library, compiled natively, against the C library itself: on random
 * arguments the same results, memory and errno; where a model leaves something open, what the
 * library answers must be allowed by it. */
#define _GNU_SOURCE
#include <check.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <math.h>
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* clang-format off */
#define FUNCTIONS(X) \
  X(strlen) X(strnlen) X(strcmp) X(strncmp) X(strcasecmp) X(strncasecmp) X(strcpy) X(stpcpy) \
  X(strncpy) X(stpncpy) X(strcat) X(strncat) X(strchr) X(index) X(strchrnul) X(strrchr) \
  X(rindex) X(strstr) X(strcasestr) X(strspn) X(strcspn) X(strpbrk) X(strtok_r) X(strtok) \
  X(strsep) X(strdup) X(strndup) X(strverscmp) X(memcmp) X(bcmp) X(memchr) X(memrchr) X(rawmemchr) \
  X(memccpy) X(memmem) X(bcopy) X(swab) X(ffs) X(ffsl) X(ffsll) X(isupper) X(islower) \
  X(isdigit) X(isalpha) X(isalnum) X(isxdigit) X(isspace) X(isblank) X(iscntrl) X(isprint) \
  X(isgraph) X(ispunct) X(isascii) X(toascii) X(toupper) X(tolower) X(abs) X(labs) X(llabs) \
  X(div) X(ldiv) X(lldiv) X(strtol) X(strtoll) X(strtoq) X(strtoimax) X(strtoul) X(strtoull) \
  X(strtouq) X(strtoumax) X(atoi) X(atol) X(atoll) X(bsearch) X(qsort) X(qsort_r) X(rand_r) X(posix_memalign) X(lfind) X(lsearch) \
  X(strtod) X(strtof) X(strtold) X(atof) X(a64l) X(l64a)
/* clang-format on */

/* Where the headers have macros, the functions are meant. */
#undef isupper
#undef islower
#undef isdigit
#undef isalpha
#undef isalnum
#undef isxdigit
#undef isspace
#undef isblank
#undef iscntrl
#undef isprint
#undef isgraph
#undef ispunct
#undef isascii
#undef toascii
#undef toupper
#undef tolower

#define KEEP(name) static __typeof__(&name) real_##name = name;
FUNCTIONS(KEEP)

/* The vocabulary of library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
#define REAL(name) real_##name
extern const bool __ansatz_isdigit_is_one;
const bool __ansatz_isdigit_is_one = false;
static bool broken, undefined;
static void __ansatz_assume(bool condition) {
  if (!condition) broken = true;
}
static int __ansatz_choice(void) {
  return 0;
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

#define strlen model_strlen
#define strnlen model_strnlen
#define strcmp model_strcmp
#define strncmp model_strncmp
#define strcasecmp model_strcasecmp
#define strncasecmp model_strncasecmp
#define strcpy model_strcpy
#define stpcpy model_stpcpy
#define strncpy model_strncpy
#define stpncpy model_stpncpy
#define strcat model_strcat
#define strncat model_strncat
#define strchr model_strchr
#define index model_index
#define strchrnul model_strchrnul
#define strrchr model_strrchr
#define rindex model_rindex
#define strstr model_strstr
#define strcasestr model_strcasestr
#define strspn model_strspn
#define strcspn model_strcspn
#define strpbrk model_strpbrk
#define strtok_r model_strtok_r
#define strtok model_strtok
#define strsep model_strsep
#define strndup model_strndup
#define strverscmp model_strverscmp
#define memcmp model_memcmp
#define bcmp model_bcmp
#define memchr model_memchr
#define memrchr model_memrchr
#define rawmemchr model_rawmemchr
#define memccpy model_memccpy
#define memmem model_memmem
#define bcopy model_bcopy
#define swab model_swab
#define ffs model_ffs
#define ffsl model_ffsl
#define ffsll model_ffsll
#define isupper model_isupper
#define islower model_islower
#define isdigit model_isdigit
#define isalpha model_isalpha
#define isalnum model_isalnum
#define isxdigit model_isxdigit
#define isspace model_isspace
#define isblank model_isblank
#define iscntrl model_iscntrl
#define isprint model_isprint
#define isgraph model_isgraph
#define ispunct model_ispunct
#define isascii model_isascii
#define toascii model_toascii
#define toupper model_toupper
#define tolower model_tolower
#define abs model_abs
#define labs model_labs
#define llabs model_llabs
#define div model_div
#define ldiv model_ldiv
#define lldiv model_lldiv
#define a64l model_a64l
#define l64a model_l64a
#define strtol model_strtol
#define strtoll model_strtoll
#define strtoq model_strtoq
#define strtoimax model_strtoimax
#define strtoul model_strtoul
#define strtoull model_strtoull
#define strtouq model_strtouq
#define strtoumax model_strtoumax
#define atoi model_atoi
#define atol model_atol
#define atoll model_atoll
#define bsearch model_bsearch
#define qsort model_qsort
#define qsort_r model_qsort_r
#define rand_r model_rand_r
#define lfind model_lfind
#define lsearch model_lsearch
#define posix_memalign model_posix_memalign
#define strlcpy model_strlcpy
#define strlcat model_strlcat
#define strdup model_strdup
#define div_t model_div_t
#define ldiv_t model_ldiv_t
#define lldiv_t model_lldiv_t
#define __strdup model_strdup_internal
#define __strtok_r model_strtok_r_internal
#define __ctype_b_loc model_ctype_b_loc_internal
#define __isoc23_strtol model_c23_strtol
#define __isoc23_strtoll model_c23_strtoll
#define __isoc23_strtoimax model_c23_strtoimax
#define __isoc23_strtoul model_c23_strtoul
#define __isoc23_strtoull model_c23_strtoull
#define __isoc23_strtoumax model_c23_strtoumax
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include "../../library/ctype.c"
#include "../../library/stdlib.c"
#define MODEL(name) model_##name
#include "../../library/strtod.c"
#include "../../library/string.c"
#pragma GCC diagnostic pop
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wrestrict" /* of worlds that it takes for longer strings */
#endif

static uint64_t state = 1;
static uint32_t any(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

/* What a function may look at and change. */
typedef struct world {
  char a[32], b[16], *rest;
  size_t n;
  int c;
} world;

static void fill(char *s, uint32_t room) {
  static const char letters[] = "aAbBz ,\t019+-x@\xe4";
  uint32_t length = any(room);
  for (uint32_t i = 0; i < room; i++) s[i] = i < length ? letters[any(sizeof letters - 1)] : 0;
}

static world start;
static void arrange(void) {
  memset(&start, 0, sizeof start);
  fill(start.a, 12);
  fill(start.b, any(2) ? 3 : 12);
  if (any(4) == 0) memcpy(start.b, start.a, 12);
  start.n = any(10);
  start.c = any(2) ? start.a[any(4)] : (int)any(256);
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

/* Model and real function do the same to the world; `f` stands for either in the expression, and is
 * volatile, as glibc declares functions pure that change errno. */
#define BOTH(name, expression)                                                                     \
  do {                                                                                             \
    world one = start, two = start, *w = &one;                                                     \
    __typeof__(&model_##name) volatile f = model_##name;                                           \
    errno = 0, broken = undefined = false, (void)w;                                                \
    intmax_t x = (intmax_t)(expression);                                                           \
    int model_errno = errno;                                                                       \
    f = real_##name, w = &two, errno = 0;                                                          \
    intmax_t y = (intmax_t)(expression);                                                           \
    ck_assert_msg(!broken, "%s: the library's answer is not allowed", #name);                      \
    if (undefined) break;                                                                          \
    ck_assert_msg(x == y && errno == model_errno, "%s: %jd, errno %d, not %jd, %d", #name, x,      \
                  model_errno, y, errno);                                                          \
    ck_assert_msg(!real_memcmp(one.a, two.a, sizeof one.a) &&                                      \
                      !real_memcmp(one.b, two.b, sizeof one.b),                                    \
                  "%s: other memory", #name);                                                      \
  } while (0)

enum { ROUNDS = 20000 };

START_TEST(strings) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    BOTH(strlen, f(w->a));
    BOTH(strnlen, f(w->a, w->n));
    BOTH(strcmp, sign(f(w->a, w->b)));
    BOTH(strncmp, sign(f(w->a, w->b, w->n)));
    BOTH(strcasecmp, sign(f(w->a, w->b)));
    BOTH(strncasecmp, sign(f(w->a, w->b, w->n)));
    BOTH(strcpy, AT(f(w->a, w->b)));
    BOTH(stpcpy, AT(f(w->a, w->b)));
    BOTH(strncpy, AT(f(w->a, w->b, w->n)));
    BOTH(stpncpy, AT(f(w->a, w->b, w->n)));
    BOTH(strcat, AT(f(w->a, w->b)));
    BOTH(strncat, AT(f(w->a, w->b, w->n)));
    BOTH(strchr, AT(f(w->a, w->c)));
    BOTH(index, AT(f(w->a, w->c)));
    BOTH(strchrnul, AT(f(w->a, w->c)));
    BOTH(strrchr, AT(f(w->a, w->c)));
    BOTH(rindex, AT(f(w->a, w->c)));
    BOTH(strstr, AT(f(w->a, w->b)));
    BOTH(strcasestr, AT(f(w->a, w->b)));
    BOTH(strspn, f(w->a, w->b));
    BOTH(strcspn, f(w->a, w->b));
    BOTH(strpbrk, AT(f(w->a, w->b)));
  }
}
END_TEST

/* Names with numbers, and zeros before these. */
START_TEST(versions) {
  static const char letters[] = "0000112359a.-";
  memset(&start, 0, sizeof start);
  for (int i = 0; i < 20 * ROUNDS; i++) {
    uint32_t common = any(5), more = any(4);
    for (uint32_t k = 0; k < 10; k++) {
      start.a[k] = k < common + more ? letters[any(sizeof letters - 1)] : 0;
      start.b[k] = k < common ? start.a[k] : k < common + any(4) ? letters[any(11)] : 0;
    }
    BOTH(strverscmp, f(w->a, w->b));
  }
}
END_TEST

START_TEST(tokens) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    BOTH(strtok_r, AT(f(w->a, w->b, &w->rest)) * 100 + AT(w->rest));
    BOTH(strtok_r, (f(w->a, w->b, &w->rest), AT(f(NULL, w->b, &w->rest))));
    BOTH(strtok, (f(w->a, w->b), AT(f(NULL, w->b))));
    BOTH(strsep, (w->rest = w->a, AT(f(&w->rest, w->b)) * 100 + AT(w->rest)));
  }
}
END_TEST

static intmax_t copied(char *copy, const char *of) {
  intmax_t difference =
      copy ? real_memcmp(copy, of, strlen(copy)) * 100 + (intmax_t)strlen(copy) : -1;
  free(copy);
  return difference;
}

START_TEST(memory) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    BOTH(memcmp, sign(f(w->a, w->b, w->n)));
    BOTH(bcmp, f(w->a, w->b, w->n) != 0);
    BOTH(memchr, AT(f(w->a, w->c, w->n)));
    BOTH(memrchr, AT(f(w->a, w->c, w->n)));
    BOTH(rawmemchr, AT(f(w->a, 0)));
    BOTH(memccpy, AT(f(w->a, w->b, w->c, w->n)));
    BOTH(memmem, AT(f(w->a, 12, w->b, w->n % 4)));
    BOTH(bcopy, (f(w->a + 2, w->a, w->n), 0));
    BOTH(swab, (f(w->a, w->b, (ssize_t)w->n), 0));
    BOTH(strdup, copied(f(w->a), w->a));
    BOTH(strndup, copied(f(w->a, w->n), w->a));
  }
}
END_TEST

START_TEST(characters) {
  memset(&start, 0, sizeof start);
  for (start.c = -128; start.c < 256; start.c++) {
    BOTH(isupper, f(w->c));
    BOTH(islower, f(w->c));
    BOTH(isdigit, f(w->c) != 0);
    BOTH(isalpha, f(w->c));
    BOTH(isalnum, f(w->c));
    BOTH(isxdigit, f(w->c));
    BOTH(isspace, f(w->c));
    BOTH(isblank, f(w->c));
    BOTH(iscntrl, f(w->c));
    BOTH(isprint, f(w->c));
    BOTH(isgraph, f(w->c));
    BOTH(ispunct, f(w->c));
    BOTH(isascii, f(w->c));
    BOTH(toascii, f(w->c));
    BOTH(toupper, f(w->c));
    BOTH(tolower, f(w->c));
    ck_assert_int_eq((*model_ctype_b_loc_internal())[start.c], (*__ctype_b_loc())[start.c]);
  }
  undefined = false;
  model_isalpha(256);
  ck_assert(undefined);
  ck_assert(model_toupper(1000) == real_toupper(1000) && model_tolower(-129) == real_tolower(-129));
}
END_TEST

/* A number around the bounds of the types, or anything. */
static void write_number(char *s, size_t room) {
  static const char *const bounds[] = {"9223372036854775807",
                                       "9223372036854775808",
                                       "2147483648",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "0x7fff",
                                       "0x",
                                       "0xg",
                                       "077",
                                       "08",
                                       "0b11",
                                       "zZ",
                                       "  +12",
                                       "-  1"};
  const char *sign = any(3) ? "" : any(2) ? "-" : " +";
  if (any(3))
    snprintf(s, room, "%s%s%s", sign, bounds[any(sizeof bounds / sizeof *bounds)],
             any(2) ? "" : "q");
  else
    fill(s, 12);
}

START_TEST(numbers) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    write_number(start.a, sizeof start.a);
    static const int bases[] = {0, 10, 16, 8, 2, 36, 1, -1, 37, 7};
    start.c = bases[any(sizeof bases / sizeof *bases)];
    BOTH(strtol, f(w->a, &w->rest, w->c));
    BOTH(strtoll, f(w->a, &w->rest, w->c));
    BOTH(strtoq, f(w->a, NULL, w->c));
    BOTH(strtoimax, f(w->a, &w->rest, w->c));
    BOTH(strtoul, f(w->a, &w->rest, w->c));
    BOTH(strtoull, (f(w->a, &w->rest, w->c), errno == EINVAL ? 0 : AT(w->rest)));
    BOTH(strtouq, f(w->a, &w->rest, w->c));
    BOTH(strtoumax, f(w->a, &w->rest, w->c));
    BOTH(atoi, f(w->a));
    BOTH(atol, f(w->a));
    BOTH(atoll, f(w->a));
  }
}
END_TEST

START_TEST(arithmetic) {
  for (int i = 0; i < ROUNDS; i++) {
    int64_t p = (int64_t)((uint64_t)any(UINT32_MAX) << (32 * any(2))), q = 1 + any(9);
    int small_p = (int)any(INT_MAX) - (int)any(INT_MAX);
    BOTH(abs, f(small_p));
    BOTH(labs, f(small_p));
    BOTH(llabs, f(p));
    ck_assert_int_eq(model_div(small_p, (int)q).quot, real_div(small_p, (int)q).quot);
    ck_assert_int_eq(model_div(small_p, (int)q).rem, real_div(small_p, (int)q).rem);
    BOTH(ffs, f(small_p));
    BOTH(ffsl, f(p));
    BOTH(ffsll, f(p));
    ck_assert_int_eq(model_ldiv(p, -q).quot, real_ldiv(p, -q).quot);
    ck_assert_int_eq(model_lldiv(-p, q).rem, real_lldiv(-p, q).rem);
    ck_assert_str_eq(model_l64a(small_p), real_l64a(small_p));
    ck_assert_str_eq(model_l64a(p), real_l64a(p));
    char digits[8];
    for (int k = 0; k < 8; k++) digits[k] = "./09AZaz+@["[any(11)];
    ck_assert_int_eq(model_a64l(digits), real_a64l(digits));
    ck_assert_int_eq(model_a64l(model_l64a(small_p)), real_a64l(real_l64a(small_p)));
  }
}
END_TEST

static uint32_t compared; /* which elements, in which order */
static int by_number(const void *a, const void *b) {
  compared = compared * 31 + (uint32_t)*(const int *)b;
  return *(const int *)a - *(const int *)b;
}

START_TEST(searching) {
  int sorted[16];
  for (int i = 0; i < 16; i++) sorted[i] = 2 * i;
  for (int key = -1; key < 34; key++)
    for (size_t n = 0; n <= 16; n++) {
      compared = 0;
      const void *found = model_bsearch(&key, sorted, n, sizeof *sorted, by_number);
      uint32_t order = compared;
      compared = 0;
      ck_assert_ptr_eq(found, real_bsearch(&key, sorted, n, sizeof *sorted, by_number));
      ck_assert_uint_eq(order, compared);
    }
}
END_TEST

START_TEST(searching_unsorted) {
  for (int i = 0; i < 2000; i++) {
    int one[17], two[17], key = (int)any(20);
    size_t n = any(16), m = n;
    for (int k = 0; k < 17; k++) one[k] = two[k] = (int)any(20);
    compared = 0;
    const int *found = model_lfind(&key, one, &n, sizeof *one, by_number);
    uint32_t order = compared;
    compared = 0;
    ck_assert_ptr_eq(found, real_lfind(&key, one, &m, sizeof *one, by_number));
    ck_assert_uint_eq(order, compared);
    compared = 0;
    const int *added = model_lsearch(&key, one, &n, sizeof *one, by_number);
    order = compared, compared = 0;
    const int *real = real_lsearch(&key, two, &m, sizeof *two, by_number);
    ck_assert_int_eq(added - one, real - two);
    ck_assert_uint_eq(order, compared);
    ck_assert_uint_eq(n, m);
    ck_assert_int_eq(real_memcmp(one, two, sizeof one), 0);
  }
}
END_TEST

/* AddressSanitizer ends the program at a bad alignment, and calls comparisons before qsort does. */
#if defined __SANITIZE_ADDRESS__
enum { UNDER_ADDRESS_SANITIZER = 1 };
#else
enum { UNDER_ADDRESS_SANITIZER = 0 };
#endif

static int by_first(const void *a, const void *b) {
  const unsigned char *p = a, *q = b;
  compared = compared * 31 + *p * 7u + *q;
  return (*p & 15) - (*q & 15);
}

static int by_first_with(const void *a, const void *b, void *calls) {
  ++*(uint32_t *)calls;
  return by_first(a, b);
}

START_TEST(sorting) {
  for (int i = 0; i < 3000; i++) {
    unsigned char one[256], two[256];
    size_t size = 1 + any(16), count = any(16);
    for (size_t k = 0; k < sizeof one; k++) one[k] = two[k] = (unsigned char)any(256);
    compared = 0, undefined = false;
    model_qsort(one, count, size, by_first);
    ck_assert(!undefined);
    uint32_t order = compared;
    compared = 0;
    real_qsort(two, count, size, by_first);
    ck_assert(UNDER_ADDRESS_SANITIZER || order == compared);
    ck_assert_int_eq(real_memcmp(one, two, sizeof one), 0);
    uint32_t given[2] = {0};
    for (size_t k = 0; k < sizeof one; k++) one[k] = two[k] = (unsigned char)any(256);
    model_qsort_r(one, count, size, by_first_with, &given[0]);
    real_qsort_r(two, count, size, by_first_with, &given[1]);
    ck_assert(UNDER_ADDRESS_SANITIZER || given[0] == given[1]);
    ck_assert_int_eq(real_memcmp(one, two, sizeof one), 0);
  }
}
END_TEST

/* The start of a number, or anything. */
static void write_real(char *s, size_t room) {
  static const char *const starts[] = {"1.5",
                                       "-0x1.8p3",
                                       "1e22",
                                       "1e23",
                                       "123456789012345678901",
                                       ".5e-3",
                                       "inf",
                                       "NaN(x)",
                                       "nan(",
                                       "infin",
                                       "infinity",
                                       "0x.8",
                                       "0x",
                                       "-0",
                                       "1e",
                                       "1e+",
                                       "1e400",
                                       "1e-320",
                                       "9007199254740993",
                                       "5e-324",
                                       "1e-46"};
  if (any(3))
    snprintf(s, room, "%s%s%s", any(3) ? "" : " ", starts[any(sizeof starts / sizeof *starts)],
             any(2)   ? ""
             : any(2) ? "1"
                      : "e5");
  else if (any(2))
    snprintf(s, room, "%u.%ue%d", any(100000), any(1000000), (int)any(80) - 40);
  else
    fill(s, 12);
}

static intmax_t bits(double value) {
  intmax_t result = 0;
  memcpy(&result, &value, sizeof value);
  return isnan(value) ? -1 : result;
}

static intmax_t long_bits(long double value) {
  return bits((double)value) ^ bits((double)(value - (double)value));
}

START_TEST(reals) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    write_real(start.a, sizeof start.a);
    BOTH(strtod, bits(f(w->a, &w->rest)) + AT(w->rest));
    BOTH(strtof, bits(f(w->a, &w->rest)) + AT(w->rest));
    BOTH(strtold, long_bits(f(w->a, &w->rest)) + AT(w->rest));
    BOTH(atof, bits(f(w->a)));
  }
}
END_TEST

START_TEST(pseudo_random) {
  for (int i = 0; i < ROUNDS; i++) {
    unsigned one = any(UINT32_MAX), two = one;
    ck_assert_int_eq(model_rand_r(&one), real_rand_r(&two));
    ck_assert(one == two && !broken);
  }
}
END_TEST

START_TEST(aligning) {
  static const size_t alignments[] = {0, 1, 3, 4, 8, 12, 16, 24, 64, 4096};
  for (size_t i = 0; i < sizeof alignments / sizeof *alignments; i++)
    for (size_t size = 10; size < 20; size++) {
      void *one = NULL, *two = NULL;
      size_t alignment = alignments[i];
      int model = model_posix_memalign(&one, alignment, size), real = EINVAL;
      bool refused = alignment < sizeof(void *) || (alignment & (alignment - 1));
      if (!refused || !UNDER_ADDRESS_SANITIZER) real = real_posix_memalign(&two, alignment, size);
      ck_assert_int_eq(model, real);
      ck_assert(!one == !two && (uintptr_t)one % (alignment ? alignment : 1) == 0);
      free(one);
      free(two);
    }
}
END_TEST

int main(void) {
  Suite *s = suite_create("library");
  TCase *c = tcase_create("library");
  suite_add_tcase(s, c);
  tcase_set_timeout(c, 60);
  tcase_add_test(c, strings);
  tcase_add_test(c, versions);
  tcase_add_test(c, tokens);
  tcase_add_test(c, memory);
  tcase_add_test(c, characters);
  tcase_add_test(c, numbers);
  tcase_add_test(c, arithmetic);
  tcase_add_test(c, searching);
  tcase_add_test(c, searching_unsorted);
  tcase_add_test(c, sorting);
  tcase_add_test(c, reals);
  tcase_add_test(c, pseudo_random);
  tcase_add_test(c, aligning);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
