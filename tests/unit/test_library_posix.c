/* The models of random.c, network.c, path.c, lists.c and locale.c in core/library, compiled
 * natively, against the C library itself: on random arguments the same results, memory and errno.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <locale.h>
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#undef htons
#undef htonl
#undef ntohs
#undef ntohl
char *__xpg_basename(char *);
char *dirname(char *);

/* clang-format off */
#define FUNCTIONS(X) \
  \
  \
  X(srand48) \
  X(seed48) X(lcong48) X(drand48) X(lrand48) X(mrand48) X(erand48) X(nrand48) X(jrand48) X(htons) \
  X(htonl) X(ntohs) X(ntohl) X(basename) X(__xpg_basename) X(dirname) X(insque) X(remque) \
  X(setlocale)
/* clang-format on */
#define KEEP(name) static __typeof__(&name) real_##name = name;
FUNCTIONS(KEEP)

/* The vocabulary of core/library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
static bool undefined;
static void __ansatz_unsupported(const char *reason) {
  (void)reason;
  undefined = true;
}

#define srand48 model_srand48
#define seed48 model_seed48
#define lcong48 model_lcong48
#define drand48 model_drand48
#define lrand48 model_lrand48
#define mrand48 model_mrand48
#define erand48 model_erand48
#define nrand48 model_nrand48
#define jrand48 model_jrand48
#define htons model_htons
#define htonl model_htonl
#define ntohs model_ntohs
#define ntohl model_ntohl
#define basename model_basename
#define __xpg_basename model___xpg_basename
#define dirname model_dirname
#define insque model_insque
#define remque model_remque
#define setlocale model_setlocale
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include "../../core/library/lists.c"
#include "../../core/library/locale.c"
#include "../../core/library/network.c"
#include "../../core/library/path.c"
#define seed seed_generator
#define state generator_state
#include "../../core/library/random.c"
#undef state
#pragma GCC diagnostic pop

static uint64_t state = 1;
static uint32_t any(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

enum { ROUNDS = 20000 };

/* What a function may look at and change. */
typedef struct world {
  char path[16];
  unsigned short x[7];
} world;

static world start;
static void arrange(void) {
  memset(&start, 0, sizeof start);
  uint32_t n = any(9);
  for (uint32_t i = 0; i < n; i++) start.path[i] = "//ab."[any(5)];
  for (int i = 0; i < 7; i++) start.x[i] = (unsigned short)any(65536);
}

/* A pointer into the world, as an offset that does not depend on where the world lies. */
#define AT(pointer) offset(w, pointer)
static intmax_t offset(const world *w, const void *pointer) {
  return pointer ? (const char *)pointer - (const char *)w : -1;
}

/* Model and real function do the same to the world; `f` stands for either in the expression. */
#define BOTH(name, expression)                                                                     \
  do {                                                                                             \
    world one = start, two = start, *w = &one;                                                     \
    __typeof__(&model_##name) volatile f = model_##name;                                           \
    errno = 0, undefined = false, (void)w;                                                         \
    intmax_t x = (intmax_t)(expression);                                                           \
    int model_errno = errno;                                                                       \
    f = real_##name, w = &two, errno = 0;                                                          \
    intmax_t y = (intmax_t)(expression);                                                           \
    ck_assert_msg(!undefined, "%s: the library's answer is not allowed", #name);                   \
    ck_assert_msg(x == y && errno == model_errno, "%s: %jd, errno %d, not %jd, %d", #name, x,      \
                  model_errno, y, errno);                                                          \
    ck_assert_msg(!memcmp(&one, &two, sizeof one), "%s: other memory", #name);                     \
  } while (0)

/* Where a part of the path is; a string that is none must be ".". */
#define IN_PATH(part) in_path(w, part)
static intmax_t in_path(const world *w, const char *part) {
  intmax_t at = part - w->path;
  return at >= 0 && at < (intmax_t)sizeof w->path ? at : strcmp(part, ".") ? -1 : 100;
}

START_TEST(paths) {
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    BOTH(basename, AT(f(w->path)));
    BOTH(__xpg_basename, IN_PATH(f(w->path)));
    BOTH(dirname, IN_PATH(f(w->path)));
  }
  char empty[] = "";
  ck_assert_str_eq(model___xpg_basename(empty), real___xpg_basename(empty));
  ck_assert_str_eq(model___xpg_basename(NULL), real___xpg_basename(NULL));
  ck_assert_str_eq(model_dirname(NULL), real_dirname(NULL));
}
END_TEST

static bool same_seed(const unsigned short *a, const unsigned short *b) {
  return !memcmp(a, b, 3 * sizeof *a);
}

START_TEST(random_numbers) {
  undefined = false;
  model_lrand48();
  ck_assert(undefined); /* before a seed */
  srand48(1);
  real_srand48(1);
  for (int i = 0; i < ROUNDS; i++) {
    arrange();
    switch (any(24)) {
    case 0:
      model_srand48((long)start.x[0] - 500);
      real_srand48((long)start.x[0] - 500);
      break;
    case 1: ck_assert(same_seed(model_seed48(start.x), real_seed48(start.x))); break;
    case 2:
      model_lcong48(start.x);
      real_lcong48(start.x);
      break;
    default: break;
    }
    BOTH(drand48, 0x1p48 * f());
    BOTH(lrand48, f());
    BOTH(mrand48, f());
    BOTH(erand48, 0x1p48 * f(w->x));
    BOTH(nrand48, f(w->x));
    BOTH(jrand48, f(w->x));
  }
}
END_TEST

START_TEST(network_order) {
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t x = any(65536) << 16 | any(65536);
    ck_assert_uint_eq(model_htonl(x), real_htonl(x));
    ck_assert_uint_eq(model_ntohl(x), real_ntohl(x));
    ck_assert_uint_eq(model_htons((uint16_t)x), real_htons((uint16_t)x));
    ck_assert_uint_eq(model_ntohs((uint16_t)x), real_ntohs((uint16_t)x));
  }
}
END_TEST

static int place(const element *of, const element *first) {
  return of ? (int)(of - first) : -1;
}

START_TEST(linked_lists) {
  element one[6] = {0}, two[6] = {0}; /* the model's type: the compiler may tell types apart */
  bool in[6] = {true};
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t which = any(6), at = any(6);
    if (in[which]) {
      model_remque(&one[which]);
      real_remque(&two[which]);
      in[which] = false;
    } else {
      model_insque(&one[which], in[at] ? &one[at] : NULL);
      real_insque(&two[which], in[at] ? &two[at] : NULL);
      in[which] = true;
    }
    for (int k = 0; k < 6; k++) {
      ck_assert_int_eq(place(one[k].next, one), place(two[k].next, two));
      ck_assert_int_eq(place(one[k].previous, one), place(two[k].previous, two));
    }
  }
}
END_TEST

START_TEST(locales) {
  static const char *const names[] = {NULL, "C", "POSIX"};
  for (int category = -2; category < 15; category++)
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      errno = 0, undefined = false;
      const char *one = model_setlocale(category, names[i]);
      int model_errno = errno;
      errno = 0;
      const char *two = real_setlocale(category, names[i]);
      ck_assert(!undefined && !one == !two && model_errno == errno);
      if (two) ck_assert_str_eq(one, two);
    }
  model_setlocale(LC_ALL, "");
  ck_assert(undefined);
}
END_TEST

int main(void) {
  Suite *s = suite_create("library_posix");
  TCase *c = tcase_create("library_posix");
  suite_add_tcase(s, c);
  tcase_set_timeout(c, 60);
  tcase_add_test(c, paths);
  tcase_add_test(c, random_numbers);
  tcase_add_test(c, network_order);
  tcase_add_test(c, linked_lists);
  tcase_add_test(c, locales);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
