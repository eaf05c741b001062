/* The second half of an array is filled. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[1000];
  for (int i = 500; i < 1000; i++) a[i] = 4;
  int x = __VERIFIER_nondet_int();
  if (x >= 500 && x < 1000 && a[x] != 4) reach_error();
  return 0;
}
