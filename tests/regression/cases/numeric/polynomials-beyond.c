/* Loops that count while i <= n: equations of i hold of n + 1 behind them. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifdef BUG
#define MORE (n / 9)
#else
#define MORE 0
#endif

int main(void) {
#if CASE == 1
  unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
  if (n > 60000) return 0;
  while (i <= n) {
    sum += i;
    i++;
  }
  if (2 * sum != n * (n + 1) + MORE) reach_error();
#else
  int n = __VERIFIER_nondet_int();
  long long squares = 0;
  if (n < 0 || n > 30000) return 0;
  for (long long i = 1; i <= n; i++) squares += 2 * i - 1;
  if (squares != (long long)n * n + MORE) reach_error();
#endif
  return 0;
}
