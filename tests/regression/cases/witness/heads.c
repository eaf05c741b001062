/* Loops whose statements do not begin where their first test or statement stands. */
#include <assert.h>
#define FOREVER for (;;)
extern unsigned __VERIFIER_nondet_uint(void);

static void condition(void) {
  unsigned x = 0, y = 0, more = 1;
  while (more && __VERIFIER_nondet_uint()) {
    if (x < 1000000) x = x + 2, y = y + 1;
    more = __VERIFIER_nondet_uint();
  }
  assert(y <= 600000);
}

static void without_condition(void) {
  unsigned x = 0, y = 0;
  for (;;) {
    if (!__VERIFIER_nondet_uint()) break;
    if (x < 1000000) x = x + 2, y = y + 1;
  }
  assert(y <= 600000);
}

static void test_at_the_end(void) {
  unsigned x = 0, y = 0;
  do {
    if (x < 1000000) x = x + 2, y = y + 1;
  } while (__VERIFIER_nondet_uint() && __VERIFIER_nondet_uint());
  assert(y <= 600000);
}

static void by_a_macro(void) {
  unsigned x = 0, y = 0;
  FOREVER {
    if (!__VERIFIER_nondet_uint()) break;
    if (x < 1000000) x = x + 2, y = y + 1;
  }
  assert(y <= 600000);
}

int main(void) {
  condition();
  without_condition();
  test_at_the_end();
  by_a_macro();
  return 0;
}
