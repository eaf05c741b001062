/* 3*x + y == 2*z is no octagon, and no sum of two of the variables is constant. */
extern unsigned nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }

int main(void) {
  unsigned n = nondet_uint() % 20;
  NUMBER x = 0, y = 4, z = 2;
  for (unsigned i = 0; i < n; i++) {
    if (nondet_uint() % 2) {
      x += 2;
      z += 3;
    } else {
      y += 2;
      z += 1;
    }
  }
#ifdef BUG
  if (3 * x + y == 2 * z && n == 7 && x == 4) reach_error();
#else
  if (3 * x + y != 2 * z) reach_error();
#endif
  return 0;
}
