/* A filter that halves what it keeps. */
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);

int main(void) {
  float last = 0;
  while (__VERIFIER_nondet_int()) {
    float in = __VERIFIER_nondet_float();
    if (in >= -1 && in <= 1) last = last / 2 + in / 2;
  }
  if (last > 1) reach_error();
  return 0;
}
