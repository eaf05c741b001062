/* The first loop does not matter to the check. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int())
    if (x < 50) x++;
  while (__VERIFIER_nondet_int())
    if (y < 70) y++;
  if (y > 70) reach_error();
  return 0;
}
