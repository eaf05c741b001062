/* A copy of a status word that differs in its upper half only. WRONG 1: in one more bit, 2: it is
 * not updated in one case. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned status = 0, copy = 4;
  while (__VERIFIER_nondet_int()) {
    unsigned in = __VERIFIER_nondet_uint();
    status = in;
    copy = (in & 0xffff) ^ (WRONG == 1 ? 12 : 4);
    if (WRONG == 2 && in == 5) copy = 0;
  }
  if (((status ^ copy) & 0xffff) != 4) reach_error();
  return 0;
}
