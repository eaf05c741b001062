/* The elements of A that are not negative go to B, the others to C. What A holds is given as an
 * entry segmentation. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1) abort();
  int a, b, c, A[n], B[n], C[n];
  a = 0;
  b = 0;
  c = 0;
  /* 1: */
  while /* 2: */ (a < n) {
    /* 3: */
    if (A[a] >= 0) {
      /* 4: */
      B[b] = A[a];
      b = b + 1;
      /* 5: */
    } else {
      /* 6: */
      C[c] = A[a];
      c = c + 1;
      /* 7: */
    }
    /* 8: */
    a = a + 1;
    /* 9: */
  }
  /* 10: */
  return 0;
}
