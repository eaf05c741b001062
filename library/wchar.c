/* wchar.h: wide strings, as simple loops (C17 7.29.4, POSIX). C defines only the sign of the result
 * of a comparison. Its magnitude is that of the real function; in glibc it depends on the first two
 * characters that differ. */
#include "contract.h"

typedef __WCHAR_TYPE__ wchar_t;

int REAL(wcscmp)(const wchar_t *, const wchar_t *);
int REAL(wcsncmp)(const wchar_t *, const wchar_t *, size_t);
int REAL(wcscasecmp)(const wchar_t *, const wchar_t *);
int REAL(wcsncasecmp)(const wchar_t *, const wchar_t *, size_t);
int REAL(wmemcmp)(const wchar_t *, const wchar_t *, size_t);

size_t wcslen(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

size_t wcsnlen(const wchar_t *s, size_t m) {
  size_t n = 0;
  while (n < m && s[n]) n++;
  return n;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  if (a[i] == b[i]) return 0;
  int order = REAL(wcscmp)(a, b);
  __ansatz_assume(a[i] < b[i] ? order < 0 : order > 0);
  return order;
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  if (i == n || a[i] == b[i]) return 0;
  int order = REAL(wcsncmp)(a, b, n);
  __ansatz_assume(a[i] < b[i] ? order < 0 : order > 0);
  return order;
}

/* In the C locale, only these letters have a lower-case form. */
static wchar_t small_wide(wchar_t c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
  size_t i = 0;
  while (a[i] && small_wide(a[i]) == small_wide(b[i])) i++;
  wchar_t x = small_wide(a[i]), y = small_wide(b[i]);
  if (x == y) return 0;
  int order = REAL(wcscasecmp)(a, b);
  if (x >= 0 && y >= 0) __ansatz_assume(x < y ? order < 0 : order > 0);
  return order;
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && small_wide(a[i]) == small_wide(b[i])) i++;
  if (i == n) return 0;
  wchar_t x = small_wide(a[i]), y = small_wide(b[i]);
  if (x == y) return 0;
  int order = REAL(wcsncasecmp)(a, b, n);
  if (x >= 0 && y >= 0) __ansatz_assume(x < y ? order < 0 : order > 0);
  return order;
}

/* Copies up to the null character, but at most m other characters. Returns their number. */
static size_t copy_wide(wchar_t *to, const wchar_t *from, size_t m) {
  size_t i = 0;
  for (; i < m && from[i]; i++) {
    __ansatz_apart(to + i, from);
    __ansatz_apart(to, from + i);
    to[i] = from[i];
  }
  return i;
}

/* Writes the null character that ends a copy of the whole string. */
static void end_wide(wchar_t *to, const wchar_t *from, size_t i) {
  __ansatz_apart(to + i, from);
  __ansatz_apart(to, from + i);
  to[i] = 0;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  end_wide(to, from, copy_wide(to, from, (size_t)-1));
  return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t n = copy_wide(to, from, (size_t)-1);
  end_wide(to, from, n);
  return to + n;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
  for (size_t i = copy_wide(to, from, n); i < n; i++) to[i] = 0;
  return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n) {
  size_t end = copy_wide(to, from, n);
  for (size_t i = end; i < n; i++) to[i] = 0;
  return to + end;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wchar_t *end = to;
  while (*end) end++;
  end_wide(end, from, copy_wide(end, from, (size_t)-1));
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t m) {
  wchar_t *end = to;
  while (*end) end++;
  end[copy_wide(end, from, m)] = 0;
  return to;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  for (; *s != c; s++)
    if (!*s) return NULL;
  return (wchar_t *)s;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *last = NULL;
  for (;; s++) {
    if (*s == c) last = s;
    if (!*s) return (wchar_t *)last;
  }
}

/* Returns how many characters at the start are in the set, or with in = 0, are not in it. */
static size_t span_wide(const wchar_t *s, const wchar_t *set, _Bool in) {
  size_t n = 0;
  for (; s[n]; n++) {
    size_t i = 0;
    while (set[i] && set[i] != s[n]) i++;
    if ((set[i] != 0) != in) break;
  }
  return n;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  return span_wide(s, set, 1);
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  return span_wide(s, set, 0);
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  s += span_wide(s, set, 0);
  return *s ? (wchar_t *)s : NULL;
}

static wchar_t *find_wide(const wchar_t *s, const wchar_t *part) {
  for (;; s++) {
    size_t i = 0;
    while (part[i] && s[i] == part[i]) i++;
    if (!part[i]) return (wchar_t *)s;
    if (!s[i]) return NULL;
  }
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
  return find_wide(s, part);
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *part) {
  return find_wide(s, part);
}

/* As in glibc, *rest is null after the last token, and further calls return null. */
wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest) {
  if (!s) s = *rest;
  if (!s) return NULL;
  s += span_wide(s, set, 1);
  if (!*s) {
    *rest = NULL;
    return NULL;
  }
  wchar_t *end = s + span_wide(s, set, 0);
  *rest = NULL;
  if (*end) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}

wchar_t *wcsdup(const wchar_t *s) {
  size_t n = 0;
  while (s[n]) n++;
  wchar_t *p = malloc((n + 1) * sizeof *p);
  if (p) __builtin_memcpy(p, s, (n + 1) * sizeof *p);
  return p;
}

/* Returns the number of bytes. glibc multiplies modulo 2^N, but no object is that large. */
static size_t bytes_of(size_t count) {
  if (count > (size_t)-1 / sizeof(wchar_t))
    __ansatz_unsupported("more wide characters than fit into memory");
  return count * sizeof(wchar_t);
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
  if (n) __ansatz_apart(to, from);
  __builtin_memcpy(to, from, bytes_of(n));
  return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
  if (n) __ansatz_apart(to, from);
  __builtin_memcpy(to, from, bytes_of(n));
  return to + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, bytes_of(n));
  return to;
}

wchar_t *wmemset(wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) s[i] = c;
  return s;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)s + i;
  return NULL;
}

/* Both objects are read as a whole, wherever they differ first. */
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  size_t i = 0;
  __ansatz_range(a, bytes_of(n));
  __ansatz_range(b, bytes_of(n));
  while (i < n && a[i] == b[i]) i++;
  if (i == n) return 0;
  int order = REAL(wmemcmp)(a, b, n);
  __ansatz_assume(a[i] < b[i] ? order < 0 : order > 0);
  return order;
}

/* ---- integers ---- */

#define CHAR wchar_t
#include "integer_of_text.h"

SIGNED(wcstol, long, unsigned long, 0)
SIGNED(wcstoll, long long, unsigned long long, 0)
SIGNED(wcstoimax, __INTMAX_TYPE__, __UINTMAX_TYPE__, 0)
SIGNED(__isoc23_wcstol, long, unsigned long, 1)
SIGNED(__isoc23_wcstoll, long long, unsigned long long, 1)
SIGNED(__isoc23_wcstoimax, __INTMAX_TYPE__, __UINTMAX_TYPE__, 1)
UNSIGNED(wcstoul, unsigned long, 0)
UNSIGNED(wcstoull, unsigned long long, 0)
UNSIGNED(wcstoumax, __UINTMAX_TYPE__, 0)
UNSIGNED(__isoc23_wcstoul, unsigned long, 1)
UNSIGNED(__isoc23_wcstoull, unsigned long long, 1)
UNSIGNED(__isoc23_wcstoumax, __UINTMAX_TYPE__, 1)
