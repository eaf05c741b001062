/* errno is a variable like any other, which functions of the library write. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
#if CASE == 0
  if (errno != 0) reach_error();
  errno = 0;
  if (errno != 0) reach_error();
  errno = 5;
  int first = errno, second = errno;
  if (first != second || strlen("ab") != 2 || abs(-3) != 3 || errno != 5) reach_error();
  errno = 0;
  if (strtol("99999999999999999999", NULL, 10) != 0x7fffffffffffffff || errno != ERANGE) reach_error();
  errno = 0;
  if (malloc(-1) || errno != ENOMEM) reach_error();
#elif CASE == 1 /* written through a pointer */
  int *e = &errno;
  *e = 0;
  strtol("99999999999999999999", NULL, 10);
  if (*e == ERANGE) reach_error();
#elif CASE == 2 /* not reached, which is not proved: no model tells how sqrt fails */
  volatile double negative = -1;
  errno = 0;
  sqrt(negative);
  if (errno == 0) reach_error();
#elif CASE == 3
  errno = 0;
  close(-1);
  if (errno == 0) reach_error();
#elif CASE == 4
  errno = 0;
  if (!fopen("/nowhere/at/all", "r") && errno == 0) reach_error();
#endif
  return 0;
}
