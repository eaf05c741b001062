/* What main may read of argv. */
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
#define check(c) ((c) ? (void)0 : __assert_fail(#c, "argv.c", __LINE__, "main"))
extern unsigned long strlen(const char *);
#if P == 7 || P == 8
static int count(char **v) {
  int n = 0;
  while (*v) n++, v++;
  return n;
}
#endif
int main(int argc, char **argv) {
#if P == 1 /* one that is there */
  return argc > 1 ? argv[1][0] : 0;
#elif P == 2 /* one that may not be there */
  return argc >= 1 ? argv[1][0] : 0;
#elif P == 3 /* the first letters of all */
  int n = 0;
  for (int i = 0; i < argc; i++) n += argv[i][0] != 0;
  return n == 0;
#elif P == 4 /* to the end of one */
  if (argc < 2) return 0;
  char *s = argv[1];
  while (*s) s++;
  return *s;
#elif P == 5 /* behind the end of one */
  if (argc < 2) return 0;
  char *s = argv[1];
  while (*s) s++;
  return s[1];
#elif P == 6 /* the null pointer at the end */
  check(argv[argc] == 0);
  for (int i = 0; i < argc; i++) check(argv[i] != 0);
#elif P == 7 /* up to the null pointer */
  return count(argv);
#elif P == 8 /* beyond it */
  return argv[count(argv) + 1] != 0;
#elif P == 9 /* all letters of all */
  int n = 0;
  for (int i = 0; i < argc; i++)
    for (int j = 0; argv[i][j]; j++) n |= argv[i][j];
  return n == 0;
#elif P == 10 /* a function of the library */
  return argc > 1 && strlen(argv[1]) > 5;
#elif P == 11 /* the array is main's own */
  char own[2] = "x";
  if (argc > 1) argv[1] = own;
  return argc > 1 ? argv[1][1] : 0;
#elif P == 12
  char own[2] = "x";
  if (argc > 1) argv[1] = own;
  return argc > 1 ? argv[1][2] : 0;
#elif P == 13 /* the letters, too */
  if (argc > 1 && argv[1][0]) argv[1][0] = 'x', check(argv[1][0] == 'x');
#elif P == 14 /* backwards */
  while (argc-- > 0) check(argv[argc] != 0);
#elif P == 15 /* as the array is at the end */
  return argv[argc - 1] == 0;
#endif
  return 0;
}
