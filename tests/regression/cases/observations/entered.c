int a[10];
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = 0;
  for (int *p = a; p < a + 9 && __VERIFIER_nondet_int(); p++)
    n++;
  return (int)n;
}
