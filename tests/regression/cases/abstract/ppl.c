/* CASE 0 is about a sum of two variables, 1 a difference, 2 what is equal modulo the type; 3 to 5 are
 * the same, but not so. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0, odd = 1;
  if (n < 0 || n > 1000) return 0;
  while (i < n) {
    i = i + 1;
    j = j + (__VERIFIER_nondet_int() ? 2 : 1);
    odd = odd + 6;
  }
  if (CASE == 0 && j > 2 * n) reach_error();
  if (CASE == 1 && i > n) reach_error();
  if (CASE == 2 && odd - 6 * i != 1) reach_error();
  if (CASE == 3 && j > 2 * n - 1) reach_error();
  if (CASE == 4 && i >= n) reach_error();
  if (CASE == 5 && odd - 6 * i == 1) reach_error();
  return 0;
}
