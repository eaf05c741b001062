/* The models of what depends on arguments and the environment, compiled natively, against the C
 * library itself: getopt and its kin on random arguments, the variables of the environment, and
 * formats that are read when the program runs. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdarg.h>
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable" /* the functions of streams */
#include "library_stdio.h"
#include <time.h>
#include <unistd.h>

/* clang-format off */
#define REAL_ONES(X) \
  X(snprintf) X(vsnprintf) X(clock) X(ctime) X(localtime_r) X(gmtime_r) X(difftime) X(getopt) \
  X(getopt_long) X(getopt_long_only) X(getenv) X(setenv) X(unsetenv) X(putenv)
/* clang-format on */
REAL_ONES(KEEP)
static int *const real_optind = &optind, *const real_optopt = &optopt, *const real_opterr = &opterr;
static char **const real_optarg = &optarg;
typedef struct option real_option;

#define REAL(name) real_##name
static void __ansatz_assume(bool condition) {
  ck_assert(condition);
}
#define tm model_tm
#define time_t model_time_t
#define gmtime_r model_gmtime_r
#define gmtime model_gmtime
#define localtime_r model_localtime_r
#define localtime model_localtime
#define clock model_clock
#define difftime model_difftime
#define mktime model_mktime
#define timegm model_timegm
#define strftime model_strftime
#define timezone model_timezone
#define daylight model_daylight
#define tzname model_tzname
#define option model_option
#define optarg model_optarg
#define optind model_optind
#define opterr model_opterr
#define optopt model_optopt
#define getopt model_getopt
#define __posix_getopt model_posix_getopt
#define getopt_long model_getopt_long
#define getopt_long_only model_getopt_long_only
#define getenv model_getenv
#define secure_getenv model_secure_getenv
#define setenv model_setenv
#define unsetenv model_unsetenv
#define putenv model_putenv
#define vsprintf model_vsprintf
#define vsnprintf model_vsnprintf
#define vasprintf model_vasprintf
#define asprintf model_asprintf
#define vprintf model_vprintf
#define vfprintf model_vfprintf
#define va_list model_va_list
#define start start_getopt
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wredundant-decls"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized" /* any text */
#endif
#pragma GCC diagnostic ignored "-Wshadow"
#include "../../library/environment.c"
#define LONGEST LONGEST_FORMAT
#define length_of length_of_format
#define copy copy_option
#include "../../library/vprint.c"
#include "../../library/getopt.c"
#define fill fill_time
#include "../../library/time.c"
#undef tm
#undef time_t
#pragma GCC diagnostic pop
#undef va_list

enum { ROUNDS = 20000, MANY = 8 };

/* A program changes variables a few times only. */
static void forget_replaced(void) {
  while (__ansatz_environment.replaced_count)
    free(__ansatz_environment.replaced[--__ansatz_environment.replaced_count] - 1);
}

/* ---- options ------------------------------------------------------------------------------- */

static void compare_options(int count, char **one, char **two, const char *letters, bool is_long,
                            bool only, int limit) {
  static const struct option longs[] = {{"long", 1, NULL, 'L'}, {"lot", 0, NULL, 'l'},
                                        {"may", 2, NULL, 'm'},  {"a", 0, NULL, 1000},
                                        {"mean", 2, NULL, 'm'}, {NULL, 0, NULL, 0}};
  *real_optind = model_optind = 0;
  *real_opterr = model_opterr = 0;
  for (int step = 0; step < limit; step++) {
    int index[2] = {-7, -7};
    const real_option *same = (const real_option *)longs;
    int a = !is_long ? real_getopt(count, one, letters)
            : only   ? real_getopt_long_only(count, one, letters, same, &index[0])
                     : real_getopt_long(count, one, letters, same, &index[0]);
    int b = !is_long ? getopt(count, two, letters)
            : only   ? getopt_long_only(count, two, letters, longs, &index[1])
                     : getopt_long(count, two, letters, longs, &index[1]);
    ck_assert_msg(a == b && *real_optind == optind && *real_optopt == optopt &&
                      *real_optarg == optarg && index[0] == index[1],
                  "'%s', call %d: %d at %d, not %d at %d", letters, step, b, optind, a,
                  *real_optind);
    for (int i = 0; i < count; i++) ck_assert_ptr_eq(one[i], two[i]);
    if (a == -1) break;
  }
}

START_TEST(options) {
  static char words[][12] = {
      "-a",     "-ab",  "-b",     "-bx",      "-c",   "-cx",   "x",       "-",
      "--",     "--lo", "--long", "--long=1", "--l",  "--may", "--m=",    "--me",
      "--none", "--=",  "-q",     "-lo",      "-may", "-a:",   "--lot=3", ""};
  static const char *const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "", "a", "+:b:"};
  for (int i = 0; i < ROUNDS; i++) {
    char *one[MANY + 1] = {NULL}, *two[MANY + 1] = {NULL};
    int count = 1 + (int)any(MANY);
    forget_replaced();
    if (any(5) == 0) {
      real_setenv("POSIXLY_CORRECT", "", 1), setenv("POSIXLY_CORRECT", "", 1);
    } else {
      real_unsetenv("POSIXLY_CORRECT"), unsetenv("POSIXLY_CORRECT");
    }
    for (int k = 0; k < count; k++) one[k] = two[k] = words[any(sizeof words / sizeof *words)];
    compare_options(count, one, two, letters[any(7)], any(2), any(2), any(3) ? 20 : (int)any(6));
  }
}
END_TEST

/* ---- environment --------------------------------------------------------------------------- */

START_TEST(environment) {
  static const char *const names[] = {"ANSATZ_A", "ANSATZ_B", "", "A=B"}, *const values[] = {
                                                                              "", "x", "value"};
  for (int i = 0; i < 3000; i++) {
    forget_replaced();
    const char *name = names[any(4)], *value = values[any(3)];
    bool is_plain = *name && strcmp(name, "A=B") != 0;
    int overwrite = (int)any(2);
    errno = 0;
    switch (any(3)) {
    case 0: {
      if (!is_plain && *name) break;
      const char *a = real_getenv(name), *b = getenv(name);
      /* What was not set yet, the environment chooses. */
      if (!a && b && !*b) ck_assert_int_eq(unsetenv(name), 0);
      if (a) ck_assert_str_eq(a, b);
      break;
    }
    case 1: {
      if (is_plain && !real_getenv(name)) unsetenv(name);
      int a = real_setenv(name, value, overwrite), a_errno = errno;
      errno = 0;
      int b = setenv(name, value, overwrite);
      ck_assert(a == b && a_errno == errno);
      if (a == 0) ck_assert_str_eq(real_getenv(name), getenv(name));
      break;
    }
    default: {
      int a = real_unsetenv(name), a_errno = errno;
      errno = 0;
      int b = unsetenv(name);
      ck_assert(a == b && a_errno == errno);
      if (a == 0) ck_assert(!real_getenv(name) && !getenv(name));
    }
    }
  }
  ck_assert(!undefined);
}
END_TEST

START_TEST(given_to_environment) {
  static char given[] = "ANSATZ_C=one";
  ck_assert_int_eq(model_putenv(given), 0);
  ck_assert_ptr_eq(getenv("ANSATZ_C"), given + 9);
  ck_assert_int_eq(setenv("ANSATZ_C", "two", 0), 0);
  ck_assert_ptr_eq(getenv("ANSATZ_C"), given + 9);
  given[9] = 'x'; /* the environment has the string itself */
  ck_assert_str_eq(getenv("ANSATZ_C"), "xne");
  ck_assert_int_eq(setenv("ANSATZ_C", "two", 1), 0);
  ck_assert_str_eq(getenv("ANSATZ_C"), "two");
  ck_assert_int_eq(model_putenv(given), 0);
  char none[] = "ANSATZ_C";
  ck_assert_int_eq(model_putenv(none), 0);
  ck_assert_ptr_null(getenv("ANSATZ_C"));
  ck_assert(!undefined);
  ck_assert_int_eq(model_putenv(given), 0);
  given[0] = 'B';
  (void)getenv("ANSATZ_A");
  ck_assert(undefined);
  given[0] = 'A';
  undefined = false;
  /* glibc does the same. */
  ck_assert_int_eq(real_putenv(given), 0);
  ck_assert_ptr_eq(real_getenv("ANSATZ_C"), given + 9);
  ck_assert_int_eq(real_setenv("ANSATZ_C", "two", 0), 0);
  ck_assert_ptr_eq(real_getenv("ANSATZ_C"), given + 9);
  ck_assert_int_eq(real_putenv(none), 0);
  ck_assert_ptr_null(real_getenv("ANSATZ_C"));
  forget_replaced();
}
END_TEST

/* ---- time ---------------------------------------------------------------------------------- */

/* What the library answers is in the ranges of the model, which is given one field after another.
 */
START_TEST(times) {
  for (int i = 0; i < ROUNDS; i++) {
    time_t t = any(2) ? (time_t)any(UINT32_MAX) * 3 - 4000000000
                      : (time_t)((uint64_t)any(UINT32_MAX) << 32 | any(UINT32_MAX)) >> any(9);
    bool is_local = any(2);
    struct tm real = {0}, *made = is_local ? real_localtime_r(&t, &real) : real_gmtime_r(&t, &real);
    struct model_tm model;
    unknown_count = 0;
    if (!made || t > INT64_C(1) << 54 || t < -(INT64_C(1) << 54)) unknowns[unknown_count++] = !made;
    int fields[] = {real.tm_sec,  real.tm_min,  real.tm_hour, real.tm_mday,  real.tm_mon,
                    real.tm_year, real.tm_wday, real.tm_yday, real.tm_isdst, (int)real.tm_gmtoff};
    for (int k = 0; k < 10; k++) unknowns[unknown_count++] = fields[k];
    next_unknown = 0;
    struct model_tm *got = is_local ? localtime_r(&t, &model) : gmtime_r(&t, &model);
    ck_assert(!got == !made);
    ck_assert(!made || !memcmp(&real, &model, 9 * sizeof(int)));
    time_t u = any(2) ? t + any(9) : (time_t)any(UINT32_MAX) << any(30);
    ck_assert(real_difftime(t, u) == difftime(t, u) && real_difftime(u, t) == difftime(u, t));
  }
  unknown_count = 0, undefined = false;
  ck_assert(clock() >= -1);
  struct model_tm t = {0};
  char text[8] = "";
  unknowns[unknown_count++] = 5; /* the length */
  next_unknown = 0;
  ck_assert(strftime(text, sizeof text, "%H:%M", &t) == 5 && strlen(text) <= 5);
  next_unknown = 0;
  ck_assert(strftime(text, 5, "%H:%M", &t) == 0);
  unknown_count = 0;
}
END_TEST

/* ---- formats ------------------------------------------------------------------------------- */

static int by_library(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = real_vsnprintf(to, room, format, list);
  va_end(list);
  return count;
}

static int by_model(char *to, size_t room, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vsnprintf(to, room, format, list);
  va_end(list);
  return count;
}

static int made_by_model(char **to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vasprintf(to, format, list);
  va_end(list);
  return count;
}

static int unseen_by_model(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int count = vprintf(format, list);
  va_end(list);
  return count;
}

/* Conversions of an int, a long and a string, and of what follows: a count, or a number with a
 * width or precision that is an argument, and a count. */
static bool write_format(char *to) {
  static const char *const flags[] = {"", "-", "0", "+", " ", "#", "-0+"};
  static const char *const sizes[] = {"", "5", "12", ".0", ".3", "9.4"};
  static const char *const ints[] = {"d", "i", "u", "x", "X", "o", "hd", "hhu", "c", "hhd"};
  static const char *const longs[] = {"ld", "lu", "lx", "zu", "td", "jd", "lld", "qd"};
  static const char *const ends[] = {"%n", "%hn", "%*d%n", "%.*d%hhn"};
  uint32_t end = any(4);
  to += sprintf(to, "%s%%%s%s%s", any(2) ? "" : "a", flags[any(7)], sizes[any(6)], ints[any(10)]);
  to += sprintf(to, "%%%s%s%s", flags[any(7)], sizes[any(6)], longs[any(8)]);
  to += sprintf(to, "%s%%%s%ss", any(3) ? "" : "%%", any(2) ? "-" : "", sizes[any(6)]);
  strcpy(to, ends[end]);
  return end >= 2;
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
START_TEST(formats) {
  for (int i = 0; i < ROUNDS; i++) {
    static const char *const strings[] = {"", "a", "some text"};
    char format[96], a[128], b[128], *c = NULL;
    int stored[2] = {-1, -1}, star = (int)any(30) - 12;
    int value = any(2) ? (int)any(100) - 50 : (int)any(UINT32_MAX);
    long wide = any(2) ? value : (long)any(UINT32_MAX) * 1234567;
    const char *string = strings[any(3)];
    size_t room = any(3) ? sizeof a : any(12);
    bool has_star = write_format(format);
    memset(a, 'q', sizeof a);
    memset(b, 'q', sizeof b);
#define ALL(n)                                                                                     \
  value, wide, string, has_star ? (void *)(intptr_t)star : (void *)&stored[n], value, &stored[n]
    int real = by_library(a, room, format, ALL(0)), model = by_model(b, room, format, ALL(1));
    ck_assert_msg(real == model && !memcmp(a, b, sizeof a) && stored[0] == stored[1],
                  "%s, %d, %ld, %d: %d %s, not %d %s", format, value, wide, star, model,
                  room ? b : "", real, room ? a : "");
    int made = made_by_model(&c, format, ALL(1)), unseen = unseen_by_model(format, ALL(1));
    ck_assert(made == real && unseen == real && (room <= (size_t)real || !strcmp(c, a)));
    free(c);
  }
  ck_assert(!undefined);
  ck_assert_int_eq(unseen_by_model("%8.2f|%Lg|%e", 1.25, 2.5L, 0.0), 8 + 1 + 3 + 1 + 12);
}
END_TEST

int main(void) {
  Suite *s = suite_create("library_environment");
  TCase *c = tcase_create("library_environment");
  suite_add_tcase(s, c);
  tcase_set_timeout(c, 60);
  tcase_add_test(c, options);
  tcase_add_test(c, environment);
  tcase_add_test(c, given_to_environment);
  tcase_add_test(c, times);
  tcase_add_test(c, formats);
  SRunner *r = srunner_create(s);
  srunner_run_all(r, CK_NORMAL);
  int failed = srunner_ntests_failed(r);
  srunner_free(r);
  return failed != 0;
}
