/* Equalities and disequalities. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = a, c = 0;
  while (__VERIFIER_nondet_int()) {
    a = __VERIFIER_nondet_int();
    b = a;
    c = __VERIFIER_nondet_int();
    if (c == 0) c = 1;
    if (a != b || c == 0) reach_error();
  }
  if (a != b) reach_error();
  return 0;
}
