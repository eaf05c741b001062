/* x changes from the second round on: 1, 1, 2, 4. The value after the loop must be that of the last round. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 1, y = 0;
  while (y < 3 && __VERIFIER_nondet_int()) {
    x = x + y;
    y = y + 1;
  }
  if (x >= LIMIT) reach_error();
  return 0;
}
