/* That a is not 3 is inductive over three iterations only, and that y stays 0 needs a bound of x.
 */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 1, b = 5, c = 9, x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    int t = a;
    a = b;
    b = c;
    c = t;
    if (x < 100) x++;
    if (x > 200 && __VERIFIER_nondet_int()) y = 1;
    if (a == 3 || y == 1) reach_error();
  }
  return 0;
}
