/* What __builtin_constant_p says of a variable depends on how much the compiler optimises. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define IS_KNOWN(x) (__builtin_constant_p(x) ? 1 : 2)
static int is_known(int x) {
  return __builtin_constant_p(x);
}
int main(void) {
  int input = __VERIFIER_nondet_int();
#if CASE == 1 /* gcc and clang -O2 get there */
  if (is_known(5)) reach_error();
#elif CASE == 2 /* of literals it is known */
  static int a[IS_KNOWN(3)];
  if (input > 5 && input < IS_KNOWN(4) + (int)(sizeof a / sizeof *a)) reach_error();
#elif CASE == 3 /* violations are found */
  if (is_known(input) || input == 7) reach_error();
#endif
  return 0;
}
