/* No unwinding gets to the end of the loop in time, and one query about few copies is hard: a run of
 * the program fails at once. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = 0, s = __VERIFIER_nondet_uint();
  while (n < 2000000) {
    s = s * s * 2654435761u + (s % 1000003u) * (s / 7u) + 12345u;
    n += 1 + (s & 1);
  }
  if (s % 3 != 5) reach_error();
  return 0;
}
