extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
int main(void) {
  int s = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < -100 || x > 100) return 0;
    s += x * (i + 1);
  }
  unsigned char c = __VERIFIER_nondet_uchar(/* ) */);
  if (s == -77 && c == 200) reach_error();
  return 0;
}
