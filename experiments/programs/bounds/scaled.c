extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* Steps of 24, and a second value that is scaled from the first. */
int main(void) {
  unsigned level = 0, scaled = 0;
  while (__VERIFIER_nondet_int()) {
    if (level < 4096) level += 24;
    scaled = level * 255 / 4119;
  }
  __VERIFIER_assert(scaled <= 255);
  return 0;
}
