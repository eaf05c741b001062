/* An inline function of a header that two files include; with OTHER, another file defines it otherwise. */
#include "inline.h"
extern void reach_error(void);
extern int rest(int);
extern inline int twice(int x);
int main(void) {
  if (twice(3) != 6 || rest(4) != 8 + 12 + BUG) reach_error();
  return 0;
}
