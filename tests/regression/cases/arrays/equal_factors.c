extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int);

/* Areas of squares beside their sides: the claim about all cells has products at several indices. */
int main(void) {
  unsigned side[3000], area[3000];
  int i;
  for (i = 0; i < 3000; i++) {
    side[i] = i;
    area[i] = 2 * i;
  }
  for (i = 0; i < 3000; i++)
    if (__VERIFIER_nondet_bool()) {
      unsigned k = __VERIFIER_nondet_int() & 4095;
      side[i] = k;
      area[i] = k * k;
    }
  for (i = 0; i < 3000; i++)
    __VERIFIER_assert(area[i] == 2 * side[i] || area[i] == side[i] * side[i] + EXTRA);
  return 0;
}
