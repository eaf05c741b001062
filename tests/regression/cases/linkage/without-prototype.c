/* Calls by int f() of a function that another file defines: defined behaviour if the arguments, as
 * they are promoted, are what it takes. */
extern void reach_error(void);
int f();
double half();
int main(void) {
#if P == 1
  if (f(1, 2l) == 3) reach_error();
#elif P == 2
  if (half(5.0f) == 2.5) reach_error();
#elif P == 3 /* int for long */
  if (f(1, 2) == 3) reach_error();
#elif P == 4
  if (f(1) != 17) reach_error();
#endif
  return 0;
}
