extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 40) return 0;
  __VERIFIER_assert(fibonacci(n) >= LEAST);
  return 0;
}
