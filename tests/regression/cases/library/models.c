/* Exact models, for both data models. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static int order(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(void) {
  char text[] = "12ab", *end, to[8];
  int sorted[] = {1, 3, 5}, key = 3;
  if (strtol(text, &end, 10) != 12 || end != text + 2) reach_error();
  if (strtoul("zz", NULL, 36) != 35 * 36 + 35 || atoi(" -7x") != -7) reach_error();
  if (bsearch(&key, sorted, 3, sizeof *sorted, order) != sorted + 1) reach_error();
  if (div(7, 2).quot != 3 || div(-7, 2).rem != -1) reach_error();
  errno = 0;
  if (strtol("1", NULL, 1) || errno != EINVAL) reach_error();
  if (memccpy(to, "abc", 'b', 3) != to + 2 || strcasecmp("aBc", "AbC")) reach_error();
  if (stpncpy(to, "abc", 5) != to + 3 || strspn(to, "ab") != 2) reach_error();
  if (memmem(to, 4, "bc", 2) != to + 1 || strpbrk(to, "xc") != to + 2) reach_error();
#ifdef OWN /* the program's own definition is the function, whatever the library does */
  if (ffs(8) != 77) reach_error();
#else
  if (ffs(8) != 4) reach_error();
#endif
#ifdef FALSE
  if (strchrnul(text, 'b') == text + 3) reach_error();
#endif
  return 0;
}
