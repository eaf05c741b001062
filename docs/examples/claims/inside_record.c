/* Arrays in structures in an array. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct line {
  int cells[2], used;
} lines[60000];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 60000) return 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < 2; j++) lines[i].cells[j] = 5;
    lines[i].used = 2;
  }
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x >= 0 && x < n && y >= 0 && y < 2 && (lines[x].cells[y] != 5 || lines[x].used != 2))
    reach_error();
  return 0;
}
