/* The slides' example, with a check of one cell. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int i = 10, a[10];
  while (0 < i) {
    i = i - 1;
    a[i] = 0;
  }
  int q = __VERIFIER_nondet_int();
  if (q >= 0 && q < 10 && a[q] != 0) reach_error();
  return 0;
}
