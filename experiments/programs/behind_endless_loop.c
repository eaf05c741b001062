/* The loop never ends (its variable stays odd): nothing behind it is reached. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() | 1u;
  while (x != 0) {
    x += 4;
    x |= 1u;
  }
  reach_error();
  return 0;
}
