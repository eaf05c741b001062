/* Four counters that grow together and whose signs never change: r == s, q >= 2 * p and q <= 5 * p,
 * which need each other. */
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int p = 0, q = 0, r = 0, s = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      p++, q += 2;
    } else if (__VERIFIER_nondet_int()) {
      if (p >= 3) p++, q += 5, r += 12, s += 12;
    } else if (p >= r && s > q) {
      p = -p, q = -q;
    }
  }
  if (5 * p < q) reach_error();
  return 0;
}
