/* Assignments that can be inverted (i), and that cannot (k). */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10], i = 3, k = 5;
  a[i] = 1;
  i = i + 2;
  a[k] = 2;
  a[8] = 7;
  k = __VERIFIER_nondet_int();
  return a[k & 7];
}
