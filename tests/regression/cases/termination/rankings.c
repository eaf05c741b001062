/* Loops that end, each by another form of ranking; with BUG, one that does not, or only where a
 * signed operation overflows. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
#if P == 1 /* linear: n - i */
#ifdef BUG
  while (x >= 0) x++;
#else
  for (int i = x; i < y; i++) z ^= i;
#endif
#elif P == 2 /* two components: y may become anything when x decreases */
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_int()) {
      x--;
      y = __VERIFIER_nondet_int();
    } else {
#ifdef BUG
      y -= z > 0;
#else
      y--;
#endif
    }
  }
#elif P == 3 /* two phases: x decreases once y is negative */
  while (x > 0) {
    x += y;
#ifdef BUG
    y = -y;
#else
    y--;
#endif
  }
#elif P == 4 /* two pieces */
  while (x != 0) {
    if (x > 0)
      x--;
    else
#ifdef BUG
      x--;
#else
      x++;
#endif
  }
#elif P == 5 /* unsigned: wraps, but only behind the end */
  unsigned n = __VERIFIER_nondet_uint();
#ifdef BUG
  for (unsigned i = n; i >= 0; i--) z ^= 1;
#else
  while (n--) z ^= 1;
#endif
#elif P == 6 /* a sum with coefficients that no condition has */
  unsigned char a = (unsigned char)x, b = (unsigned char)y, c = (unsigned char)z;
  while (a > 10 && b > 10 && c > 10 && a < 200 && b < 200 && c < 200) {
    int way = __VERIFIER_nondet_int();
    if (way > 0) {
      a -= 5;
      b += 2;
    } else if (way == 0) {
      a += 3;
      b -= 2;
      c += 1;
    } else {
#ifdef BUG
      a += 1;
      b -= 1;
      if (b <= 20) b = 100, a = 11;
#else
      c -= 3;
      a += 1;
#endif
    }
  }
#elif P == 7 /* a counter that overflows, on which nothing depends */
  while (x > 0) {
    y += 1000000;
#ifdef BUG
    x = y;
#else
    x--;
#endif
  }
#elif P == 8 /* two inner loops are part of one round */
  while (x > 0) {
    for (int i = 0; i < y; i++) z ^= i;
    while (z > 10) z -= 3;
#ifdef BUG
    if (z < 5)
#endif
      x--;
  }
#elif P == 9 /* behind a pointer */
  int *p = &x;
  while (*p > 0) {
    --*p;
#ifdef BUG
    if (y == 7) p = &z, z = 1;
#endif
  }
#elif P == 10 /* ends by goto, break and an inner loop that is left */
again:
  if (x <= 0) return 0;
  for (;;) {
    x--;
    if (x < 0 || x < y) break;
#ifdef BUG
    if (x == 3) x = 4;
#endif
    if (__VERIFIER_nondet_int()) goto again;
  }
#endif
  return 0;
}
