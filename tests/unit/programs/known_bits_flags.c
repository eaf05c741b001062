/* Flags in the middle of a word: some are never set, one never cleared. WRONG 1: another one is
 * cleared, 2: one is set in a rare case. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned flags = 2;
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    flags ^= key ? 0x80000015u : 16;
    if (WRONG == 1 && key == 7) flags &= ~2u;
    if (WRONG == 2 && key == 70000) flags |= 8;
  }
  if ((flags & 10) != 2) reach_error();
  return 0;
}
