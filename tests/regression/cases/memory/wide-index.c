/* Indices that are wider than a pointer (ILP32): clang cuts them before it scales them. */
extern long long __VERIFIER_nondet_longlong(void);
int a[4];
int main(void) {
  long long i = __VERIFIER_nondet_longlong();
  int *p = a;
#if CASE == 1
  if (i == 1ll << 32) a[i] = 1;
#elif CASE == 2
  if (i == 1ll << 33) p += i;
  *p = 1;
#elif CASE == 3
  if (i > 0 && i % (1ll << 32) == 0) a[i >> 1] = 1;
#elif CASE == 4 /* ordinary ones */
  for (long long k = 0; k < 4; k++) a[k] = 1;
  if (i >= 0 && i < 4) p[i] = 2;
#endif
  return 0;
}
