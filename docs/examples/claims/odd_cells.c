/* Every second cell is written: a partition, not a segment. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[100000];
  for (int i = 0; i < 100000; i += 2) {
    a[i] = 0;
    a[i + 1] = 1;
  }
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 50000 && (a[2 * x] != 0 || a[2 * x + 1] != 1)) reach_error();
  return 0;
}
