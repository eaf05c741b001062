// Each activation reads a local of the one before: one object cannot stand for the locals of all. A whole variable is
// passed by value; an element of an array is not.
extern int __VERIFIER_nondet_int(void);
int f(int *p, int n) {
#ifdef WHOLE
  int x = *p;
  if (n <= 0) return x;
  return f(&x, n - 1);
#else
  int x[2] = {*p, n};
  if (n <= 0) return x[0];
  return f(x, n - 1);
#endif
}
int main(void) {
  int a = 1;
  return f(&a, __VERIFIER_nondet_int());
}
