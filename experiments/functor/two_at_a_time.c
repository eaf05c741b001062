/* Even cells get 0, odd ones -16. The slides' text copy has lost the last i = i + 1. */
int main(void) {
  int n = 10;
  int i, A[n];
  i = 0;
  /* 1: */
  while /* 2: */ (i < n) {
    /* 3: */
    A[i] = 0;
    /* 4: */
    i = i + 1;
    /* 5: */
    A[i] = -16;
    /* 6: */
    i = i + 1;
    /* 7: */
  }
  /* 8: */
  return 0;
}
