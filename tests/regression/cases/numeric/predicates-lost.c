/* x + y stays 10, but no condition of the program says so. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, y = 10;
  while (__VERIFIER_nondet_int()) {
    if (x < 10)
      x++, y--;
    else
      x = 0, y = 10;
  }
  if (x == 0 && y != 10) reach_error();
  return 0;
}
