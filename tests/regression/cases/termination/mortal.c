/* Programs all of whose executions end, some of them only by undefined behaviour or after long, by
 * the number P. */
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static void escape(int *up, int n) {
  int mine = 0;
  if (up) *up = 1;
  if (mine || n > 400000) return;
  escape(&mine, n + 1);
}
static int none(int x) {
  if (x > 5) return 1;
}
static int depth(int n) {
  return n == 0 ? 0 : depth(n - 1) + 1;
}
int rows[4][4];

int main(void) {
  unsigned n = 0;
#if P == 1 /* by overflow, of a number that decides nothing */
  int i = 0;
  while (n == 0) i += 2;
#elif P == 2  /* by an unsigned counter that wraps */
  for (n = 1; n != 0; n++) {}
#elif P == 3  /* by an assumption */
  while (1) {
    n++;
    __VERIFIER_assume(n < 3000000);
  }
#elif P == 4  /* an input cannot stay the same */
  int last = 0;
  while (1) {
    int x = __VERIFIER_nondet_int();
    if (x <= last) break;
    last = x;
  }
#elif P == 5  /* by abort, after long */
  while (1)
    if (n++ == 1000000000) abort();
#elif P == 6  /* by a division by zero */
  for (n = 3000000;; n--) rows[0][0] += 100 / n;
#elif P == 7  /* by an access behind an array */
  int a[10];
  for (int i = 0;; i++) a[i] = 1;
#elif P == 8  /* an index leaves its row, not its array */
  for (int i = 0;; i = (i + 1) % 16) rows[0][i] = 1;
#elif P == 9  /* a misaligned access */
  char *p = malloc(16);
  while (1) *(int *)(p + 1) = 0;
#elif P == 10 /* the value of a function that returned none */
  while (none(0) != 12345) {}
#elif P == 11 /* a signed shift overflows */
  for (int x = 1;;) x = x << 1 ? x << 1 : 1;
#elif P == 12 /* a pointer to a caller's local */
  escape(0, 0);
#elif P == 13 /* by a signal */
  alarm(1);
  while (1) {}
#elif P == 14 /* deep recursion */
  return depth(100000);
#elif P == 15 /* what is freed */
  int *p = malloc(sizeof *p);
  *p = 0;
  while (*p == 0)
    if (n++ == 0) free(p);
#elif P == 16 /* each input once */
  char seen[256] = {0};
  while (1) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (seen[c]++) break;
  }
#elif P == 17 /* a pointer that leaves its array */
  static int row[100];
  for (int *p = row;; p++) {}
#endif
  return 0;
}
