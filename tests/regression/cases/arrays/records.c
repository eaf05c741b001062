/* Records so far, of a series of any length: they grow. With FORGETS one of them may be lower. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int best[100000];
int main(void) {
  int n = __VERIFIER_nondet_int(), top = 0;
  if (n < 0 || n > 100000) return 0;
  for (int i = 0; i < n; i++) {
    int now = __VERIFIER_nondet_int();
#ifdef FORGETS
    if (now > top || (now == -7 && i > 5)) top = now;
#else
    if (now > top) top = now;
#endif
    best[i] = top;
  }
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && x < y && y < n && best[x] > best[y]) reach_error();
  return 0;
}
