/* Branches in sequence that count, N of them in branches.h, which the case makes. CHECK is what is
 * claimed of the counts in the end, INSIDE behind each branch. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef ONE
#define ONE s++
#endif
#ifndef OTHER
#define OTHER
#endif
#ifndef CHECK
#define CHECK s <= N
#endif
#ifndef INSIDE
#define INSIDE 1
#endif
enum { N = 512 };
int main(void) {
  int s = 0, t = 5;
#include "branches.h"
  if (!(CHECK)) reach_error();
  return t < 0;
}
