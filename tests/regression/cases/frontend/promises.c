/* Functions that break what their attributes promise: compilers leave out calls and tests. */
extern void reach_error(void);
static int g;

__attribute__((pure)) static int counts(int *p) {
  return ++*p;
}
__attribute__((const)) static int reads(int n) {
  return g + n;
}
__attribute__((nonnull)) static int is_null(const int *p) {
  return p == 0;
}
__attribute__((returns_nonnull)) static int *none(void) {
  int *p = 0;
  return p;
}
static const int table[] = {1, 2};
__attribute__((pure)) static int first(const int *p) {
  int copy[2] = {p[0], g};
  copy[1] = copy[0];
  return copy[1];
}
__attribute__((const)) static int entry(int n) {
  return table[n & 1];
}

int main(void) {
  int x = 0, ok = 1;
#if P == 1
  (void)counts(&x);
  ok = x == 1;
#elif P == 2
  int a = reads(1);
  g = 5;
  ok = reads(1) != a;
#elif P == 3
  ok = is_null(0);
#elif P == 4
  ok = none() == 0;
#elif P == 5 /* what is kept */
  ok = first(&x) == 0 && !is_null(&x) && entry(1) == 2;
#endif
  if (!ok) reach_error();
  return 0;
}
