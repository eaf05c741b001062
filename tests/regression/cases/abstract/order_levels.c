/* Accesses in bounds, each by another level of the order of bounds: constants; what is known of i;
 * the segmentation of A, which has i before n; b <= a. The last one is not in bounds. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1) abort();
  int A[n], B[n], C[3];
  int i = 0, a = 0, b = 0;
  C[2] = 0;
  if (n < 4) C[n - 1] = 0;
  while (i < n && __VERIFIER_nondet_int()) {
    A[i] = 0;
    i++;
  }
  if (i != n) B[i] = 0;
  for (a = 0; a < n; a++)
    if (A[a] >= 0) {
      B[b] = A[a];
      b++;
    }
  B[b] = 1;
  return 0;
}
