/* A state machine that opens on one sequence of inputs. */
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int state = 0;
  while (1) {
    unsigned char key = __VERIFIER_nondet_uchar();
    switch (state) {
    case 0: state = key == 42 ? 1 : 0; break;
    case 1: state = key == 17 ? 2 : key == 42 ? 1 : 0; break;
    case 2: state = key == 99 ? 3 : 0; break;
    case 3: state = key == 0 ? 4 : 3; break;
    default: reach_error();
    }
  }
}
