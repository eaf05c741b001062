/* Two locals of which one has ended may have had one place: whether a pointer to the one equals that to the other is open (C17 6.2.4p2). Cases 1
 * to 3 reach the error in some builds, the others in none. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct record {
  int *p;
  long more[6];
};
static int *keep;

static void leave(void) {
  int x = 1;
  keep = &x;
}
static void come(void) {
  int y = 2;
  if (keep == &y) reach_error();
}
static struct record made(void) {
  struct record r = {0};
  r.p = (int *)&r.more[1];
  return r;
}
static void compare(int *p, int *q) {
  if (p == q) reach_error();
}

int main(void) {
#if CASE == 1
  leave();
  come();
#elif CASE == 2
  { int x; keep = &x; }
  { int y; if (keep == &y) reach_error(); }
#elif CASE == 3
  struct record y = made();
  if (y.p == (int *)&y.more[1]) reach_error();
#elif CASE == 4
  int x, y;
  compare(&x, &y);
#elif CASE == 5
  for (int i = 0; i < 3; i++) {
    int y, z;
    keep = i & 1 ? &y : &z;
    if (i == 1 && keep == &z) reach_error();
  }
#elif CASE == 6
  int x;
  for (int i = 0; i < 3; i++) {
    int y;
    keep = &x;
    compare(keep, &y);
  }
#endif
}
