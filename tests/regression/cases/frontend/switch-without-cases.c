extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  switch (x) {
    y = 1; /* never reached */
  }
  switch (x) {
  default: y += 2;
  }
  switch (x)
    return 1;
  while (y < 10) {
    switch (y) { default: y += 3; }
  }
  __VERIFIER_assert(y == 11);
#ifdef WRONG
  switch (x) { default: __VERIFIER_assert(y != 11); }
#endif
  return 0;
}
