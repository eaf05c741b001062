/* The bound of a result depends on the call: contexts have to be kept apart. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int up(int from, int to) {
  int x = from;
  while (x < to) x++;
  return x;
}
int main(void) {
  int a = up(0, 10), b = up(1000, 2000);
  if (a > 10 || b < 1000) reach_error();
  return 0;
}
