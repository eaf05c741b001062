/* Recursion as deep as its argument. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int deep(int n) {
  return n <= 0 ? 0 : 1 + deep(n - 1);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > MOST) return 0;
  if (deep(n) == 4) reach_error();
  return 0;
}
