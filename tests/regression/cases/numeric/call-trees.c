/* Recursive functions whose calls form binary trees, too large to be expanded. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void check(int c) {
  if (!c) reach_error();
}

static int leaves(int n) {
  return n <= 0 ? 1 : leaves(n - 1) + leaves(n - 1);
}

static int moves;
static void hanoi(int n, int from, int to, int via) {
  if (n == 0) return;
  hanoi(n - 1, from, via, to);
  moves++;
  hanoi(n - 1, via, to, from);
}

static int length(int n) {
  return n == 1 ? 1 : 2 * length(n - 1) + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#if CASE == 1
  hanoi(24, 1, 3, 2);
  check(moves == 16777215);
#elif CASE == 2
  if (n >= 1 && n <= 31) {
    hanoi(n, 1, 3, 2);
    check(moves == length(n));
  }
#elif CASE == 3
  if (n >= 0 && n <= 24) check(leaves(n) > n && leaves(n) <= 1 << 24);
#elif CASE == 4
  hanoi(5, 1, 3, 2);
  check(moves != 31);
#elif CASE == 5 /* the size doubles, but not from -1 to 0 */
  if (n >= -1 && n <= 24) check(leaves(n + 1) == 2 * leaves(n));
#elif CASE == 6 /* one move too many */
  moves = 2147483647 - 30;
  if (n >= 0 && n <= 5) hanoi(n, 1, 3, 2);
#endif
  return 0;
}
