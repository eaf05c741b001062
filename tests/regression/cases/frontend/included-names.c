extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[2] = {0, 0}, x = __VERIFIER_nondet_int();
  __CPROVER_assume(x > 3);
  if (x < STEP) reach_error();
#ifdef UNSEQUENCED
  int *p = &a[x & 1];
  if (*p == 0)
   *p = (*p)++ + STEP;
  if (*p == 2 || *p == 1) reach_error();
#endif
  return a[0];
}
