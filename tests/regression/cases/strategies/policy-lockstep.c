/* a and b advance together, and c is set back to the first of them. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = 3, b = 0, c = 3;
  while (a < 1000000) {
    a++;
    b++;
    if (__VERIFIER_nondet_int()) c = a;
  }
  if (b != 999997 || c > a) reach_error();
  return 0;
}
