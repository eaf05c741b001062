/* Safe as x stays even; no interval says so, and the check comes after the loop, where induction on k has no use of it. */
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(c) ((c) ? (void)0 : __assert_fail(#c, "stride.c", __LINE__, "main"))
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 2;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) x += 4;
    else x += 6;
  }
  assert(x % 2 == 0);
  return 0;
}
