/* A stack in a record: it grows where it is not full and shrinks where it is not empty. */
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void reach_error(void);
static struct { unsigned used; long items[700]; } stack;

static int push(long x) {
  if (stack.used == 700 || x LIMIT) return 0;
  stack.items[stack.used++] = x;
  return 1;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      push(__VERIFIER_nondet_long());
    } else if (stack.used > 0) {
      long x = stack.items[--stack.used];
      if (x > 10) reach_error();
    }
  }
  return 0;
}
