/* Ends for every input. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  while (n > 1) n -= 2;
  return (int)n;
}
