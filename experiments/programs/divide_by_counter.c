/* The divisor stays positive in the loop. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned total = __VERIFIER_nondet_uint(), share = 0;
  for (unsigned n = 1; n < 800; n++) share = total / n;
  return share > total;
}
