/* Indices that are equal (one border), ordered (one segmentation), and neither (one for each). */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a[100];
  for (int i = 0, j = JUST; i < 90; i++, j++) {
    a[i] = 1;
    if (j >= 0 && j < 100) a[j] = 2;
  }
  __CPROVER_assert(a[5] == 1 || a[5] == 2, "filled");
  return 0;
}
