/* Calls functions of other-type-rest.c by types that they do not have. */
extern void reach_error(void);

#ifdef CHAR_RESULT /* bits above the char are whatever the register had: gcc returns 300 */
extern int f(int);
int main(void) {
  if (f(300) != 44) reach_error();
  return 0;
}
#elif defined CHAR_ARGUMENT /* clang's callee relies on the extension by zeros */
extern int f(char);
int main(void) {
  if (f(-56) != 200) reach_error();
  return 0;
}
#elif defined SIGN          /* the same, and a counterexample for gcc alone */
extern int f(char);
int main(void) {
  if (f(-56) == 200) reach_error();
  return 0;
}
#elif defined FITS
extern int f();
int main(void) {
  if (f(100) != 100) reach_error();
  return 0;
}
#elif defined FLOAT   /* is passed in another register */
static int f(int x) {
  return x == 0x3f800000;
}
static int (*p)(float) = (int (*)(float))f;
int main(void) {
  if (!p(1.0f)) reach_error();
  return 0;
}
#elif defined POINTER /* the callee may see 200 */
static int f(char x) {
  return x > 127;
}
static int (*p)(int) = (int (*)(int))f;
int main(void) {
  if (p(200)) reach_error();
  return 0;
}
#endif
