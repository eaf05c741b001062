// What ends if no signed operation overflows, and not only because integers have so many bits.
extern int __VERIFIER_nondet_int(void);
int up(int n) { return n < 0 ? 0 : up(n + 1); }
int main(void) {
  int x = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
#if P == 1 /* i <= n ends but for the greatest n */
  for (int i = 0; i <= n;) i = i + 1;
#elif P == 2 /* only an overflow ends it */
  while (x >= 0) x++;
#elif P == 3 /* no round is without overflow */
  while (x > 0) x = x + 2147483647;
#elif P == 4 /* unwound fully, but for the overflow */
  for (x = 1; x > 0;) x = x * 2;
#elif P == 5 /* as 2, in recursion */
  up(x);
#elif P == 6 /* ends whatever overflow gives */
  while (x > 0) x--, n++;
#endif
  return 0;
}
