/* The loop stops at exactly LIMIT: this bound is inductive, and no larger one is. Test runs do not get that far. */
#ifndef LIMIT
#define LIMIT 7
#endif
#ifdef BUG
#define MOST (LIMIT - 1)
#else
#define MOST LIMIT
#endif
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, twin = 0;
  while (__VERIFIER_nondet_int())
    if (x != LIMIT && __VERIFIER_nondet_int() == 123456789) x++, twin++;
#ifdef TWIN
  if (x != twin) reach_error();
#endif
  if (x > MOST) reach_error();
}
