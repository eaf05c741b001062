/* 3 does not divide 2^N: after 86 rounds the byte is 2. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  NUMBER x = 0;
  while (__VERIFIER_nondet_int()) x += 3;
  if (x % 3 != 0) reach_error();
  return 0;
}
