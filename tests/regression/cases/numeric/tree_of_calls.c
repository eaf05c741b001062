/* 2^24 calls, or 2^12 from f12 on. A function is proved once, callees before their callers; the
 * least of results in [0, 10], and a global that is counted up to a bound. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int count;

static int leaf(int a) {
  int sum = 0;
  for (int i = 0; i < a && i < 10; i++) sum++;
  if (count < 1000) count++;
  return sum;
}

#define LEVEL(name, below)                                                                         \
  static int name(int a) {                                                                         \
    int x = below(a), y = below(a + 1);                                                            \
    return x < y ? x : y;                                                                          \
  }
#define FOUR(a, b, c, d, below) LEVEL(a, below) LEVEL(b, a) LEVEL(c, b) LEVEL(d, c)
FOUR(f1, f2, f3, f4, leaf)
FOUR(f5, f6, f7, f8, f4)
FOUR(f9, f10, f11, f12, f8)
FOUR(f13, f14, f15, f16, f12)
FOUR(f17, f18, f19, f20, f16)
FOUR(f21, f22, f23, f24, f20)

#ifndef TOP
#define TOP f24
#endif

int main(void) {
  int r = TOP(__VERIFIER_nondet_int());
  if (r < 0 || r > MOST || count > 1000) reach_error();
  return 0;
}
