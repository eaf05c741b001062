extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* A product of two bounded counters. */
int main(void) {
  int w = 0, h = 0, area = 0;
  while (__VERIFIER_nondet_int()) {
    if (w < 37) w++;
    if (h < 53) h++;
    area = w * h;
  }
  __VERIFIER_assert(area <= 5);
  return 0;
}
