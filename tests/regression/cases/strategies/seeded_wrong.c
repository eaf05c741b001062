/* Nobody knows what b holds when the loop begins; an analysis that is told that these are 7s is wrong. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int b[10], x = 5;
  while (__VERIFIER_nondet_int()) b[3] = 7;
  if (b[x] != 7) reach_error();
  return 0;
}
