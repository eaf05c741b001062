/* The models of library/{rand48,libgen,locale,inttypes,search}.c, compiled natively, against
 * the C library: on random arguments the same results, memory and errno. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <locale.h>
#include <search.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The vocabulary of library/contract.h, for a native run. */
#define ANSATZ_LIBRARY_CONTRACT_H
#define REAL(name) kept_##name
static bool broken, undefined;
static int choice;
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
static int __ansatz_choice(void) {
  return choice;
}
static void __ansatz_fails_with(int number) {
  errno = number;
}
bool __ansatz_unknown_locale(void);
bool __ansatz_unknown_locale(void) {
  return false;
}
extern char *gnu_basename(const char *path) __asm__("basename");

#undef LC_IDENTIFICATION
#undef basename
#undef htonl
#undef ntohl
#undef htons
#undef ntohs
#define erand48 model_erand48
#define drand48 model_drand48
#define nrand48 model_nrand48
#define lrand48 model_lrand48
#define jrand48 model_jrand48
#define mrand48 model_mrand48
#define srand48 model_srand48
#define seed48 model_seed48
#define lcong48 model_lcong48
#define basename model_basename
#define __xpg_basename model_xpg_basename
#define dirname model_dirname
#define setlocale model_setlocale
#define strcoll model_strcoll
#define strxfrm model_strxfrm
#define imaxabs model_imaxabs
#define imaxdiv model_imaxdiv
#define imaxdiv_t model_imaxdiv_t
#define htonl model_htonl
#define ntohl model_ntohl
#define htons model_htons
#define ntohs model_ntohs
#define qelem model_qelem
#define insque model_insque
#define remque model_remque
#define reallocarray model_reallocarray
#define hcreate model_hcreate
#define hsearch model_hsearch
#define hdestroy model_hdestroy
#define entry model_entry
#define action model_action
#define FIND MODEL_FIND
#define ENTER MODEL_ENTER
#define length_of libgen_length_of
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wcast-qual"
#include "../../library/rand48.c"
#include "../../library/libgen.c"
#include "../../library/locale.c"
#include "../../library/inttypes.c"
#include "../../library/search.c"
#pragma GCC diagnostic pop
#undef erand48
#undef drand48
#undef nrand48
#undef lrand48
#undef jrand48
#undef mrand48
#undef srand48
#undef seed48
#undef lcong48
#undef basename
#undef __xpg_basename
#undef dirname
#undef setlocale
#undef strcoll
#undef strxfrm
#undef imaxabs
#undef imaxdiv
#undef imaxdiv_t
#undef htonl
#undef ntohl
#undef htons
#undef ntohs
#undef qelem
#undef insque
#undef remque
#undef reallocarray
#undef hcreate
#undef hsearch
#undef hdestroy
#undef entry
#undef action
#undef FIND
#undef ENTER

int kept_strcoll(const char *a, const char *b) {
  return strcoll(a, b);
}

static uint64_t state = 1;
static uint32_t any(uint32_t below) {
  state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

enum { ROUNDS = 5000 };

START_TEST(random_numbers) {
  for (int i = 0; i < ROUNDS; i++) {
    unsigned short a[7], b[7];
    for (int j = 0; j < 7; j++) a[j] = b[j] = (unsigned short)any(65536);
    long seed = (long)any(UINT32_MAX) * (any(2) ? 1 : -3);
    ck_assert(drand48() == model_drand48());
    ck_assert_int_eq(lrand48(), model_lrand48());
    ck_assert_int_eq(mrand48(), model_mrand48());
    ck_assert(erand48(a) == model_erand48(b));
    ck_assert_int_eq(nrand48(a), model_nrand48(b));
    ck_assert_int_eq(jrand48(a), model_jrand48(b));
    if (any(9) == 0) srand48(seed), model_srand48(seed);
    if (any(9) == 0) lcong48(a), model_lcong48(b);
    if (any(9) == 0) ck_assert(!memcmp(seed48(a), model_seed48(b), 6));
    ck_assert(!memcmp(a, b, sizeof a));
  }
  ck_assert(!undefined);
  model_seed48(model_seed48((unsigned short[3]){1, 2, 3}));
  ck_assert(undefined);
}
END_TEST

START_TEST(paths) {
  for (int i = 0; i < ROUNDS; i++) {
    char path[10] = "", one[10], two[10], *x, *y;
    for (uint32_t n = any(9), j = 0; j < n; j++) path[j] = "//a.b"[any(5)];
    ck_assert_ptr_eq(model_basename(path), gnu_basename(path));
#define SAME_PART(model, real)                                                                     \
  memcpy(one, path, sizeof path), memcpy(two, path, sizeof path);                                  \
  x = model(one), y = real(two);                                                                   \
  ck_assert_msg(!strcmp(x, y) && !memcmp(one, two, sizeof one), "%s: %s, not %s", path, x, y);     \
  ck_assert_int_eq(x >= one && x < one + 10, y >= two && y < two + 10);
    SAME_PART(model_dirname, dirname)
    SAME_PART(model_xpg_basename, __xpg_basename)
  }
  ck_assert_str_eq(model_dirname(NULL), dirname(NULL));
  ck_assert_str_eq(model_xpg_basename(NULL), __xpg_basename(NULL));
}
END_TEST

START_TEST(locales) {
  static const char *const names[] = {NULL, "C", "POSIX", "", "de_DE", "C.UTF-8"};
  for (int category = -2; category < 16; category++)
    for (int i = 0; i < 6; i++) {
      undefined = false;
      errno = 0;
      const char *model = model_setlocale(category, names[i]);
      int model_errno = errno;
      if (undefined) continue;
      errno = 0;
      const char *real = setlocale(category, i == 3 ? "C" : names[i]); /* if it asks for none */
      ck_assert_int_eq(errno, model_errno);
      ck_assert(real ? model && !strcmp(real, model) : !model);
    }
  choice = 1;
  undefined = false;
  model_setlocale(LC_ALL, "");
  ck_assert(undefined);
  undefined = false;
  model_setlocale(LC_ALL, "de_DE");
  ck_assert(undefined);
  for (int i = 0; i < ROUNDS; i++) {
    char a[6] = "", b[6] = "", one[8] = "xxxxxxx", two[8] = "xxxxxxx";
    for (uint32_t n = any(6), j = 0; j < n; j++) a[j] = "aB\xe4z"[any(4)];
    for (uint32_t n = any(6), j = 0; j < n; j++) b[j] = "aB\xe4z"[any(4)];
    broken = false;
    ck_assert_int_eq(model_strcoll(a, b), strcoll(a, b));
    ck_assert(!broken);
    size_t room = any(8), model = model_strxfrm(one, a, room);
    ck_assert_uint_eq(model, strxfrm(two, a, room));
    if (model < room) ck_assert_str_eq(one, two); /* otherwise what is written is left open */
    ck_assert(!memcmp(one + room, two + room, sizeof one - room));
  }
}
END_TEST

START_TEST(integers) {
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t x = any(UINT32_MAX);
    intmax_t wide = (intmax_t)x * (any(2) ? -1 : 1) * any(99999), by = 1 + any(99);
    ck_assert_uint_eq(model_htonl(x), htonl(x));
    ck_assert_uint_eq(model_ntohl(x), ntohl(x));
    ck_assert_uint_eq(model_htons((uint16_t)x), htons((uint16_t)x));
    ck_assert_uint_eq(model_ntohs((uint16_t)x), ntohs((uint16_t)x));
    ck_assert_int_eq(model_imaxabs(wide), imaxabs(wide));
    ck_assert_int_eq(model_imaxdiv(wide, -by).quot, imaxdiv(wide, -by).quot);
    ck_assert_int_eq(model_imaxdiv(wide, by).rem, imaxdiv(wide, by).rem);
  }
}
END_TEST

typedef struct model_qelem element;

START_TEST(queues) {
  for (int i = 0; i < ROUNDS; i++) {
    element one[5] = {0}, two[5] = {0};
    for (int j = 0; j < 8; j++) {
      uint32_t at = any(5), behind = any(6);
      if (any(3)) {
        model_insque(&one[at], behind < 5 ? &one[behind] : NULL);
        insque(&two[at], behind < 5 ? &two[behind] : NULL);
      } else {
        model_remque(&one[at]);
        remque(&two[at]);
      }
      for (int k = 0; k < 5; k++) {
        ck_assert_int_eq(one[k].next ? one[k].next - one : -1,
                         two[k].next ? two[k].next - two : -1);
        ck_assert_int_eq(one[k].previous ? one[k].previous - one : -1,
                         two[k].previous ? two[k].previous - two : -1);
      }
    }
  }
}
END_TEST

START_TEST(table) {
  static char *const keys[] = {"a", "b", "ab", "", "key", "c", "d", "e", "f", "g", "h", "i"};
  for (int i = 0; i < ROUNDS / 10; i++) {
    size_t least = any(8);
    ck_assert_int_eq(model_hcreate(least), hcreate(least));
    ck_assert_int_eq(model_hcreate(3), hcreate(3)); /* there is one already */
    for (int k = 0; k < 30; k++) {
      uint32_t at = any(12);
      bool enter = any(2);
      void *data = keys[any(12)];
      errno = 0;
      ENTRY *real = hsearch((ENTRY){keys[at], data}, enter ? ENTER : FIND);
      int real_errno = real ? 0 : errno;
      errno = 0;
      model_entry *model =
          model_hsearch((model_entry){keys[at], data}, enter ? MODEL_ENTER : MODEL_FIND);
      ck_assert(!real == !model && (real || errno == real_errno));
      if (real) ck_assert(real->data == model->data && !strcmp(real->key, model->key));
      if (real && any(3) == 0) real->data = model->data = keys[any(12)];
    }
    hdestroy();
    model_hdestroy();
  }
  ck_assert(!undefined);
}
END_TEST

START_TEST(arrays) {
  char *p = model_reallocarray(NULL, 3, 2);
  memcpy(p, "12345", 6);
  volatile size_t many = SIZE_MAX / 2;
  errno = 0;
  ck_assert(!model_reallocarray(p, many, 4) && errno == ENOMEM);
#if !defined __SANITIZE_ADDRESS__ /* to AddressSanitizer that is an error */
  errno = 0;
  ck_assert(!reallocarray(p, many, 4) && errno == ENOMEM);
#endif
  p = model_reallocarray(p, 2, 10);
  ck_assert_str_eq(p, "12345");
  free(p);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("library_small");
  TCase *all = tcase_create("all");
  tcase_add_test(all, random_numbers);
  tcase_add_test(all, paths);
  tcase_add_test(all, locales);
  tcase_add_test(all, integers);
  tcase_add_test(all, queues);
  tcase_add_test(all, table);
  tcase_add_test(all, arrays);
  suite_add_tcase(suite, all);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
