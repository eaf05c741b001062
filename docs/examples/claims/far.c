/* A bound that is far away. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int())
    if (x < 1000000007) x++;
  if (x > 1000000007) reach_error();
  return 0;
}
