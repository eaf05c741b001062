/* A state machine that holds another amount in each of its states; a switch with its own. WRONG 1:
 * an amount is not taken back in a rare case, 2: another state is entered with what the first one
 * must not hold. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int state = 0, held = 0;
  struct {
    unsigned on : 1;
    int power;
  } lamp = {0, 0};
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    if (state == 0) {
      held = 3;
      state = 2;
    } else if (state == 2) {
      held = 9;
      state = 1;
    } else if (state == 1) {
      held -= WRONG == 1 && key == 4711 ? 8 : 9;
      state = WRONG == 2 && key == 4711 ? 90 : 0;
      if (state == 90) held = 1;
    } else {
      state = 0;
    }
    lamp.on = !lamp.on;
    lamp.power = lamp.on ? 7 : 0;
  }
  if (state == 0 && held != 0) reach_error();
  if (state == 2 && held != 3) reach_error();
  if (!lamp.on && lamp.power != 0) reach_error();
  return 0;
}
