/* A loop adds a variable that it does not change: x is a multiple of it, although the program does
 * not multiply. The step is one of two constants, and a flag says which. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int n = __VERIFIER_nondet_int(), flag = __VERIFIER_nondet_int();
  unsigned i = 0, x = 0;
  unsigned step = flag == 1 ? 1 : 3;
  for (int k = 0; k <= n; k++) i++, x += step;
#ifdef BUG
  if (n == 2) x++;
#endif
  if (flag == 1) __VERIFIER_assert(x == i);
  return 0;
}
