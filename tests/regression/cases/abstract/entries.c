/* A function of which an option says in which state it is entered: the greatest of values between 0 and
 * 9. With BUG, one call passes an array with other values, and what `other` holds is not known. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int given[6];
static int greatest(int *a, int n) {
  int most = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > most) most = a[i];
  return most;
}
int main(void) {
  int small[8], large[8], other[8];
  for (int i = 0; i < 8; i++) small[i] = i, large[i] = 100 * i;
  __VERIFIER_assert(greatest(small, 8) <= 9);
  for (int i = 0; i < 6; i++) __VERIFIER_assert(given[i] <= 5);
#ifdef BUG
  greatest(large, 8);
  for (int i = 0; i < 8; i++) __VERIFIER_assert(other[i] == 7);
#endif
  return 0;
}
