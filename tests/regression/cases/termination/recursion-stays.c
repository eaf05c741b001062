// Each activation reads a local of the one before: one object cannot stand for the locals of all.
extern int __VERIFIER_nondet_int(void);
int f(int *p, int n) {
  int x = *p;
  if (n <= 0) return x;
  return f(&x, n - 1);
}
int main(void) {
  int a = 1;
  return f(&a, __VERIFIER_nondet_int());
}
