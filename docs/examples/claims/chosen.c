/* A pointer to one of two functions. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int one(int x) {
  return x + 1;
}
static int two(int x) {
  return x + 2;
}

int main(void) {
  int (*f)(int) = __VERIFIER_nondet_int() ? one : two;
  int r = f(3);
  if (r != 4 && r != 5) reach_error();
  if (r == UNLUCKY) reach_error();
  return 0;
}
