/* Overflows to infinity, and stays below nothing else. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  float x = 1;
  while (__VERIFIER_nondet_int()) x *= 2;
  if (!(x >= 1)) reach_error();
#ifdef FINITE
  if (x > 3.4028235e38f) reach_error();
#endif
  return 0;
}
