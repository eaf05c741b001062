/* Searches: what a loop went past is not what it looks for. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum { N = 1000 };

static int differ(const int *a, const int *b) {
  for (int i = 0; i < N; i++)
    if (a[i] != b[i]) return 1;
  return 0;
}

static void sentinel(int *a, int sought, int at) {
  int i = 0;
  if (at < 0 || at >= N) return;
  a[at] = sought;
  while (a[i] != sought) i++;
  if (i > at - LESS) reach_error();
}

int main(void) {
  int a[N], b[N];
  sentinel(a, __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  if (differ(a, b)) return 0;
  int x = __VERIFIER_nondet_int();
  if (x >= 0 && x < N + LESS && a[x] != b[x]) reach_error();
  return 0;
}
