int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int a[3] = {0, 0, 0};
  while (__VERIFIER_nondet_int()) {
    a[0] = 1;
    a[1] = a[0] + 1;
  }
  if (a[0] > 1 || a[1] > 2 || a[2])
    reach_error();
}
