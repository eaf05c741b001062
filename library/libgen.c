/* libgen.h: parts of a path (POSIX basename, dirname), and GNU's basename of string.h. */
#include "contract.h"

/* Returns the length of the first n bytes without trailing slashes. */
static size_t before_slashes(const char *path, size_t n) {
  while (n && path[n - 1] == '/') n--;
  return n;
}

/* Returns the position of the last component in the first n bytes. */
static size_t component(const char *path, size_t n) {
  while (n && path[n - 1] != '/') n--;
  return n;
}

static size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

char *basename(const char *path) {
  return (char *)path + component(path, length_of(path));
}

char *__xpg_basename(char *path) {
  if (!path || !*path) return (char *)".";
  size_t n = length_of(path), end = before_slashes(path, n);
  if (!end) return path + n - 1;
  if (end < n) path[end] = 0;
  return path + component(path, end);
}

/* Exactly two slashes at the start are kept; any other number of them becomes one. */
char *dirname(char *path) {
  if (!path || !*path) return (char *)".";
  size_t n = length_of(path), end = before_slashes(path, n);
  size_t start = end ? component(path, end) : n;
  if (!start) return (char *)".";
  size_t cut = before_slashes(path, start);
  if (!cut) cut = start == 2 ? 2 : 1;
  path[cut] = 0;
  return path;
}
