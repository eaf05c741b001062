/* Two phases: an equation in each, and steps of six from where the second one begins. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

#ifndef WRONG
#define WRONG 0
#endif

int main(void) {
  unsigned x = 0, y = 3000000;
  while (x < 9000000) {
    if (x < 3000000)
      x++;
    else {
      x += 6;
      y += 6 - WRONG;
    }
  }
  if (x != 9000000 || y != 9000000) reach_error();
  return 0;
}
