/* Some element of an array has a value: the witness is an index. P selects the program; with BUG
 * what it asserts is false. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
  if (!(c)) reach_error()
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

int main(void) {
  int n = __VERIFIER_nondet_int(), a[1000];
  if (n < 1 || n > 1000) return 0;
  int most = a[0], place = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > most) {
      most = a[i];
#if P == 1
      place = i - OFF;
#endif
    }
#if P == 1 /* the program remembers the index; wrong: the one before */
  check(a[place] == most);
#elif P == 2 /* it does not, and the search ends in the array; wrong: of a greater value */
  most += OFF;
  while (a[place] != most) place++;
  check(place < n);
#endif
  return 0;
}
