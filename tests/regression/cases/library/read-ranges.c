/* Ranges that the library reads may be constant, those that it writes may not. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
extern void reach_error(void);
static const char kept[] = "IJKLMNOPQR";
int main(void) {
  char x[] = "IJKLMNOPQR";
#if P == 1
  if (memcmp(x, "IJKLMNOPQR", sizeof x) != 0) reach_error();
  if (memcmp(kept, x, sizeof kept) != 0) reach_error();
#elif P == 2
  write(1, "abc", 4);
#elif P == 3
  if (fwrite("abc", 1, 4, stdout) > 4) reach_error();
#elif P == 4
  if (wmemcmp(L"abc", L"abd", 4) >= 0) reach_error();
#elif P == 5
  return memcmp(x, "IJKLMNOPQR", 12) > 0;
#elif P == 6
  write(1, "abc", 5);
#elif P == 7
  read(0, (char *)kept, 3);
#elif P == 8
  return memcmp(kept, x, 12) > 0;
#endif
  return 0;
}
