/* One of two functions is called; one of them fails. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static void good(int x) { (void)x; }
static void bad(int x) {
  if (x == 1234) reach_error();
}
int main(void) {
  void (*action)(int) = good;
  if (__VERIFIER_nondet_int() > 5) action = bad;
  action(__VERIFIER_nondet_int());
  return 0;
}
