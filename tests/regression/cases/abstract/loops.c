/* Nested loops, a call in a loop, pointers to variables, a switch. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

static int capped(int x, int most) {
  if (x > most) return most;
  return x;
}

static void set(int *p, int value) {
  *p = value;
}

int main(void) {
  int x = 0, y = 5, state = 0, z;
  for (int i = 0; i < 100; i++) {
    for (int j = i; j < 10; j++) y = j;
    if (__VERIFIER_nondet_int()) x = x + 1;
    x = capped(x, 50);
    switch (state) {
    case 0: state = 2; break;
    case 2: state = __VERIFIER_nondet_int() ? 0 : 3; break;
    default: state = 0;
    }
  }
  set(&z, x);
  __VERIFIER_assert(x <= 50 && y <= 9 && y >= 0 && state >= 0 && state <= 3 && z <= 50);
  return 0;
}
