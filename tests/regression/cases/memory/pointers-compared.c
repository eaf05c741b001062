#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
int main(void) {
#if BUG == 0
  int *p = malloc(4), *q = malloc(4), *end = a + 4;
  if (p == q || p == a || end == b + 1 || q == b) reach_error();
  if (a + 4 != end || a == NULL) reach_error();
  free(p);
  if (q == a) reach_error();
#elif BUG == 1 /* b may lie behind a, or a behind b */
  int *p = a + 4, *q = b + 4;
  if (p == b || q == a) reach_error();
#elif BUG == 2 /* in the place of what was freed */
  int *p = malloc(4);
  free(p);
  int *q = malloc(4);
  if (p == q) reach_error();
#elif BUG == 3
  int *p = NULL;
  while (__VERIFIER_nondet_int()) {
    int *q = malloc(4);
    if (p == q) reach_error();
    p = q;
    free(q);
  }
#elif BUG == 4 /* memory safety */
  int *p = malloc(4), *q;
  free(p);
  q = malloc(4);
  free(q);
  if (p == q) free(q);
#elif BUG == 5
  int *p = malloc(4), *q = realloc(p, 4);
  if (p == q) reach_error();
#endif
  return 0;
}
