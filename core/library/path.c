/* The parts of a path (libgen.h, and string.h with _GNU_SOURCE), as POSIX and the manual of glibc
 * define them. Those of libgen.h write into their argument. */
#include "contract.h"

/* What string.h calls basename: what is behind the last slash; the path stays as it is. */
char *basename(const char *path) {
  const char *part = path;
  for (const char *s = path; *s; s++)
    if (*s == '/') part = s + 1;
  return (char *)part;
}

static size_t length(const char *s) {
  size_t n = 0;
  while (s[n]) n++;
  return n;
}

/* The number of characters, of the first n, without slashes at their end. */
static size_t without_slashes(const char *path, size_t n) {
  while (n > 0 && path[n - 1] == '/') n--;
  return n;
}

/* The number of characters, of the first n, up to and with their last slash. */
static size_t up_to_slash(const char *path, size_t n) {
  while (n > 0 && path[n - 1] != '/') n--;
  return n;
}

/* What libgen.h calls basename. Of nothing but slashes the last one is the name. */
char *__xpg_basename(char *path) {
  if (!path || !*path) return (char *)".";
  size_t n = length(path), end = without_slashes(path, n);
  if (end == 0) return path + n - 1;
  if (end < n) path[end] = 0;
  return path + up_to_slash(path, end);
}

/* Two slashes at the beginning, and no more, may be another root, and are kept. */
char *dirname(char *path) {
  if (!path) return (char *)".";
  size_t n = length(path), name = without_slashes(path, n), folder = up_to_slash(path, name);
  if (name == 0) folder = n; /* nothing but slashes, or nothing */
  if (folder == 0) return (char *)".";
  size_t end = without_slashes(path, folder);
  if (end == 0) end = folder == 2 ? 2 : 1;
  path[end] = 0;
  return path;
}
