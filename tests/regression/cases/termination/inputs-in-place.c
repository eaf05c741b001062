/* Inputs by functions of the program's own: each call may have another value for ever. */
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int any(void) { return __VERIFIER_nondet_int(); }
int some(void) { return any(); }
_Bool flag(void) { return __VERIFIER_nondet_bool(); }
int raw(void) {
  int x;
  return x;
}

int main(void) {
  int x = any();
  if (x < 3) return 0;
  while (x > 2) {
    if (flag()) return 0;
    if (!flag()) return 0;
    if (raw() == raw()) return 0;
    if (some() != 5 || any() != 6) return 0;
#ifdef ENDS
    x--;
#endif
  }
  return 0;
}
