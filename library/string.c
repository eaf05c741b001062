/* string.h and strings.h, as simple loops (C17 7.24, POSIX). C defines only the sign of the result
 * of a comparison. Its magnitude is that of the real function; in glibc it depends on the first two
 * bytes that differ. */
#include "contract.h"

size_t strlen(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t strnlen(const char *s, size_t m) {
  size_t n = 0;
  while (n < m && s[n]) n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  const char *x = a, *y = b;
  while (*a && *a == *b) {
    a++;
    b++;
  }
  if (*a == *b) return 0;
  int order = REAL(strcmp)(x, y);
  __ansatz_assume((unsigned char)*a < (unsigned char)*b ? order < 0 : order > 0);
  return order;
}

int strncmp(const char *a, const char *b, size_t n) {
  const char *x = a, *y = b;
  size_t all = n;
  while (n && *a && *a == *b) {
    a++;
    b++;
    n--;
  }
  if (!n || *a == *b) return 0;
  int order = REAL(strncmp)(x, y, all);
  __ansatz_assume((unsigned char)*a < (unsigned char)*b ? order < 0 : order > 0);
  return order;
}

static int small(char c) {
  int i = (unsigned char)c;
  return i >= 'A' && i <= 'Z' ? i + 32 : i;
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && small(a[i]) == small(b[i])) i++;
  if (small(a[i]) == small(b[i])) return 0;
  int x = small(a[i]), y = small(b[i]);
  int order = REAL(strcasecmp)(a, b);
  __ansatz_assume(x < y ? order < 0 : order > 0);
  return order;
}

int strncasecmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && small(a[i]) == small(b[i])) i++;
  if (i == n || small(a[i]) == small(b[i])) return 0;
  int x = small(a[i]), y = small(b[i]);
  int order = REAL(strncasecmp)(a, b, n);
  __ansatz_assume(x < y ? order < 0 : order > 0);
  return order;
}

/* States that the i-th byte is copied. to + i must differ from `from`, and from + i from `to`. */
static void keep_apart(const char *to, const char *from, size_t i) {
  __ansatz_apart(to + i, from);
  __ansatz_apart(to, from + i);
}

char *strcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) {
    keep_apart(to, from, i);
    to[i] = from[i];
    i++;
  }
  keep_apart(to, from, i);
  to[i] = 0;
  return to;
}

char *stpcpy(char *to, const char *from) {
  size_t i = 0;
  while (from[i]) {
    keep_apart(to, from, i);
    to[i] = from[i];
    i++;
  }
  keep_apart(to, from, i);
  to[i] = 0;
  return to + i;
}

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  while (i < n && from[i]) {
    keep_apart(to, from, i);
    to[i] = from[i];
    i++;
  }
  while (i < n) to[i++] = 0;
  return to;
}

char *stpncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  while (i < n && from[i]) {
    keep_apart(to, from, i);
    to[i] = from[i];
    i++;
  }
  char *end = to + i;
  while (i < n) to[i++] = 0;
  return end;
}

char *strcat(char *to, const char *from) {
  size_t n = 0, i = 0;
  while (to[n]) n++;
  while (from[i]) {
    keep_apart(to + n, from, i);
    to[n + i] = from[i];
    i++;
  }
  keep_apart(to + n, from, i);
  to[n + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, size_t m) {
  size_t n = 0, i = 0;
  while (to[n]) n++;
  while (i < m && from[i]) {
    keep_apart(to + n, from, i);
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

size_t strlcpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  while (from[i]) {
    if (i + 1 < n) to[i] = from[i];
    i++;
  }
  if (n) to[i < n ? i : n - 1] = 0;
  return i;
}

size_t strlcat(char *to, const char *from, size_t n) {
  size_t m = 0, i = 0;
  while (m < n && to[m]) m++;
  while (from[i]) {
    if (m + i + 1 < n) to[m + i] = from[i];
    i++;
  }
  if (m < n) to[m + i < n ? m + i : n - 1] = 0;
  return m + i;
}

char *strchr(const char *s, int c) {
  while (*s != (char)c)
    if (!*s++) return 0;
  return (char *)s;
}

char *index(const char *s, int c) {
  while (*s != (char)c)
    if (!*s++) return 0;
  return (char *)s;
}

char *strchrnul(const char *s, int c) {
  while (*s && *s != (char)c) s++;
  return (char *)s;
}

char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

char *rindex(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (!*s) return (char *)found;
  }
}

char *strstr(const char *s, const char *t) {
  for (;; s++) {
    size_t i = 0;
    while (t[i] && s[i] == t[i]) i++;
    if (!t[i]) return (char *)s;
    if (!*s) return 0;
  }
}

char *strcasestr(const char *s, const char *t) {
  for (;; s++) {
    size_t i = 0;
    while (t[i] && small(s[i]) == small(t[i])) i++;
    if (!t[i]) return (char *)s;
    if (!*s) return 0;
  }
}

size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  for (;; n++) {
    size_t i = 0;
    while (set[i] && set[i] != s[n]) i++;
    if (!s[n] || !set[i]) return n;
  }
}

static size_t until(const char *s, const char *set) {
  size_t n = 0;
  for (;; n++) {
    size_t i = 0;
    while (set[i] && set[i] != s[n]) i++;
    if (!s[n] || set[i]) return n;
  }
}

size_t strcspn(const char *s, const char *set) {
  return until(s, set);
}

char *strpbrk(const char *s, const char *set) {
  s += until(s, set);
  return *s ? (char *)s : 0;
}

/* Returns the next token of the string. If no string was given, the access through null is
 * invalid. */
static char *token(char *s, const char *set, char **rest) {
  size_t i;
  for (;; s++) {
    i = 0;
    while (set[i] && set[i] != *s) i++;
    if (!*s || !set[i]) break;
  }
  char *first = *s ? s : 0;
  for (; *s; s++) {
    i = 0;
    while (set[i] && set[i] != *s) i++;
    if (set[i]) break;
  }
  if (*s) *s++ = 0;
  *rest = s;
  return first;
}

char *strtok_r(char *s, const char *set, char **rest) {
  return token(s ? s : *rest, set, rest);
}

char *__strtok_r(char *s, const char *set, char **rest) {
  return token(s ? s : *rest, set, rest);
}

char *strtok(char *s, const char *set) {
  static char *rest;
  return token(s ? s : rest, set, &rest);
}

char *strsep(char **rest, const char *set) {
  char *first = *rest;
  if (!first) return 0;
  size_t n = until(first, set);
  *rest = first[n] ? first + n + 1 : 0;
  if (first[n]) first[n] = 0;
  return first;
}

/* Returns a copy of at most m bytes of the string. */
static char *copy(const char *s, size_t m) {
  size_t n = 0;
  while (n < m && s[n]) n++;
  char *p = malloc(n + 1);
  if (!p) return 0;
  __builtin_memcpy(p, s, n);
  p[n] = 0;
  return p;
}

char *strdup(const char *s) {
  return copy(s, (size_t)-1);
}

char *__strdup(const char *s) {
  return copy(s, (size_t)-1);
}

char *strndup(const char *s, size_t m) {
  return copy(s, m);
}

/* Both objects are read as a whole, wherever they differ first. */
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a;
  const unsigned char *q = b;
  __ansatz_range(a, n);
  __ansatz_range(b, n);
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) {
      int order = REAL(memcmp)(a, b, n);
      __ansatz_assume(p[i] < q[i] ? order < 0 : order > 0);
      return order;
    }
  return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a;
  const unsigned char *q = b;
  __ansatz_range(a, n);
  __ansatz_range(b, n);
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) {
      int different = REAL(bcmp)(a, b, n);
      __ansatz_assume(different != 0);
      return different;
    }
  return 0;
}

void *memchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (size_t i = 0; i < n; i++)
    if (p[i] == (unsigned char)c) return (void *)(p + i);
  return 0;
}

void *memrchr(const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n)
    if (p[--n] == (unsigned char)c) return (void *)(p + n);
  return 0;
}

void *rawmemchr(const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c) p++;
  return (void *)p;
}

void *memccpy(void *to, const void *from, int c, size_t n) {
  unsigned char *p = to;
  const unsigned char *q = from;
  for (size_t i = 0; i < n; i++) {
    p[i] = q[i];
    if (q[i] == (unsigned char)c) return p + i + 1;
  }
  return 0;
}

void *memmem(const void *s, size_t n, const void *t, size_t m) {
  const unsigned char *p = s, *q = t;
  for (size_t at = 0; m <= n && at <= n - m; at++) {
    size_t i = 0;
    while (i < m && p[at + i] == q[i]) i++;
    if (i == m) return (void *)(p + at);
  }
  return 0;
}

void explicit_bzero(void *to, size_t size) {
  __builtin_memset(to, 0, size);
}

void bcopy(const void *from, void *to, size_t n) {
  __builtin_memmove(to, from, n);
}

void swab(const void *from, void *to, __PTRDIFF_TYPE__ n) {
  const char *p = from;
  char *q = to;
  for (__PTRDIFF_TYPE__ i = 0; i + 1 < n; i += 2) {
    char first = p[i];
    q[i] = p[i + 1];
    q[i + 1] = first;
  }
}

int ffs(int x) {
  int i = 1;
  if (!x) return 0;
  while (!((unsigned)x >> (i - 1) & 1)) i++;
  return i;
}

int ffsl(long x) {
  int i = 1;
  if (!x) return 0;
  while (!((unsigned long)x >> (i - 1) & 1)) i++;
  return i;
}

int ffsll(long long x) {
  int i = 1;
  if (!x) return 0;
  while (!((unsigned long long)x >> (i - 1) & 1)) i++;
  return i;
}

/* GNU's order of names that contain numbers. Digits form an integer, unless they begin with 0: then
 * they are the digits behind a decimal point, so that more zeros at the start make a number
 * less. */
static _Bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* Returns the order of two texts that differ in the first character: less than 0, 0 or more than 0.
 * The common text before them ends in `zeros` digits 0 and then `others` further digits. */
static int order_of_versions(const char *a, const char *b, size_t zeros, size_t others) {
  _Bool whole = zeros == 0, begins = whole && others == 0;
  if (is_digit(*a) != is_digit(*b) && !begins && !(zeros && others))
    return is_digit(*a) == whole ? 1 : -1;
  if (whole && is_digit(*a) && is_digit(*b) && !(begins && (*a == '0' || *b == '0'))) {
    size_t i = 1, k = 1;
    while (is_digit(a[i])) i++;
    while (is_digit(b[k])) k++;
    if (i != k) return i > k ? 1 : -1;
  }
  return (unsigned char)*a - (unsigned char)*b;
}

int strverscmp(const char *a, const char *b) {
  const char *x = a, *y = b;
  size_t zeros = 0, others = 0; /* among the common digits just before the difference */
  for (; *a && *a == *b; a++, b++) {
    if (!is_digit(*a))
      zeros = others = 0;
    else if (*a == '0' && !others)
      zeros++;
    else
      others++;
  }
  int right = *a == *b ? 0 : order_of_versions(a, b, zeros, others);
  if (right == 0) return 0;
  int order = REAL(strverscmp)(x, y);
  __ansatz_assume(right < 0 ? order < 0 : order > 0);
  return order;
}
