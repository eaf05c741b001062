/* Each cell holds its index. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1) abort();
  int i, A[n];
  i = n;
  /* 1: */
  while /* 2: */ (0 < i) {
    /* 3: */
    i = i - 1;
    /* 4: */
    A[i] = i;
    /* 5: */
  }
  /* 6: */
  return 0;
}
