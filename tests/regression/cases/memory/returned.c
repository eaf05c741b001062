/* A local record that a function returns is an object of its own, which ends with the call, though clang builds it where the result goes; and a
 * variable gets the result when the call is over, also where the callee knows its place (C17 6.2.4p6, 6.8.6.4p3). */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct big {
  int *p;
  int a[8];
};
static struct big *seen;

static struct big own(int n) {
  struct big r;
  for (int i = 0; i < 8; i++) r.a[i] = n + i;
  r.p = r.a;
  return r;
}

static struct big while_seen(void) {
  struct big r = {0};
  r.a[0] = 1;
  seen->a[0] = 5;
  r.a[1] = r.a[0];
  return r;
}

static struct big of_itself(const struct big *from) {
  return (struct big){.p = 0, .a = {from->a[0] + 1, from->a[0] + 1}};
}

static struct big plain(int n) {
  struct big r = {0};
  r.a[n & 7] = n;
  return r;
}

struct pair {
  int k;
  struct big whole[2];
};

static struct big after(struct big *from, int n) {
  struct big r = {0};
  from->a[0] = 7;
  r.a[0] = n;
  r.a[1] = from->a[0];
  return r;
}

static int *last;

static struct big in_loop(int n) { /* `r` is another object each time */
  for (int i = 0;; i++) {
    struct big r;
    int *q = r.a;
    if (i == 1 && *last != 5) reach_error();
    *q = 5;
    last = q;
    if (i == n) return r;
  }
}

static struct big in_block(int n) {
  if (n) {
    struct big r = {0};
    last = r.a;
    if (n == 2) return r;
  }
  struct big s = {.a = {*last}};
  return s;
}

int main(void) {
#if CASE == 1 /* dangling */
  struct big x = own(1);
  return *x.p;
#elif CASE == 2 /* what is copied is right */
  struct big x = own(__VERIFIER_nondet_int() & 15);
  if (x.a[7] != x.a[0] + 7) reach_error();
#elif CASE == 3
  struct big x = (seen = &x, while_seen());
  if (x.a[1] != 1) reach_error();
#elif CASE == 4
  struct big x = (x.a[0] = 2, of_itself(&x));
  if (x.a[1] != 3) reach_error();
#elif CASE == 5
  struct big x = plain(3);
  if (x.a[3] != 3 || x.a[2] != 0) reach_error();
  return x.a[4];
#elif CASE == 6 /* reached: the pointer is not into x */
  struct big x = own(1);
  x.p = 0;
  if (x.a[0] == 1) reach_error();
#elif CASE == 7 /* a part of a variable */
  struct pair x = {.whole = {[1] = after(&x.whole[1], 3)}};
  if (x.whole[1].a[0] != 3 || x.whole[1].a[1] != 7) reach_error();
#elif CASE == 8
  struct big x = in_loop(2);
  return x.a[0];
#elif CASE == 9
  struct big x = in_block(1);
  return x.a[0];
#endif
  return 0;
}
