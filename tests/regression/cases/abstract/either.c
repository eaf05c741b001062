/* An access through a pointer to one of two arrays says of neither that the index is within it. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[10], b[20], *p = a, n = 10, last = 0;
  if (__VERIFIER_nondet_int()) {
    p = b;
    n = 20;
  }
  for (int i = 0; i < n; i++) p[i] = 7;
  for (int k = 0; k < n; k++) last = p[k];
  return last;
}
