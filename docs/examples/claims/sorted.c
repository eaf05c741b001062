/* Cells that grow are in order: any two of them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[4000], last = 0;
  for (int i = 0; i < 4000; i++) {
    int more = __VERIFIER_nondet_int();
    if (more > last) last = more;
    a[i] = last;
  }
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && x < y && y < 4000 && a[x] > a[y]) reach_error();
  return 0;
}
