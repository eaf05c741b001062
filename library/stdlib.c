/* stdlib.h: numbers in strings, integer arithmetic, searching (C17 7.22). */
#include "contract.h"

int abs(int x) {
  return x < 0 ? -x : x;
}

long labs(long x) {
  return x < 0 ? -x : x;
}

long long llabs(long long x) {
  return x < 0 ? -x : x;
}

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;

div_t div(int a, int b) {
  div_t r = {a / b, a % b};
  return r;
}

ldiv_t ldiv(long a, long b) {
  ldiv_t r = {a / b, a % b};
  return r;
}

lldiv_t lldiv(long long a, long long b) {
  lldiv_t r = {a / b, a % b};
  return r;
}

#define CHAR char
#include "integer_of_text.h"

SIGNED(strtol, long, unsigned long, 0)
SIGNED(strtoll, long long, unsigned long long, 0)
SIGNED(strtoq, long long, unsigned long long, 0)
SIGNED(strtoimax, __INTMAX_TYPE__, __UINTMAX_TYPE__, 0)
SIGNED(__isoc23_strtol, long, unsigned long, 1)
SIGNED(__isoc23_strtoll, long long, unsigned long long, 1)
SIGNED(__isoc23_strtoimax, __INTMAX_TYPE__, __UINTMAX_TYPE__, 1)
UNSIGNED(strtoul, unsigned long, 0)
UNSIGNED(strtoull, unsigned long long, 0)
UNSIGNED(strtouq, unsigned long long, 0)
UNSIGNED(strtoumax, __UINTMAX_TYPE__, 0)
UNSIGNED(__isoc23_strtoul, unsigned long, 1)
UNSIGNED(__isoc23_strtoull, unsigned long long, 1)
UNSIGNED(__isoc23_strtoumax, __UINTMAX_TYPE__, 1)

/* glibc's atoi is (int)strtol(s, NULL, 10), errno included. */
static SIGNED(decimal, long, unsigned long, 0) static SIGNED(long_decimal, long long,
                                                             unsigned long long, 0)

    int atoi(const char *s) {
  return (int)decimal(s, 0, 10);
}

long atol(const char *s) {
  return decimal(s, 0, 10);
}

long long atoll(const char *s) {
  return long_decimal(s, 0, 10);
}

/* Searches in the same order as glibc, since the program sees which elements are compared. */
void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order < 0)
      high = middle;
    else if (order > 0)
      low = middle + 1;
    else
      return (void *)at;
  }
  return 0;
}

typedef int comparison(const void *, const void *);
typedef int comparison_with(const void *, const void *, void *);

#define SORT qsort
#define PARAMETERS comparison *compare
#define ARGUMENTS compare
#define ORDER(a, b) compare(a, b)
#define MERGE merge_sort
#include "merge_sort.h"

#define SORT qsort_r
#define PARAMETERS comparison_with *compare, void *with
#define ARGUMENTS compare, with
#define ORDER(a, b) compare(a, b, with)
#define MERGE merge_sort_with
#include "merge_sort.h"

/* search.h: returns the first element that equals the key; lsearch adds the key if there is
 * none. */
void *lfind(const void *key, const void *base, size_t *count, size_t size, comparison *compare) {
  const char *at = base;
  for (size_t i = 0; i < *count; i++, at += size)
    if (compare(key, at) == 0) return (void *)at;
  return 0;
}

void *lsearch(const void *key, void *base, size_t *count, size_t size, comparison *compare) {
  char *at = base;
  for (size_t i = 0; i < *count; i++, at += size)
    if (compare(key, at) == 0) return at;
  __builtin_memcpy(at, key, size);
  ++*count;
  return at;
}

/* The alignment has to be a power of two, and a multiple of the size of a pointer. */
int posix_memalign(void **to, size_t alignment, size_t size) {
  if (alignment == 0 || alignment % sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *to = made;
  return 0;
}

/* Numbers of 32 bits as up to six digits of base 64, the least significant first (POSIX). The
 * number ends before a character that is not a digit, or after the sixth digit. */
static int digit_of_64(char c) {
  if (c == '.' || c == '/') return c - '.';
  if (c >= '0' && c <= '9') return c - '0' + 2;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 12;
  if (c >= 'a' && c <= 'z') return c - 'a' + 38;
  return -1;
}

long a64l(const char *s) {
  unsigned long value = 0;
  int d;
  for (unsigned i = 0; i < 6 && (d = digit_of_64(s[i])) >= 0; i++)
    value |= (unsigned long)d << 6 * i;
  return (long)(value & 0xFFFFFFFFul);
}

char *l64a(long x) {
  static const char digits[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  static char text[7];
  unsigned long rest = (unsigned long)x & 0xFFFFFFFFul;
  size_t n = 0;
  for (; rest; rest >>= 6) text[n++] = digits[rest & 63];
  text[n] = 0;
  return text;
}

/* stdlib.h (POSIX): returns a number and sets the next state. The library chooses both: in a replay
 * they are glibc's, in a formula arbitrary. */
int rand_r(unsigned *state) {
  unsigned x = *state;
  int number = 0;
  for (int part = 0; part < 3; part++) {
    x = x * 1103515245u + 12345u;
    number = (int)((unsigned)number << 10 ^ (x >> 16 & (part ? 1023 : 2047)));
  }
  *state = x ^ (unsigned)__ansatz_choice();
  return (number ^ __ansatz_choice()) & 0x7fffffff;
}
