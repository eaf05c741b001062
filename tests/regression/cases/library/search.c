/* lfind and lsearch. FALSE: the key was found, nothing was added. SHORT: no room for what is added.
 */
#include <search.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int compare(const void *a, const void *b) {
  return *(const int *)a != *(const int *)b;
}

int main(void) {
#ifdef SHORT
  int a[3] = {4, 7, 1};
#else
  int a[4] = {4, 7, 1, 0};
#endif
  size_t count = 3;
  int key = __VERIFIER_nondet_int();
  int *found = lfind(&key, a, &count, sizeof *a, compare);
  if (count != 3 || (found && *found != key)) reach_error();
  int *at = lsearch(&key, a, &count, sizeof *a, compare);
  if (*at != key) reach_error();
  if (found ? at != found || count != 3 : at != a + 3) reach_error();
#ifdef FALSE
  if (count == 3 && key == 7) reach_error();
#else
  if (!found && count != 4) reach_error();
#endif
  return 0;
}
