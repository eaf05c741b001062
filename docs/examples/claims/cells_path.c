/* low is 1 in the second loop if the first one has iterated, and only then is it looked at. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = 0, low = 5;
  while (__VERIFIER_nondet_int()) n = 1, low = 1;
  while (__VERIFIER_nondet_int()) {
    if (n && low > 1) reach_error();
    low = low > 1 ? 5 : 1;
    n = n ? 1 : 0;
  }
  return 0;
}
