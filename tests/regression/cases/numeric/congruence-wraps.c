/* 51 does not divide 2^8: after 6 rounds a byte is 50. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  NUMBER x = 0;
  while (__VERIFIER_nondet_int()) x += 51;
  if (x % 51 != 0) reach_error();
  return 0;
}
