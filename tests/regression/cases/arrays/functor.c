/* The second loop has no index in the first m cells, and yet must keep what they are. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[100], m = 0;
  while (m < 50 && __VERIFIER_nondet_int()) {
    a[m] = m + 1;
    m++;
  }
  while (__VERIFIER_nondet_int()) a[LAST] = -m;
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < m && a[x] != x + 1) reach_error();
  return 0;
}
