/* A pointer that leads to one of three arrays, and is compared with another one and with NULL. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int first[4], other[4], last[4];

int main(void) {
  int *p = first, n = 0;
  while (__VERIFIER_nondet_int()) {
    if (p == other) n = 1;
    if (__VERIFIER_nondet_int() && n < 100) n = n + 2;
    p = n > 50 ? first : last;
  }
  if (p == other || p == 0) reach_error();
  return 0;
}
