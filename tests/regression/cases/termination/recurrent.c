/* The loop has no end for step = 1, as y stays even and x, which would leave by 10, is set back. With ROUND, which
 * is the recurrent set that was found, one round of it from any state of that set. */
int __VERIFIER_nondet_int(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void reach_error(void);

static long long next(long long x, int step) {
  return x + step > 100 ? 50 : x + step;
}

int main(void) {
  long long x = 20;
  unsigned long long y = 0;
#ifndef ROUND
  int step = __VERIFIER_nondet_int();
  while (x > 10) {
    y += 2;
    if (y == 7) break;
    x = next(x, step);
  }
#else
  x = (long long)__VERIFIER_nondet_ulonglong();
  y = __VERIFIER_nondet_ulonglong();
  if (!(ROUND)) return 0;
  if (x <= 10) reach_error();
  y += 2;
  if (y == 7) reach_error();
  x = next(x, 1);
  if (!(ROUND)) reach_error();
#endif
  return 0;
}
