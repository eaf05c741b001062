extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int get(int);
int f(int a, short b, unsigned char c) {
  double d = __VERIFIER_nondet_double();
  if (__VERIFIER_nondet_ulong() != 5000000000UL) return 1;
  if (!__VERIFIER_nondet_bool()) { return get(1); }
  if (a < -100 && b == -3 && c == 200 && d > 2.5) return a - 2147483647;
  return 0;
}
