/* The same, but one element is chosen by a value, and one through a pointer to the first. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pixel { int id; unsigned char rgb[3]; };
static struct pixel line[40];

static void paint(unsigned char *rgb, int which) { rgb[which] = 9; }

int main(void) {
  int x = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (x < 0 || x >= 40 || c < 0 || c > 2) return 0;
  line[x].rgb[c] = 5;
  paint(line[x].rgb, 1);
  if (line[x].rgb[1] != 9) reach_error();
  if (c == 2 && line[x].rgb[2] != LAST) reach_error();
  if (line[(x + 1) % 40].rgb[c] != 0) reach_error();
  return 0;
}
