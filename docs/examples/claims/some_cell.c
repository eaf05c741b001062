/* The greatest element is one of the elements. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), found = 0;
  if (n < 1 || n > 5000) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int most = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > most) most = a[i];
  for (int i = 0; i < n; i++)
    if (a[i] == most) found = 1;
  if (!found) reach_error();
  return 0;
}
