/* Initialisation downwards of ten cells. The slides declare A[n]: with nothing known of variables
 * (domain `top`) the bound 10 is only found where n gets it as the length of an array that is
 * there. */
int main(void) {
  int i, n, A[10];
  n = 10;
  i = n;
  /* 1: */
  while /* 2: */ (0 < i) {
    /* 3: */
    i = i - 1;
    /* 4: */
    A[i] = 0;
    /* 5: */
  }
  /* 6: */
  return 0;
}
