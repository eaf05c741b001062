// The offset is computed in 32 bits and extended, so that it is not known to be the place of a k[j]: the formula has any value there.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct record {
  int k[4];
  int m;
};
int main(void) {
  struct record r[2] = {0};
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 4) return 0;
  r[1].k[i] = 7;
#ifdef EXACT
  if (r[1].k[i] == 7) reach_error();
#else
  if (*(int *)((char *)r + 20 + 4 * i) != 7) reach_error();
#endif
}
