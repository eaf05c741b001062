/* A tank that is filled up to a mark and let out again; which of the two is a flag. It is below the
 * mark while it is filled, and not empty while it is let out. WRONG 1: it is let out once too
 * often; 2: in a rare case only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int mark = __VERIFIER_nondet_int(), level = 0, fills = 1;
  if (mark < 1) return 0;
  while (__VERIFIER_nondet_int()) {
    if (fills) {
      level++;
      if (level == mark) fills = 0;
    } else {
      level--;
      if (level == 0) fills = 1;
      if (WRONG == 1) level--;
      if (WRONG == 2 && __VERIFIER_nondet_int() == 77) level = -1;
    }
  }
  if (level < 0 || level > mark) reach_error();
  return 0;
}
