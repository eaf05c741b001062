/* String literals may share their places (C17 6.4.5): the compiler or the linker merges equal ones of several files, and one with the tail of
 * another; so may constant compound literals (6.5.2.5p7). Cases 1 to 4, 8 and 9 reach the error in some builds, the others in none. */
extern void reach_error(void);
extern const char *elsewhere(void);
#if CASE >= 8
struct pair {
  int first;
  float second;
};
static const struct pair *const pairs[] = {&(const struct pair){1, 2}, &(const struct pair){1, 2},
                                           &(const struct pair){1, 3}};
static const int *numbers = (const int[]){7, 8, 9}, *others = (const int[]){8, 9};
#endif

int main(void) {
#if CASE == 1
  const char *volatile a = "xbc", *volatile b = "bc";
  if (a + 1 == b) reach_error();
#elif CASE == 2
  if ("abc" == elsewhere()) reach_error();
#elif CASE == 3
  const __WCHAR_TYPE__ *volatile a = L"xbc", *volatile b = L"bc";
  if (a + 1 == b) reach_error();
#elif CASE == 4
  const char *volatile a = "xbc", *volatile b = "";
  if (a + 3 == b) reach_error();
#elif CASE == 5
  const char *volatile a = "abc", *volatile b = "abd";
  if (a == b) reach_error();
#elif CASE == 6
  static const char named[] = "abc";
  const char *volatile a = "abc", *b = named;
  if (a == b) reach_error();
#elif CASE == 7
  const char *a = "abc", *volatile b = a;
  if (a != b) reach_error();
#elif CASE == 8
  if (pairs[0] == pairs[1]) reach_error();
#elif CASE == 9
  if (numbers + 1 == others) reach_error();
#elif CASE == 10
  if (pairs[0] == pairs[2]) reach_error();
#endif
}
