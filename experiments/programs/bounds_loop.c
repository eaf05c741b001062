/* The index stays within the array: intervals prove it. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int cell[500], sum = 0;
  for (int i = 0; i < 500; i++) cell[i] = i;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 499) return 0;
  sum = cell[k];
  return sum != k;
}
