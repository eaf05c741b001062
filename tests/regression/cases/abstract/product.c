/* Filled downwards: rows of the cells come from the control flow alone, the claim about s from
 * both. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int a[12], i = 12, s = 24, q = __VERIFIER_nondet_int();
  while (i > 0) {
    i = i - 1;
    s = s - 2;
#ifdef BUG
    a[i] = 3 + (i == 7);
#else
    a[i] = 3;
#endif
  }
  if (q >= 0 && q < 12) __VERIFIER_assert(a[q] == 3 && s == 0);
  return 0;
}
