/* Ten variables, a loop without end, an assertion that k-induction does not prove at any k and that no
 * execution violates: k grows as long as one lets it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned a = 0, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7, i = 8, n = 0;
  while (__VERIFIER_nondet_int()) {
    int way = __VERIFIER_nondet_int();
    if (way > 0) {
      a += 2, b += 3, c ^= a;
    } else if (way == 0) {
      d = e, e = f, f = g, g = d;
    } else {
      h += i, i += 1;
    }
    n += 2;
    if (n == 1) reach_error();
  }
  return (int)(a + b + c + d + e + f + g + h + i);
}
