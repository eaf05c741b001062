/* The greatest element is an element: found through a local copy, by a conditional operator (CHOICE), or changed on its way (WRONG). */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef N
#define N 1000
#endif
int a[N];
int main(void) {
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  int best = a[0];
  for (int i = 1; i < N; i++) {
#ifdef CHOICE
    best = a[i] > best ? a[i] : best;
#else
    int x = a[i];
    if (x > best) best = x;
#endif
  }
#ifdef WRONG
  best &= ~1;
#endif
  for (int i = 0; i < N; i++)
    if (a[i] == best) return 0;
  reach_error();
}
