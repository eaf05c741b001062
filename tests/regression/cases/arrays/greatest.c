// The index of the greatest element, and selection sort, which looks for the least one: up to a
// length that is an input, so that the cell at the last index may be behind all that is known.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[100];

#ifdef SORT
static void sort(int n) {
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (a[j] < a[least]) least = j;
    int moved = a[i];
    a[i] = a[least];
    a[least] = moved;
  }
}
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
#ifdef SORT
  sort(n);
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1]) reach_error();
#else
  int greatest = 0;
  for (int i = FIRST; i < n; i++)
    if (a[i] > a[greatest]) greatest = i;
  for (int i = 0; i < n; i++)
    if (a[i] > a[greatest]) reach_error();
#endif
  return 0;
}
