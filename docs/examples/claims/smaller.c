// A recursion with two nested calls, whose results are bounded by numbers far from all others.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int smaller(int n) {
  if (n <= 0) {
    int r = __VERIFIER_nondet_int();
    return r < 20000 ? 20000 : r > 50000 ? 50000 : r;
  }
  int x = smaller(n - 1), y = smaller(n - 2);
  return x < y ? x : y;
}

int main(void) {
  int r = smaller(__VERIFIER_nondet_int());
  if (r < 20000 || r > 50000) reach_error();
  return 0;
}
