/* A protocol: what was negotiated in one state decides the path from later ones, and the number of
 * steps that were confirmed is a consequence of the path. States are numbers of messages without an
 * order. WRONG 1: a state is skipped, 2: the session is not checked when it is resumed. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int resumed = __VERIFIER_nondet_int(), state = 8464, after_flush = 0, confirmed = 0;
  while (1) {
    int received = __VERIFIER_nondet_int();
    if (state == 8464) {
      if (received) state = 8496;
    } else if (state == 8496) {
      confirmed = 1;
      state = resumed ? 8656 : 8512;
    } else if (state == 8512) {
      confirmed = 2;
      after_flush = WRONG == 1 && received == 77 ? 8640 : 8560;
      state = 8448;
    } else if (state == 8560) {
      if (received) state = 8640;
      confirmed = 3;
    } else if (state == 8656) {
      if (WRONG != 2) confirmed = 3;
      after_flush = 8640;
      state = 8448;
    } else if (state == 8448) {
      if (received) state = after_flush;
    } else if (state == 8640) {
      if (confirmed != 3 || (!resumed && after_flush == 8640)) reach_error();
      state = resumed ? 3 : 8464;
      confirmed = 0;
    } else {
      return 0;
    }
  }
}
