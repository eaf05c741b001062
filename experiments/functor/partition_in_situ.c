/* The elements of A that are not negative before those that are, by swaps. What A holds is given as
 * an entry segmentation. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1) abort();
  int a, b, x, A[n];
  a = 0;
  b = n;
  /* 1: */
  while /* 2: */ (a < b) {
    /* 3: */
    if (A[a] >= 0) {
      /* 4: */
      a = a + 1;
      /* 5: */
    } else {
      /* 6: */
      b = b - 1;
      /* 7: */
      x = A[a];
      A[a] = A[b];
      A[b] = x;
      /* 8: */
    }
    /* 9: */
  }
  /* 10: */
  return 0;
}
