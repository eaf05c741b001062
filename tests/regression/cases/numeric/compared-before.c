/* r is compared with what the loop changes before and behind it only. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), r = __VERIFIER_nondet_uint();
  if (r <= a + b) return 0;
  for (; a > 0; a--) b += STEP;
  if (r <= a + b) reach_error();
  return 0;
}
