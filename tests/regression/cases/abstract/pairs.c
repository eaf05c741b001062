// Two arrays that one loop fills with a value and its opposite, which is bounded by a function.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
static void suppose(int holds) {
  if (!holds) abort();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000) return 0;
  int a[n], b[n];
  for (int i = 0; i < n; i++) {
    int x = __VERIFIER_nondet_int();
    suppose(x > -100 && x < 100);
    a[i] = x;
    b[i] = -x;
  }
  for (int i = 0; i < n; i++)
    if (a[i] + b[i] != FALSE) reach_error();
  return 0;
}
