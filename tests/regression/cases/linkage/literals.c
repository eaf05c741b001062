/* String literals may share their places (C17 6.4.5): the compiler or the linker merges equal ones of several files, and one with the tail of
 * another. Cases 1 to 4 reach the error in some builds, 5 to 7 in none. */
extern void reach_error(void);
extern const char *elsewhere(void);

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
#endif
}
