// Rankings by cases that no condition of the program gives: a place where the direction of a
// variable changes. -DBUG: variants that go on for ever.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
#if P == 1 /* up to 5 upwards, from 6 on downwards, further each time */
#ifdef BUG
  while (x > 0) x = -3 * x + 20;
#else
  while (x > 0) x = -3 * x + 22;
#endif
#elif P == 2 /* the greater of two, one of them shifted */
  while (x > 0 && y > 0) {
    int a = x, b = y;
    if (__VERIFIER_nondet_int()) {
      x = a - 2;
      y = a - 1;
    } else {
#ifdef BUG
      x = b;
      y = a;
#else
      x = b - 3;
      y = a + 1;
#endif
    }
  }
#elif P == 3 /* the sign of a step that the loop does not change */
  int d = __VERIFIER_nondet_int() ? 3 : -5;
  while (x < 50 && y < 70) {
    x += d;
    y -= d;
  }
#elif P == 4 /* round a wheel, once */
  if (0 <= x && x < y) {
    int t = x + 1;
    while (t != x && __VERIFIER_nondet_int())
      if (t < y)
        t++;
      else
#ifdef BUG
        t = x + 1;
#else
        t = 0;
#endif
  }
#elif P == 5 /* ends by overflow alone, beyond any place */
#ifdef BUG
  while (x > 1) x = 2 * x;
#endif
#endif
  return 0;
}
