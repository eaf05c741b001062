/* The loop reads neither `all` nor `first`, but its invariant relates both to its variables. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned first = __VERIFIER_nondet_uint(), second = __VERIFIER_nondet_uint();
  unsigned all = first + second, left = first;
  while (left > 0) {
    left--;
    second++;
#ifdef BUG
    if (first == 1000) second++;
#endif
  }
  if (second != all) reach_error();
  left = all;
  for (second = 0; left > 0; left--) second++;
  if (second != all) reach_error();
  return 0;
}
