extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

/* The inner loop carries s up to the outer counter. */
int main(void) {
  int s = 0;
  for (int i = 0; i < 40; i++) {
    s = 0;
    while (s < i && __VERIFIER_nondet_int()) s++;
    __VERIFIER_assert(s <= 39);
  }
  return 0;
}
