/* Programs in which a claim about the number of rounds is wrong in some execution: every one of them fails. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)

#if CASE == 1 /* the sum grows by another amount in one round */
int main(void) {
  unsigned s = 0;
  while (s < 30 && __VERIFIER_nondet_int()) s += s == 21 ? 4 : 3;
  CHECK(s % 3 == 0);
}
#elif CASE == 2 /* left by break after half of a round */
int main(void) {
  unsigned s = 0, t = 0;
  while (s < 30) {
    s += 3;
    if (__VERIFIER_nondet_int()) break;
    t += 3;
  }
  CHECK(s == t);
}
#elif CASE == 3 /* continue goes round as well */
int main(void) {
  unsigned s = 0, n = 0;
  while (n < 6) {
    n++;
    if (n == 5) continue;
    s += 3;
  }
  CHECK(s == 3 * n);
}
#elif CASE == 4 /* left by goto, into a place behind what counts */
int main(void) {
  unsigned s = 0, n;
  for (n = 0; n < 5; n++) {
    if (__VERIFIER_nondet_int()) goto out;
    s += 3;
  }
  n = 4;
out:
  CHECK(s == 3 * n);
}
#elif CASE == 5 /* left by return, in a function that is called twice */
static unsigned sum(unsigned s) {
  for (unsigned i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int()) return s;
    s += 3;
  }
  return s;
}
int main(void) {
  unsigned s = sum(0);
  s = sum(s);
  CHECK(s == 24 || s == 12 || s == 0);
}
#elif CASE == 6 /* entered again: the inner loop's rounds are not the outer one's */
int main(void) {
  unsigned s = 0, outer = 0, inner = 0;
  while (outer < 3) {
    outer++;
    inner = 0;
    while (inner < outer) {
      inner++;
      s += 2;
    }
  }
  CHECK(s == 2 * inner);
}
#elif CASE == 7 /* the last inner loop was not entered: what is left is of an entry before */
int main(void) {
  unsigned s = 0, last = 0;
  for (unsigned i = 0; i < 4; i++) {
    unsigned j = 0;
    if (i == 3) break;
    while (j < i) {
      j++;
      s++;
    }
    last = j;
  }
  CHECK(s == last);
}
#elif CASE == 8 /* recursion: each call has a loop of its own */
static unsigned down(unsigned n) {
  unsigned s = 0;
  while (s < n) s++;
  return n ? s + down(n - 1) : s;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_int() ? 2 : 1;
  CHECK(down(n) == n);
}
#elif CASE == 9 /* a switch inside a loop: one case leaves the loop, one goes round early */
int main(void) {
  unsigned s = 0, n = 0;
  while (n < 5) {
    n++;
    switch (__VERIFIER_nondet_int()) {
    case 0: continue;
    case 1: s += 3; break;
    default: s += 3;
    }
  }
  CHECK(s == 3 * n);
}
#elif CASE == 10 /* a loop made of goto with two back edges */
int main(void) {
  unsigned s = 0, n = 0;
again:
  n++;
  if (n > 6) goto out;
  if (__VERIFIER_nondet_int()) goto again;
  s += 3;
  goto again;
out:
  CHECK(s == 18);
}
#elif CASE == 11 /* more rounds than two bits can count */
int main(void) {
  unsigned s = 0;
  while (s < 15) s += 3;
  CHECK(s <= 9);
}
#endif
