/* What goes wrong in a model is located at the program's call, the right one of several. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char good[4] = "abc", small[3];
#if CASE == 0
  char *copy = strdup(good);
  strcpy(good, "xyz");
  if (copy)
    strcpy(small, /* too small */
           copy);
  free(copy);
#elif CASE == 1
  int n = __VERIFIER_nondet_int();
  abs(n > 0 ? n : 1);
  return abs(n);
#elif CASE == 2
  size_t (*length)(const char *) = strlen;
  char end[3] = {'a', 'b', 'c'};
  if (length(good) == 3) return (int)strlen(end);
#elif CASE == 3 /* found by a test run */
  int steps = 0, c;
  while ((c = getchar()) >= 0 && steps < 3)
    if (c < 16) steps++;
  if (steps == 3) strcpy(small, good);
#endif
  return 0;
}
