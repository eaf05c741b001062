/* Two reads of one segment are two values. They are not equal. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
#define check(c) if (!(c)) reach_error()
#define N 100000
int a[N];

int main(void) {
  int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), i;
  if (n < 0 || n > N || k < 0 || k >= n) return 0;
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_uchar();
  check(a[k] >= 0 && a[k] <= 255);
  check(a[k] == a[0]);
  return 0;
}
