#include <fenv.h>
extern void reach_error(void);
int main(void) {
  fesetround(FE_UPWARD);
  reach_error(); /* not translated, as it is behind what is not supported */
  return 0;
}
