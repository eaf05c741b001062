/* One way through the phases: x grows while `round` is small, then falls to 0 long before `round`
 * overflows. With BUG, x stays at 1. */
int main(void) {
  int x = 3, round = 0;
  while (x > 0) {
    if (round < 7)
      x += 2;
    else
      x -= BUG ? x > 1 : 1;
    if (!BUG || round < 7) round++;
  }
  return x;
}
