extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
#if WRONG != 1
      x--;
#endif
      y = __VERIFIER_nondet_int();
    } else {
#if WRONG == 2
      if (y != 3)
#endif
        y--;
    }
  }
  return 0;
}
