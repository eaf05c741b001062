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

static _Bool is_space(char c) {
  return c == ' ' || (c >= 9 && c <= 13);
}

/* The value of a digit; 36: none. */
static unsigned digit(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
  if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
  return 36;
}

/* Is there a prefix of the letter and a digit of the base behind it? */
static _Bool has_prefix(const char *s, char letter, unsigned base) {
  return s[0] == '0' && (s[1] == letter || s[1] == letter - 32) && digit(s[2]) < base;
}

/* What strtol and its kin have in common: sign and digits. The value is that of the digits, or
 * `most` if it is larger; `binary`: "0b" is a prefix (C23). */
typedef struct {
  unsigned long long value;
  _Bool minus, overflows, fails;
} number;

static number convert(const char *s, char **end, int given, unsigned long long most,
                      unsigned long long least, _Bool binary) {
  number n = {0, 0, 0, 0};
  const char *start = s;
  if (given < 0 || given == 1 || given > 36) {
    errno = EINVAL;
    n.fails = 1;
    return n;
  }
  unsigned base = (unsigned)given;
  while (is_space(*s)) s++;
  if (*s == '-' || *s == '+') n.minus = *s++ == '-';
  unsigned long long bound = n.minus ? least : most;
  if ((base == 0 || base == 16) && has_prefix(s, 'x', 16)) {
    s += 2;
    base = 16;
  } else if (binary && (base == 0 || base == 2) && has_prefix(s, 'b', 2)) {
    s += 2;
    base = 2;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  _Bool any = 0;
  for (unsigned d; (d = digit(*s)) < base; s++) {
    any = 1;
    if (n.overflows || n.value > (bound - d) / base)
      n.overflows = 1;
    else
      n.value = n.value * base + d;
  }
  if (end) *end = (char *)(any ? s : start);
  if (n.overflows) {
    errno = ERANGE;
    n.value = bound;
  }
  return n;
}

#define SIGNED(name, type, unsigned_type, binary)                                                  \
  type name(const char *s, char **end, int base) {                                                 \
    const unsigned_type most = (unsigned_type) - 1 >> 1;                                           \
    number n = convert(s, end, base, most, (unsigned long long)most + 1, binary);                  \
    return (type)(unsigned_type)(n.minus ? 0 - n.value : n.value);                                 \
  }
/* A negative number is negated in the unsigned type, but not one that is too large. */
#define UNSIGNED(name, type, binary)                                                               \
  type name(const char *s, char **end, int base) {                                                 \
    number n = convert(s, end, base, (type) - 1, (type) - 1, binary);                              \
    return (type)(n.minus && !n.overflows ? 0 - n.value : n.value);                                \
  }

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

/* As glibc searches: which elements are compared is part of what a program sees. */
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

/* As glibc 2.36 sorts: top down, by merging, with room on the stack where all is smaller than 1,024
 * bytes. Elements of more than 32 bytes are sorted by pointers there. */
enum { SORTED_BYTES = 1024, SORTED_ELEMENT = 32 };

typedef int comparison(const void *, const void *);

static void merge_sort(char *base, size_t count, size_t size, comparison *compare, char *room) {
  if (count <= 1) return;
  size_t left = count / 2, right = count - left;
  char *a = base, *b = base + left * size, *to = room;
  merge_sort(a, left, size, compare, room);
  merge_sort(b, right, size, compare, room);
  while (left > 0 && right > 0) {
    if (compare(a, b) <= 0) {
      __builtin_memcpy(to, a, size);
      a += size;
      left--;
    } else {
      __builtin_memcpy(to, b, size);
      b += size;
      right--;
    }
    to += size;
  }
  if (left > 0) __builtin_memcpy(to, a, left * size);
  __builtin_memcpy(base, room, (count - right) * size);
}

void qsort(void *base, size_t count, size_t size, comparison *compare) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes >= SORTED_BYTES || size > SORTED_ELEMENT)
    __ansatz_unsupported("qsort of large elements, or of many");
  char room[SORTED_BYTES];
  merge_sort(base, count, size, compare, room);
}

/* search.h: the first element that equals the key; lsearch adds the key where there is none. */
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

/* The alignment is a power of two, and a multiple of the size of a pointer. */
int posix_memalign(void **to, size_t alignment, size_t size) {
  if (alignment == 0 || alignment % sizeof(void *) || (alignment & (alignment - 1))) return EINVAL;
  void *made = memalign(alignment, size);
  if (!made) return ENOMEM;
  *to = made;
  return 0;
}

/* Numbers of 32 bits as up to six digits of base 64, the least significant first (POSIX). What is
 * no digit ends the number, and so does the sixth. */
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
