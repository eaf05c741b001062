/* Undefined behaviour in a function of one basic block, which has more of them in the build with checks; and in what clang computes itself. */
extern int nondet(void);
extern void reach_error(void);
struct record {
  int a[2], b;
} r;
static int get(int i) { return r.a[i]; }
static int chosen(int c) { return c ? 1 / 0 : 2; }
int main(void) {
  int n = nondet();
#if P == 1
  get(2);
  reach_error();
#elif P == 2
  if (chosen(n)) reach_error();
  n = 1 << 32;
#elif P == 3
  n = (int)1e10;
  reach_error();
#elif P == 4
  __builtin_assume(n > 5);
  if (n < 3) reach_error();
#else
  r.a[1] = n;
  if (get(1) == 7 && chosen(0)) reach_error();
#endif
}
