// Rankings by cases: a condition of the program tells which expression decreases. -DBUG: variants that go on for ever.
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
#if P == 1 /* the direction depends on what the loop does not change */
  while (x > 0 && x < 1000) {
#ifdef BUG
    y = -y;
#endif
    if (y > 5)
      x++;
    else
      x--;
  }
#elif P == 2 /* once it is 7, it stays so */
  while (x > 0) {
    if (y == 7) {
      x--;
    } else {
      x = __VERIFIER_nondet_int();
#ifdef BUG
      y = __VERIFIER_nondet_int();
#else
      y = 7;
#endif
    }
  }
#elif P == 3 /* odd only at first */
  while (x < 200) {
    if (x & 1)
      x -= 1;
    else
#ifdef BUG
      x |= 1;
#else
      x += 4;
#endif
  }
#elif P == 4 /* a signed variable that counts as an unsigned one does */
#ifdef BUG
  while (x != 3) x = (int)((unsigned)x - 2);
#else
  while (x) x = (int)((unsigned)x - 1);
#endif
#elif P == 5 /* two expressions, each with what it leaves arbitrary */
  int z = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (z >= 10) {
      x--;
      y = __VERIFIER_nondet_int();
#ifdef BUG
      z = __VERIFIER_nondet_int();
#endif
    } else {
      y--;
      x = __VERIFIER_nondet_int();
#ifdef BUG
      z = __VERIFIER_nondet_int();
#endif
    }
  }
#elif P == 6 /* the lesser of two decreases, the greater is any number */
  while (x > 0 && y > 0) {
    if (x < y) {
      x--;
      y = __VERIFIER_nondet_int();
    } else if (y < x) {
      y--;
      x = __VERIFIER_nondet_int();
    } else
#ifdef BUG
      x = __VERIFIER_nondet_int();
#else
      x--;
#endif
  }
#endif
  return 0;
}
