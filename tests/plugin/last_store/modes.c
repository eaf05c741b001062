/* A display has three modes, each with a width and a height of at most 2000 cells. No bound of
 * either says so, nor does any linear relation: 86 x 32 lies between the second and the third. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned width = 80, height = 25, cells = 0;
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    if (key == 1) {
      width = 80;
      height = 25;
    } else if (key == 2) {
      width = 40;
      height = 50;
    } else if (key == 3) {
      width = 132;
      height = 15;
    } else if (key == 4) {
      cells = width * height;
    }
  }
  if (cells > 2000) reach_error();
  return 0;
}
