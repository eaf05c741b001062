/* What the library demands of its arguments. */
#include <ctype.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *freed = malloc(2), two[2] = "a", three[] = "abc";
  freed[0] = 0;
#if CASE != 4
  free(freed);
#endif
#if CASE == 1
  fclose(NULL);
#elif CASE == 2
  fclose(stdout);
  fclose(stdout);
#elif CASE == 3
  isalpha(1000000);
#elif CASE == 4
  FILE *none = fopen("/nowhere/at/all", "r");
  fgetc(none);
  free(freed);
#elif CASE == 5
  errx(1, "%s", freed);
#elif CASE == 6
  memcmp(two, three, 3);
#elif CASE == 7
  strcpy(two, three);
#elif CASE == 8
  fputs("x", (FILE *)freed);
#elif CASE == 9
  strdup("leaked");
#elif CASE == 10
  strtok(NULL, " ");
#else
  if (isalpha('a') && strcmp(two, three) < 0) fputs("x\n", stderr);
#endif
  return 0;
}
