/* Intervals cannot bound x and y, but a relation between the two can. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x += 2;
    y += 2;
  }
  if (x - y == 1) reach_error();
  return 0;
}
