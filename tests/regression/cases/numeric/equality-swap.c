/* Two numbers and two pointers are exchanged and stay different. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), x, y;
  int *p = &x, *q = &y;
  __VERIFIER_assume(a != b);
  while (__VERIFIER_nondet_int()) {
    int t = a;
    int *r = p;
    a = b, b = t;
    p = q, q = r;
  }
  if (a == b || p == q) reach_error();
  return 0;
}
