/* In mode 1 x is at least 90: a disjunction, which no template of linear rows expresses. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int mode = 0, x = 0;
  while (__VERIFIER_nondet_int()) {
    if (mode == 0) {
      x = 3;
      if (__VERIFIER_nondet_int()) mode = 1, x = 90;
    } else if (x < LIMIT) {
      x++;
    } else {
      mode = 0, x = 1;
    }
  }
  if (!(mode == 0 || (x >= 90 && x <= 100))) reach_error();
  return 0;
}
