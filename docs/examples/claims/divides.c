extern int __VERIFIER_nondet_int(void);
int main(void) {
  int sum = 0, n = 0;
  while (__VERIFIER_nondet_int() && n < 100) n++, sum += 7;
#ifdef CAREFUL
  if (n == 0) return 0;
#endif
  return sum / n;
}
