/* A cell that is written before a loop, and left alone by it, is found by a search later. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
#ifndef WRITTEN
#define WRITTEN m
#endif
static int index_of(const short *v, unsigned n, int wanted) {
  for (unsigned j = 0; j < n; j++)
    if (v[j] == wanted) return (int)j;
  return -1;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 900 + 2;
  short v[n];
  unsigned m = n / 2;
  v[WRITTEN] = 77;
  for (unsigned i = 0; i < n; i++) {
    if (i == m) continue;
    v[i] = 3;
  }
  __VERIFIER_assert(index_of(v, n, 77) >= 0);
  return 0;
}
