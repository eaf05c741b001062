extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* The second loop begins where the first one stops. */
int main(void) {
  int x = 0;
  while (x < 12345 && __VERIFIER_nondet_int()) x += 5;
  while (x > -777 && __VERIFIER_nondet_int()) x -= 9;
  __VERIFIER_assert(x <= 20 && x >= -785);
  return 0;
}
