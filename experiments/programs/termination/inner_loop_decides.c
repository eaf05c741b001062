/* Needs to know what the inner loop made of x since it was entered. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y;
  while (x > 0) {
    y = x;
    x = 0;
    while (y > 0) {
      y--;
      x++;
    }
    x--;
  }
  return 0;
}
