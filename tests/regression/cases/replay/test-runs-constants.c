/* The error needs an input at the end of its range, and comes after so many iterations that no
 * unwinding reaches it: a test run does that takes constants of the program as inputs. With SAFE
 * the last iterations are allowed, too. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifdef SAFE
#define LAST 2900000
#else
#define LAST 2899997
#endif

int main(void) {
  int n = __VERIFIER_nondet_int(), passed = 0;
  if (n < 0 || n > 2900000) return 0;
  for (int i = 0; i < n; i++)
    if ((i ^ 48271) >= 0) passed++;
  if (passed > LAST) reach_error();
  return 0;
}
