/* Two calls on each of 24 levels: 2^24 activations of `last` where calls are expanded. */
extern int __VERIFIER_nondet_int(void);
static int calls;

static int last(int x) {
  if (calls < 1000) calls++;
  return x < 0 ? 0 : x > 9 ? 9 : x;
}
#define LEVEL(NAME, CALLED)                                                                        \
  static int NAME(int x) {                                                                         \
    int own = x > 5, first = CALLED(x);                                                            \
    return own ? first : CALLED(x + 1);                                                            \
  }
#define LEVELS(A, B, C, D, E)                                                                      \
  LEVEL(A, E) LEVEL(B, A) LEVEL(C, B) LEVEL(D, C)
LEVELS(a1, a2, a3, a4, last)
LEVELS(b1, b2, b3, b4, a4)
LEVELS(c1, c2, c3, c4, b4)
LEVELS(d1, d2, d3, d4, c4)
LEVELS(e1, e2, e3, e4, d4)
LEVELS(f1, f2, f3, f4, e4)

int main(void) {
  int mine = 3, r = f4(__VERIFIER_nondet_int() % 50);
  for (int i = 0; i < 4; i++) mine = 3;
  return r + mine;
}
