/* Doubles its argument by recursion, and counts calls. The claims of the proof mention the result,
 * the argument and a global. */
int __VERIFIER_nondet_int(void);
void reach_error(void);
int calls;

static int twice(int n) {
  calls++;
  if (n <= 0) return 0;
  return twice(n - 1) + 2;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) return 0;
#ifdef WRONG
  if (twice(n) == 2 * 7) reach_error();
#else
  if (twice(n) != 2 * n) reach_error();
#endif
  return 0;
}
