/* b always differs from a by one. With BUG they are equal in the third round. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned a = 1, b = 0, n = 0;
  while (__VERIFIER_nondet_int()) {
    a = (unsigned)__VERIFIER_nondet_int();
    b = a - 1;
#ifdef BUG
    if (++n == 3) b = a;
#endif
  }
  if (a != b + 1) reach_error();
  return 0;
}
