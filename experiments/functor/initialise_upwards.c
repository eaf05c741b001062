/* Initialisation upwards; the points are numbered as in the slides. */
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
  }
  /* 6: */
  return 0;
}
