extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int gcd(int a, int b) {
  if (b == 0) return a;
  return gcd(b, a % b);
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a <= 0 || b < 0) return 0;
  int r = gcd(a, b);
  if (r < 1) reach_error();
  return 0;
}
