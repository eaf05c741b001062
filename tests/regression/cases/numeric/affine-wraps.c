/* Nothing bounds the loop, so the counters wrap around; their sum modulo 2^bits is invariant. */
extern int nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  typedef unsigned NUMBER number;
  number a = 0, b = 1, i = 0;
  while (nondet_int()) {
    int one = nondet_int() % 2;
    a += one ? 1 : 2;
    b += one ? 2 : 1;
    i++;
#ifdef BUG
    if (i == 6) i = 5;
#endif
  }
  if ((number)(a + b) != (number)(3 * i + 1)) reach_error();
  return 0;
}
