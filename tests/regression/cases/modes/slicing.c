/* The first loop changes nothing that the check depends on; the second one does. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a = 0, b = 0, c = 1;
  while (a < 1000) {
    c = (3 * c + 1) % 17;
    if (__VERIFIER_nondet_int()) a++;
  }
  while (__VERIFIER_nondet_int())
    if (b < 900) b += 3;
  if (b > 902) reach_error();
  return 0;
}
