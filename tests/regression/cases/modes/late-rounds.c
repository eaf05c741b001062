/* Once the product has wrapped to zero, the loop goes on for certain, and for very long. */
int __VERIFIER_nondet_int(void);
void reach_error(void);

static unsigned rounds(unsigned bound) {
  unsigned product = 1, n = 1;
  while (product < bound) product *= ++n;
  return n;
}

int main(void) {
  int found = 0;
  if (__VERIFIER_nondet_int())
    found = rounds((unsigned)__VERIFIER_nondet_int()) > 0;
  else
    found = 1;
  if (found < 0) reach_error();
  return 0;
}
