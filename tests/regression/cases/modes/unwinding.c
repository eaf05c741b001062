/* The second loop starts with the result of the first one: 3 * n == m in the end,
 * and n == 4 is reached when both have been unwound four times. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned n = 0, m = 0, i = 0;
  while (n < 4 && __VERIFIER_nondet_int()) n++;
  while (i < n) {
    i++;
    m += 3;
  }
  if (m == WRONG) reach_error();
  return 0;
}
