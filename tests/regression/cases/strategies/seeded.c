/* Cells have a million values: model after model would never end. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[100];
  for (int i = 0; i < 100; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < -1000000 || x > 1000000) x = 0;
    a[i] = x;
  }
  for (int i = 0; i < 100; i++)
    if (a[i] > MOST) reach_error();
  return 0;
}
