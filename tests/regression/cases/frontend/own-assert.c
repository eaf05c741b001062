extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((noreturn));
void reach_error() { __assert_fail("0", "own-assert.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
  ERROR : { reach_error(); abort(); }
  }
}
unsigned __VERIFIER_nondet_uint();
int main() {
  unsigned a[3] = {0}, k = __VERIFIER_nondet_uint();
  if (k < 3) a[k] = 9;
  __VERIFIER_assert(a[0] + a[1] + a[2] == 9);
  return 0;
}
