/* setjmp and longjmp. Each case ends in an error that is reached if N is 1, and is not if N is 0. */
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
static jmp_buf a, b;
static int seen;
static void jump(int n) {
  if (n == 0) longjmp(a, 7);
  jump(n - 1);
  seen = 100;
}
static void within(void) {
  int v = setjmp(b);
  if (v == 0) longjmp(b, 2);
  seen = v;
  longjmp(a, 3);
}
static int compare(const void *x, const void *y) {
  longjmp(a, x != y);
}
static int (*pointer)(const void *, const void *) = compare;
static void out_of_scope(void) {
  if (setjmp(a) == 0) {
    int local = 1;
    compare(&local, 0);
  }
}
int main(void) {
  volatile int kept = 1;
  int same = 4, result = 0, v = 0;
#if CASE == 1 /* through activations */
  v = setjmp(a);
  if (v == 0) jump(3);
  result = v + seen;
  if (result == 7 - !N) reach_error();
#elif CASE == 2 /* zero is one */
  if ((v = setjmp(a)) == 0) longjmp(a, 0);
  if (v == N) reach_error();
#elif CASE == 3 /* two buffers */
  v = setjmp(a);
  if (v == 0) within();
  if (v * 10 + seen == 31 + N) reach_error();
#elif CASE == 4 /* again and again */
  setjmp(a);
  kept = kept + 1;
  if (kept < 4) longjmp(a, 1);
  if (kept == 3 + N) reach_error();
#elif CASE == 5 /* through the library, and by a pointer */
  int values[2] = {2, 1};
  if (setjmp(a) == 0) {
    kept = 5;
    qsort(values, 2, sizeof *values, compare);
  } else if (kept == 5) {
    kept = 6;
    if (same == 4) pointer(&same, 0);
  }
  if (kept == 5 + N) reach_error();
#elif CASE == 6 /* a copy of the buffer */
  v = setjmp(a);
  if (v == 0) {
    memcpy(b, a, sizeof a);
    longjmp(b, 8);
  }
  if (v == 7 + N) reach_error();
#elif CASE == 7 /* in a switch, out of a scope */
  switch (setjmp(a)) {
  case 0: {
    int local = 3;
    compare(&local, &same);
  }
  case 1: out_of_scope(); break;
  default: seen = 1;
  }
  if (seen == !N) reach_error();
#endif
#if CASE == 11 /* not volatile, and changed */
  if (setjmp(a) == 0) {
    same = 5;
    jump(0);
  }
  if (same == 4) reach_error();
#elif CASE == 12 /* changed through a pointer */
  int *p = &same;
  if (setjmp(a) == 0) {
    *p = 5;
    jump(0);
  }
  if (same == 4) reach_error();
#elif CASE == 13 /* the function has returned */
  out_of_scope();
  longjmp(a, 1);
#elif CASE == 14 /* never set */
  longjmp(a, 1);
#elif CASE == 15 /* filled by another function */
  if (setjmp(a) == 0) {
    sigsetjmp(a, 1);
    jump(0);
  }
#elif CASE == 16 /* out of a function that runs after main */
  if (setjmp(a) == 0) {
    atexit(within);
    exit(0);
  }
#endif
  return result + same + seen + v > 1000;
}
