/* Two numbers that each iteration swaps. WRONG 1: not in every iteration, 2: one of them is set in
 * a rare case. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = 3, b = 8;
  unsigned char odd = 0;
  while (__VERIFIER_nondet_int()) {
    int old = a, key = __VERIFIER_nondet_int();
    odd ^= 1;
    if (WRONG == 1 && key == 5) continue;
    a = b;
    b = WRONG == 2 && key == 4711 ? 9 : old;
  }
  if (a != (odd ? 8 : 3)) reach_error();
  return 0;
}
