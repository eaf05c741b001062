extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int f(int x) {
  if (x > 100) return x - 10;
  return f(f(x + 11));
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int r = f(x);
  if (x <= 101 && r != 91) reach_error();
  return 0;
}
