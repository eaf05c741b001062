/* The greatest of five arbitrary cells is no smaller than any of them. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[5], max;
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
  max = a[0];
  for (int i = 1; i < 5; i++)
    if (a[i] > max) max = a[i];
  int k = __VERIFIER_nondet_int();
  if (k >= 0 && k < 5 && a[k] > max) reach_error();
  return 0;
}
