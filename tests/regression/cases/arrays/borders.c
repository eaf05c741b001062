/* Segment borders whose order only the solver knows, and borders that are read from memory. With BUG
 * each program is wrong, mostly by one. */
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
static void check(int c) {
  if (!c) __assert_fail("c", "array-borders.c", 0, "check");
}

#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

struct node {
  struct node *next;
  int count, data[50];
};
static struct {
  int n, *data;
} stack;
static void push(int x) {
  if (stack.n >= 500) return;
  stack.data[stack.n + OFF] = x;
  stack.n = stack.n + 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000000) return 0;
#if P != 3 && P != 4
  int *a = malloc(n * sizeof *a);
#endif
#if P == 1 /* what lies between two indices that meet */
  for (int k = 0; k < n; k++) a[k] = 5;
  int i = 0, j = n - 1;
  while (i < j) {
    check(a[i] == 5 && a[j] == 5);
    a[i] = a[j] = 1;
    i++;
    j--;
    if (OFF && i == 3) j++;
  }
#elif P == 2 /* they pass each other by one */
  for (int k = 0; k < n - OFF; k++) a[k] = 5;
  int i = 0, j = n - 1;
  while (i <= j) {
    check(a[i] == 5 && a[j] == 5);
    a[i] = a[j] = 1;
    i++;
    j--;
  }
#elif P == 3 /* a border in each of many objects */
  struct node *head = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *p = malloc(sizeof *p);
    p->count = 0;
    p->next = head;
    head = p;
  }
  for (struct node *p = head; p; p = p->next)
    while (p->count < 50 && __VERIFIER_nondet_int()) {
      p->data[p->count] = 7;
      p->count++;
    }
  for (struct node *p = head; p; p = p->next)
    for (int i = 0; i < p->count + OFF && i < 50; i++) check(p->data[i] == 7);
#elif P == 4 /* in a record */
  stack.data = malloc(501 * sizeof(int));
  stack.n = 0;
  while (__VERIFIER_nondet_int()) push(7);
  for (int i = 0; i < stack.n; i++) check(stack.data[i] == 7);
#elif P == 5 /* a border that moves to and fro has no place in an order */
  int i = 0, m = 0;
  while (i < n) {
    a[i] = 1;
    i++;
    m = __VERIFIER_nondet_int();
    if (m >= i || m < 0) m = 0;
    a[m] = 2;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= n) return 0;
  check(a[k] == 1 || (!OFF && a[k] == 2));
#elif P == 6 /* a border that wraps: the others lie before it once, not always */
  static int w[256];
  unsigned char c = 0;
  int rounds = __VERIFIER_nondet_int();
  if (rounds < 0 || rounds > 300) return 0;
  for (int r = 0; r < rounds; r++) {
    w[c] = r < 256 ? 1 : 2;
    c++;
  }
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k >= c) return 0;
  check(w[k] == 1 || (!OFF && w[k] == 2));
#elif P == 7 /* no element at all, and one */
  int i = 0, j = __VERIFIER_nondet_int();
  if (j < -1 || j > n - 1 || j > 0) return 0;
  for (int k = 0; k < n; k++) a[k] = 5;
  while (i <= j) {
    a[i] = 1;
    a[j] = 1;
    i++;
    j--;
  }
  check(a[n - 1] == 5 || (!OFF && n == 1));
#endif
  return 0;
}
