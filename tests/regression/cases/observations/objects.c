void *malloc(unsigned long);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int *last = 0;
  while (__VERIFIER_nondet_int()) {
    int *p = malloc(sizeof *p);
    *p = 0;
    while (__VERIFIER_nondet_int())
      if (*p < 5)
        ++*p;
    if (*p > 5)
      reach_error();
    last = p;
  }
}
