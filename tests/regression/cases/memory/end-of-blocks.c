/* What ends without a word of clang's: a parameter passed in memory, a compound literal with its block, a temporary object with its expression. */
extern int nondet(void);
extern void reach_error(void);
struct wide {
  int a[9];
};
static int *kept;
static int keep(struct wide w) {
  w.a[0] = 5;
  kept = w.a;
  return w.a[0];
}
static struct wide made(int n) {
  struct wide w = {{n, n}};
  return w;
}
static int sum(const int *p) { return p[0] + p[1]; }
static int smallest(int n) {
  do n = sum((int[]){n, 0});
  while (n > 9);
  return n;
}

int main(void) {
  int n = nondet(), *p = 0;
#if BUG == 1
  struct wide w = {{0}};
  keep(w);
  return *kept;
#elif BUG == 2
  p = made(n).a;
  return *p;
#elif BUG == 3
  {
    p = (int[]){n, 1};
  }
  if (*p != 7) reach_error();
#elif BUG == 4
  p = made(n).a;
  if (*p != 7) reach_error();
#elif BUG == 6
  switch (sizeof n) {
  default: p = (int[]){n, 1}, n = p[0];
  }
  if (n != p[0]) reach_error();
#elif BUG == 7
  do p = (int[]){n, 1};
  while (0);
  if (n != p[0]) reach_error();
#else
  if (n < 0 || n > 9) return 0;
  n = smallest(n);
  struct wide w = {{0}};
  for (int i = 0; i < 2; i++) {
    p = i ? (int[]){n, 1} : (int[]){1, n};
    if (sum(p) + keep(w) + made(n).a[1] != 2 * n + 6) reach_error();
  }
#if BUG == 5
  if (sum((int[]){n, n}) == 6) reach_error();
#endif
#endif
  return 0;
}
