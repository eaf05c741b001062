extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* The bound of the inner counter depends on the outer one. */
int main(void) {
  int i = 0, last = 0;
  while (i < 700) {
    int j = 0;
    while (j < i && __VERIFIER_nondet_int()) j = j + 1;
    last = j;
    i = i + 3;
  }
  __VERIFIER_assert(last <= 699);
  return 0;
}
