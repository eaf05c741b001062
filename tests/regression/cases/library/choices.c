/* What the implementation chooses, no counterexample may choose. None of these is reached with glibc. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
int main(void) {
  char a[] = "ab", b[] = "ac";
#if CASE == 0
  if (isdigit('5') != isdigit('7') || isalpha('a') != isalpha('Z')) reach_error();
  if (random() > 2147483647 || rand() < 0 || toupper(-61) != 195) reach_error();
#elif CASE == 1
  if (strcmp(a, b) != strcmp(a, b)) reach_error();
#elif CASE == 2
  if (strncmp(a, b, 2) == -77) reach_error();
#elif CASE == 3
  if (memcmp(a, b, 2) < -1000) reach_error();
#elif CASE == 4
  srand(1);
  int first = rand();
  srand(1);
  if (rand() != first) reach_error();
#elif CASE == 5
  if (isalpha('a') == 1) reach_error();
#elif CASE == 6
  /* Its size tells memcmp which instructions to use, and not all of these give the difference. */
  if (memcmp(a + 1, b + 1, 1) != memcmp(a, b, 2)) reach_error();
#endif
  return 0;
}
