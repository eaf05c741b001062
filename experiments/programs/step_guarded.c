/* The step is taken below a bound only. */
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int())
    if (x < 500) x += 7;
  return x;
}
