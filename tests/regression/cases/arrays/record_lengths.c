/* Two arrays of structures, of a length that is an input: the number of their elements is
 * n * sizeof(struct record) / sizeof(struct record), which the loops' bounds are compared with. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void reach_error(void);
static void check(int holds) {
  if (!holds) reach_error();
}

struct record {
  short key;
  int count;
  char state;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0) abort();
  struct record *a = malloc(n * sizeof(struct record)), *b = malloc(n * sizeof(struct record));
  for (int i = 0; i < n; i++) a[i].state = 0;
  for (int i = 0; i < n; i++) b[i].state = 1;
  for (int i = EXTRA; i < n; i++) b[i].count = 7;
  for (int i = 0; i < n; i++) {
    check(a[i].state == 0);
    check(b[i].state == 1);
    check(b[i].count == 7);
  }
  free(a);
  free(b);
  return 0;
}
