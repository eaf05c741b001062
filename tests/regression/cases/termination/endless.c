/* Programs that do not end, or may not: none may be proved to. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void abort(void);

static void spin(void) {
A:
  goto A;
}

static int down(int n, int by) {
  while (n > 0) n -= by;
  return n;
}

static int depth(int n) { return n == 0 ? 0 : depth(n - 1); }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
#if P == 1
  if (x == 12345) spin();
#elif P == 2
  for (unsigned char i = 0; i < 256; i++) y ^= i;
#elif P == 3 /* depends on an input in each round */
  while (__VERIFIER_nondet_uchar() != 0) x = 0;
#elif P == 4 /* decreases in the first round only */
  int first = 1;
  while (x > 0) {
    if (first) x--;
    first = 0;
  }
#elif P == 5 /* decreases by what may be zero */
  if (y >= 0)
    while (x > 0) x -= y;
#elif P == 6 /* ends by an assertion, but not always */
  while (1) {
    if (x == y) abort();
    x = y + 1;
  }
#elif P == 7
  return depth(x);
#elif P == 8 /* the second entry does not end */
  for (int i = 0; i < 2; i++) {
    int k = 10;
    while (k > 0) k -= 1 - i;
  }
#elif P == 9 /* a cycle of states */
  unsigned char c = (unsigned char)x;
  while (c != 3) c += 2;
#elif P == 10 /* through a float that stays the same */
  double d = 1e20;
  while (d < 1e21) d += 1;
#elif P == 11 /* the second of two calls does not return */
  down(x, 1);
  return down(x, 0);
#endif
  return 0;
}
