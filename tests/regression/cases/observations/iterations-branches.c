extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  unsigned a = 0, b = 0;
  while (__VERIFIER_nondet_int() && a < 1000 && b < 1000) {
    if (__VERIFIER_nondet_int()) {
      a += 3;
      b += 1;
    } else {
      a += 1;
      b += 3;
    }
  }
  if ((a + b) % 4) reach_error();
}
