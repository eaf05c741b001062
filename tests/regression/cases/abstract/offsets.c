/* A parameter that points to two places of a record or variable, in steps of four bytes: it was made
 * for no array of the record. */
extern int __VERIFIER_nondet_int(void);
struct r { int x; short y; int a[4]; };
static int helper(int v, void *out) {
  int r = 0;
  for (int i = 0; i < 5 && i < v; i++) r += i;
  *(char *)out = (char)r;
  return r + 1;
}
int main(void) {
  struct r s = {0};
  int w = 0;
  helper(__VERIFIER_nondet_int(), &w);
  helper(__VERIFIER_nondet_int(), &s.y);
  for (int i = 0; i < 3; i++) w = i;
  return s.y;
}
