/* Arguments of the program that a counterexample must set up. */
#include <stdlib.h>
#include <string.h>
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "arguments.c", __LINE__, "main"))
int main(int argc, char **argv) {
#if P == 1 /* their letters, and where they end */
  if (argc == 3 && argv[1][0] == 'x' && argv[1][1] == 0) check(strcmp(argv[2], "ok") != 0);
#elif P == 2 /* as a function of the library reads them */
  if (argc > 1) check(atoi(argv[1]) != 5);
#elif P == 3 /* behind the last one */
  return argc > 2 && argv[2][0] ? argv[argc + 1][0] : 0;
#elif P == 4 /* of what is not looked at nothing is asked */
  int seen = 0;
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-') seen++;
  check(seen >= 0 && (argc < 2 || seen < argc));
#endif
  return 0;
}
