/* Two nested loops and one behind them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = 0;
  while (__VERIFIER_nondet_int())
    while (__VERIFIER_nondet_int()) n++;
  while (__VERIFIER_nondet_int()) n += 2;
  if (n == 5) reach_error();
  return 0;
}
