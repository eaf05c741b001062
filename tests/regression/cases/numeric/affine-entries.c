/* Each loop hands what it counted to the next. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), a = n, b = 0, c = 0;
  for (; a; a--) b++;
  for (; b > LEFT; b--) c++;
  for (; c; c--) a++;
  if (a != n) reach_error();
  return 0;
}
