/* What a name means: inputs by a table of types, error functions by their C name, their symbol and
 * their aliases. */
#if CASE == 1
extern void reach_error(void);
extern int __VERIFIER_nondet_spool(void);
extern unsigned char nondet_cool(void);
#elif CASE == 2
extern void reach_error(void);
extern int __VERIFIER_nondet_bool(void);
extern _Bool nondet_anything(void);
static int nondet_bool(void) {
  return 9;
}
#elif CASE == 3
void other(void) {}
void reach_error(void) __attribute__((alias("other")));
#elif CASE == 4
void reach_error(void) __asm__("abort");
#elif CASE == 5
void harmless(void) __asm__("reach_error");
#define reach_error harmless
#elif CASE == 6
void other(void) {}
void reach_error(void) __attribute__((alias("other")));
void (*through)(void) = reach_error;
#elif CASE == 7
extern void reach_error(void);
int whole = 0x01020304;
extern char part[4] __attribute__((alias("whole")));
#endif
int main(void) {
#if CASE == 1
  if (__VERIFIER_nondet_spool() == 2 && nondet_cool() == 7) reach_error();
#elif CASE == 2
  int a = __VERIFIER_nondet_bool(), b = nondet_anything();
  if (a < 0 || a > 1 || b > 1 || nondet_bool() != 9) reach_error();
#elif CASE == 6
  through();
#elif CASE == 7
  part[0] = 9;
  if (whole != 0x01020309) reach_error();
#else
  reach_error();
#endif
  return 0;
}
