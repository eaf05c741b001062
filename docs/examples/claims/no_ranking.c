/* Ends, but no ranking of linear sums of its variables says so. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  while (x != 1 && x != 0) x = x % 2 ? 3 * x + 1 : x / 2;
  return 0;
}
