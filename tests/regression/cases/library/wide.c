/* Wide strings. FALSE: a copy is as long as its source. SHORT: no room for the null character. */
#include <wchar.h>
#include <wctype.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  wchar_t s[4] = {L'a', 0, L'b', 0};
#ifdef SHORT
  wchar_t to[3];
#else
  wchar_t to[4];
#endif
  s[1] = __VERIFIER_nondet_int();
  wcscpy(to, s);
  if (wcscmp(s, to) != 0) reach_error();
  if (wcslen(to) != (s[1] ? 3 : 1)) reach_error();
#ifdef FALSE
  if (wcslen(to) == 3 && s[1] < 0) reach_error();
#endif
  wchar_t *found = wcschr(s + 1, L'b');
  if (s[1] == 0 ? found != 0 : !found || *found != L'b') reach_error();
  if (iswalpha(s[1]) && towlower(s[1]) == towupper(s[1])) reach_error();
  if ((wcscmp(s, L"a") > 0) != (s[1] > 0)) reach_error();
  wmemset(to, 7, 2);
  if (to[0] != 7 || to[1] != 7) reach_error();
  return 0;
}
