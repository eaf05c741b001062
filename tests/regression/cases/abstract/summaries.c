/* Calls in calls: 3^5 activations of `clamp` where calls are expanded. Each caller keeps what is its
 * own; the parameter and the result of `clamp` are what all calls have. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
static int calls;

static int clamp(int x, int most) {
  int result = x;
  for (int i = 0; i < 3; i++) calls = i;
  if (result < 0) result = 0;
  if (result > most) result = most;
  return result;
}
#define LEVEL(NAME, CALLED)                                                                        \
  static int NAME(int x) {                                                                         \
    int own = 7, a = CALLED, b = CALLED, c = CALLED;                                               \
    for (int i = 0; i < own; i++) calls = own;                                                     \
    return a + b - c > 0 ? a : b;                                                                  \
  }
LEVEL(one, clamp(x, 9))
LEVEL(two, one(x))
LEVEL(three, two(x + 1))
LEVEL(four, three(x))

int main(void) {
  int mine = 3, r = four(__VERIFIER_nondet_int() % 50);
  for (int i = 0; i < 4; i++) calls = i;
  __VERIFIER_assert(mine == 3 && r <= 9 && calls <= 3);
  return 0;
}
