/* The count grows; WRONG 0: the assertion holds, by rows that have to be looked for. */
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int() && x < 1000) x++;
  if (x > 1000 || (WRONG && x == 700)) __assert_fail("x", "liar_count.c", 7, "main");
  return 0;
}
