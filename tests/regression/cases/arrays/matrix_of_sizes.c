/* A matrix whose size is an input, filled in row by row with TYPE; WRONG: but for the last column. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#ifndef TYPE
#define TYPE int
#endif
#ifdef WRONG
#define LAST 1
#else
#define LAST 0
#endif
int main(void) {
  int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
  if (rows < 1 || rows > 500 || columns < 1 || columns > 700) return 0;
  TYPE cells[rows][columns];
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns - LAST; c++) cells[r][c] = 17;
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && x < rows && y >= 0 && y < columns && cells[x][y] != 17) reach_error();
  return 0;
}
