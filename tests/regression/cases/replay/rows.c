/* Pointers that the compiler computed itself, and rows one past the last: outside the inner array is undefined (C17 6.5.6p8). */
extern void reach_error(void);
static int grid[2][3], cube[2][3][2];
static struct {
  char first[4], second[4];
} text;

static int cell(int (*rows)[2], int k) {
  return rows[k][1];
}

int main(void) {
  int bad = 0;
  grid[1][0] = 5;
  cube[1][0][1] = 5;
  text.second[0] = 'x';
#if P == 1
  bad = *(grid[0] + 3) == 5;
#elif P == 2
  const char *p = text.first + 4;
  bad = *p == 'x';
#elif P == 3
  bad = cell(cube[0], 3) == 5;
#elif P == 4
  bad = *(&cube[0][0][0] + 1 + 6) == 5;
#elif P == 20
  const char *p = text.first + 4;
  int *q = grid[0] + 3, *end = grid[1] + 3;
  bad = *(grid[1] + 0) == 5 && *(end - 3) == 5 && cell(cube[1], 0) == 5 && p - text.first == 4 && q[-1] == 0;
  grid[0][2] = grid[1][0];
  bad = bad && *(grid[0] + 2) == 5 && *(*(cube + 1) + 0)[1] == 0;
#endif
  if (bad) reach_error();
  return 0;
}
