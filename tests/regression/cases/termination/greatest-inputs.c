/* The inputs of the infinite executions are the least and the greatest number. */
extern long __VERIFIER_nondet_long(void);

int main(void) {
  long n = __VERIFIER_nondet_long();
  while (n == GOAL) {}
}
