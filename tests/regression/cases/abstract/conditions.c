// Conditions that go through truth values: passed to a function, made by two paths, kept in a variable.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void abort(void);
static void suppose(int holds) {
  if (!holds) abort();
}
static int first(void) {
  int n = __VERIFIER_nondet_int();
  suppose(n >= 1 && n <= 50);
  int a = 0;
  while (a < n) a++;
  return a;
}
static int second(void) {
  int m = __VERIFIER_nondet_int(), in = 0;
  if (m > 3) in = m < 9;
  if (!in) return 0;
  int b = 0;
  while (b < m) b++;
  return b;
}
static int third(void) {
  int k = __VERIFIER_nondet_int(), in = k > 3 && k < 9;
  k = __VERIFIER_nondet_int();
  if (!in) return 0; // says nothing of k any more
  int c = 0;
  while (c < k) c++;
  return c;
}
int main(void) {
  if (first() > 50) reach_error();
  if (second() > 8) reach_error();
  third();
  return 0;
}
