/* What the library keeps is consistent in an arbitrary entry state: no violation rests on garbage in
 * it, and no proof on there being nothing. */
#include <fenv.h>
#include <search.h>
#include <stdlib.h>
extern void reach_error(void);
static int counter;
static void handler(void) {
  if (counter == 1) reach_error();
}
void before(void) {
  atexit(handler);
  at_quick_exit(handler);
}
int ends(int x) {
  counter = 1;
  if (x) exit(0);
  quick_exit(0);
}
int registers(void) {
  counter = 1;
  atexit(handler);
  exit(0);
}
int table(void) {
  hdestroy();
  return 0;
}
int finds(void) {
  ENTRY wanted = {"a", NULL};
  if (hsearch(wanted, FIND)) reach_error();
  return 0;
}
int direction(void) {
  if (fegetround() != FE_TONEAREST) reach_error();
  if (fesetround(FE_UPWARD) == 0 && fegetround() != FE_UPWARD) reach_error();
  return 0;
}
