// Partition around the last element, which the loop leaves alone.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[100];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int pivot = a[n - 1], small = 0;
  for (int i = 0; i < n - 1; i++)
    if (a[i] < pivot) {
      int moved = a[i];
      a[i] = a[small];
      a[small++] = moved;
    }
#ifdef FALSE
  small++;
#endif
  int moved = a[small];
  a[small] = a[n - 1];
  a[n - 1] = moved;
  for (int i = 0; i < small; i++)
    if (a[i] >= pivot) reach_error();
  for (int i = small; i < n; i++)
    if (a[i] < pivot) reach_error();
  return 0;
}
