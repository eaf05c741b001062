/* An inner activation sets g: it may be 1 behind the recursive call. */
extern void __VERIFIER_assert(int);

static int g, h;

static void down(int n) {
  if (n > 0) down(n - 1);
  if (n == 2) g = 1;
}

int main(void) {
  down(3);
  for (int i = 0; i < 3; i++) h = i;
  __VERIFIER_assert(g == 0);
  return 0;
}
