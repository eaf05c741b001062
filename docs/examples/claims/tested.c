/* A test of an element restricts it. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10], i = 0;
  while (i < 10) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] < 0 || a[i] > 9) a[i] = 5;
    i = i + 1;
  }
  return 0;
}
