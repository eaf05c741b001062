/* Calls that summaries replace, each with something that an effect or a claim must not forget: the
 * check of CASE fails, and that of the same case with SAFE holds. Sums of 4 iterations are 4. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void exit(int);
static int g, h, *to = &g;
struct node {
  int value;
  struct node *next;
};

static void check(int c) {
  if (!c) reach_error();
}

static int four(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) sum = i + 1;
  return sum;
}

static void write_through(int *p) {
  *p = four();
}
static void write_next(struct node *n) {
  n->next->value = four();
}
static void write_global(void) {
  *to = four();
}
static void keep(int *p) {
  if (four()) to = p;
}
static int counted(void) {
  static int calls;
  return four() ? ++calls : 0;
}
static int checked(int x) {
  check(x < 9);
  return four() + x;
}
static void leave(int x) {
  if (four() && x > 3) exit(0);
}
static int both(int *p) {
  g = four();
  *p = 5;
  return g;
}

int main(void) {
  int x = 1, y = 1;
#if CASE == 1 /* a local of the caller */
  write_through(SAFE ? &y : &x);
  check(x == 1);
#elif CASE == 2 /* what a local leads to */
  struct node last = {1, 0}, other = {1, 0}, first = {1, SAFE ? &other : &last};
  write_next(&first);
  check(last.value == 1);
#elif CASE == 3 /* a global between two reads */
  if (SAFE) to = &h;
  write_global();
  check(g == 0);
#elif CASE == 4 /* a pointer that an earlier call kept */
  keep(SAFE ? &y : &x);
  if (SAFE) to = &h;
  write_global();
  check(x == 1);
#elif CASE == 5 /* a static local */
  if (!SAFE) check(counted() == counted());
#elif CASE == 6 /* a check that fails in one context */
  x = checked(3) + checked(SAFE ? 8 : 9);
#elif CASE == 7 /* a call that does not return */
  x = __VERIFIER_nondet_int();
  leave(x);
  check(SAFE || x > 3);
#elif CASE == 8 /* a parameter that is a global's address */
  check(both(SAFE ? &x : &g) == (SAFE ? g : 4));
#endif
  return 0;
}
