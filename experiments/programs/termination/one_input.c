/* For one input only. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 7) {
    if (x == 12) x = 14;
    x--;
  }
  return 0;
}
