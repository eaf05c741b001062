/* Each cell of b is one more than that of a. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[20], b[20], x = __VERIFIER_nondet_int();
  for (int i = 0; i < 20; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (a[i] > 1000) a[i] = 0;
    b[i] = a[i] + 1;
  }
  if (x >= 0 && x < 20 && b[x] != a[x] + 1) reach_error();
  return 0;
}
