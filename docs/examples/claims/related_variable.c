/* No cell is greater than the greatest one seen. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[20], most = 0, x = __VERIFIER_nondet_int();
  for (int i = 0; i < 20; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > most) most = a[i];
  }
  if (x >= 0 && x < 20 && a[x] > most) reach_error();
  return 0;
}
