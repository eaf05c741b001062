extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++) a[i] = 7;
  for (unsigned i = 0; i < n; i++)
    if (a[i] != 7) reach_error();
  return 0;
}
