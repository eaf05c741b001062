/* The cell at the index decreases, or the index increases. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[100], k = 0;
  for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
  while (k >= 0 && k < 100 && a[k] > 0) {
#ifdef BUG
    if (__VERIFIER_nondet_int() && k < 99)
      a[k + 1]--;
#else
    if (__VERIFIER_nondet_int())
      k++;
#endif
    else
      a[k]--;
  }
  return 0;
}
