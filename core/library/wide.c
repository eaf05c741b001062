/* wchar.h: strings and arrays of wide characters (C17 7.29.4). A wchar_t is an int with glibc. Of
 * the comparisons C tells the sign only; how far a result is from zero is for the real function to
 * say. */
#include "contract.h"

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

/* The i-th character is copied: neither place is the first of the other string. */
static void keep_apart(const wchar_t *to, const wchar_t *from, size_t i) {
  __ansatz_apart(to + i, from);
  __ansatz_apart(to, from + i);
}

/* Copies the characters before the end, at most m; their number. */
static size_t take(wchar_t *to, const wchar_t *from, size_t m) {
  size_t i = 0;
  while (i < m && from[i]) {
    keep_apart(to, from, i);
    to[i] = from[i];
    i++;
  }
  return i;
}

static const size_t unbounded = (size_t)-1;

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
  size_t n = take(to, from, unbounded);
  keep_apart(to, from, n);
  to[n] = 0;
  return to;
}

wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) {
  size_t n = take(to, from, unbounded);
  keep_apart(to, from, n);
  to[n] = 0;
  return to + n;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t m) {
  size_t i = take(to, from, m);
  while (i < m) to[i++] = 0;
  return to;
}

wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t m) {
  size_t n = take(to, from, m);
  for (size_t i = n; i < m; i++) to[i] = 0;
  return to + n;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
  wchar_t *end = to;
  while (*end) end++;
  size_t n = take(end, from, unbounded);
  keep_apart(end, from, n);
  end[n] = 0;
  return to;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t m) {
  wchar_t *end = to;
  while (*end) end++;
  end[take(end, from, m)] = 0;
  return to;
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

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
  while (*s != c)
    if (!*s++) return 0;
  return (wchar_t *)s;
}

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
  while (*s && *s != c) s++;
  return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
  const wchar_t *found = 0;
  for (;; s++) {
    if (*s == c) found = s;
    if (!*s) return (wchar_t *)found;
  }
}

static wchar_t *find(const wchar_t *s, const wchar_t *t) {
  for (;; s++) {
    size_t i = 0;
    while (t[i] && s[i] == t[i]) i++;
    if (!t[i]) return (wchar_t *)s;
    if (!*s) return 0;
  }
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *t) {
  return find(s, t);
}

wchar_t *wcswcs(const wchar_t *s, const wchar_t *t) {
  return find(s, t);
}

static _Bool is_in(wchar_t c, const wchar_t *set) {
  while (*set && *set != c) set++;
  return *set != 0;
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && is_in(s[n], set)) n++;
  return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
  size_t n = 0;
  while (s[n] && !is_in(s[n], set)) n++;
  return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
  while (*s && !is_in(*s, set)) s++;
  return *s ? (wchar_t *)s : 0;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
  for (size_t i = 0; i < n; i++) {
    keep_apart(to, from, i);
    to[i] = from[i];
  }
  return to;
}

wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n) {
  for (size_t i = 0; i < n; i++) {
    keep_apart(to, from, i);
    to[i] = from[i];
  }
  return to + n;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
  __builtin_memmove(to, from, n * sizeof *to);
  return to;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = c;
  return to;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (s[i] == c) return (wchar_t *)(s + i);
  return 0;
}

/* Both are read as a whole, whatever comes first. */
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
  __ansatz_range(a, n * sizeof *a);
  __ansatz_range(b, n * sizeof *b);
  size_t i = 0;
  while (i < n && a[i] == b[i]) i++;
  if (i == n) return 0;
  int order = REAL(wmemcmp)(a, b, n);
  __ansatz_assume(a[i] < b[i] ? order < 0 : order > 0);
  return order;
}
