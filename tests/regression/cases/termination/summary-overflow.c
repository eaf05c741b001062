/* A nested result that overflows is below zero, and the loop goes on for ever. */
extern int __VERIFIER_nondet_int(void);
int f(int n, int inner) {
  if (n <= 0) return 0;
  int r = f(n - 1, 1);
  return inner ? r + 1000000000 : r;
}
int main(void) {
  int r = f(__VERIFIER_nondet_int(), 0);
  while (r < 0) {
  }
  return 0;
}
