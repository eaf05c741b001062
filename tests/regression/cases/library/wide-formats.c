/* Wide strings that are printed, and formats that are wide strings. */
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
int main(void) {
  wchar_t *w = malloc(3 * sizeof *w);
  if (!w) return 1;
  w[0] = 'a';
  w[1] = 'b';
  w[2] = 0;
#if P == 1
  wprintf(L"%d %ls %lc%%\n", 3, w, L'c');
#elif P == 2
  fwprintf(stderr, L"%.2ls|%5.3f %s\n", w, 1.5, "abc");
#elif P == 3
  printf("%ls\n", w);
#elif P == 4
  w[2] = 'c';
  wprintf(L"%ls\n", w);
#elif P == 5
  w[2] = 'c';
  printf("%ls\n", w);
#elif P == 6
  wprintf(L"%d %ls\n", 3);
#elif P == 7
  wprintf(w);
#elif P == 8
  int n;
  wprintf(L"%n\n", &n);
#endif
  free(w);
  return 0;
}
