/* One index is read, another one written. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[1000], n = __VERIFIER_nondet_int();
  a[0] = 3;
  for (int i = 1; i < 1000; i++) a[i] = a[i / 2];
  if (n >= 0 && n < 1000 && a[n] != 3) reach_error();
  return 0;
}
