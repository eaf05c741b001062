/* Arrays within an array. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[30][20];
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < 20; j++) a[i][j] = 8;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && x < 30 && y >= 0 && y < 20 && a[x][y] != 8) reach_error();
  return 0;
}
