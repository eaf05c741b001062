/* A border beyond the end of the array: b may be any number. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[8] = {0}, b = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) {
    if (b >= 0 && b < 8) a[b] = 3;
    if (b < 2000000000) b++;
  }
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < 8 && (a[x] < 0 || a[x] > 3)) reach_error();
  return 0;
}
