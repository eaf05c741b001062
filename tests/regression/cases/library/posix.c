/* Models of POSIX and of wide characters. CASE 0: what holds. 1: a wrong claim about an input. 2: a
 * wide string that is too long. 3: an order that glibc chooses. 4: another locale. 5: no seed. 6: a list without memory. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <locale.h>
#include <search.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

#if CASE == 0 || CASE == 1
typedef struct element {
  struct element *next, *previous;
} element;

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (ntohl(htonl(x)) != x || htons(0x0102) != 0x0201) reach_error();
  wchar_t text[4];
  if (wcslen(wcscpy(text, L"ab")) != 2 || wcscmp(text, L"aa") <= 0 || wcsstr(text, L"c"))
    reach_error();
  srand48((long)x);
  long number = lrand48();
  if (number < 0 || number > 2147483647) reach_error();
  char path[] = "/usr/lib/";
  if (strcmp(basename("/a/b"), "b") || strcmp(setlocale(LC_ALL, NULL), "C")) reach_error();
  element first, second;
  insque(&first, NULL);
  insque(&second, &first);
  if (first.next != &second || second.previous != &first) reach_error();
  remque(&second);
  if (first.next) reach_error();
  if (a64l("/1") != 193 || imaxabs(-3) != 3) reach_error();
  if (CASE == 1 && htonl(x) == 0x01000000) reach_error();
  return path[0] != '/';
}
#elif CASE == 2
int main(void) {
  wchar_t text[2];
  wcscpy(text, L"ab");
  return 0;
}
#elif CASE == 3
int main(void) {
  wchar_t text[] = L"a"; /* of two literals clang itself takes -1 */
  if (wcscmp(text, L"b") != -1) reach_error();
  return 0;
}
#elif CASE == 4
int main(void) {
  setlocale(LC_ALL, __VERIFIER_nondet_uint() ? "" : "C");
  return 0;
}
#elif CASE == 5
int main(void) {
  if (lrand48() < 0) reach_error();
  return 0;
}
#elif CASE == 6
int main(void) {
  void *none = malloc(1);
  insque(none, NULL);
  free(none);
  return 0;
}
#endif
