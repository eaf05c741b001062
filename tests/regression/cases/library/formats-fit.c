/* Arguments that do not fit their format: what is read or written there is not known. */
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>
int main(void) {
  int k = 0;
  char *s = malloc(4);
  if (!s) return 1;
  s[0] = 'a';
  s[1] = 0;
#ifndef KEEP
  free(s);
#endif
#if P == 1
  printf("%d %s\n", k);
#elif P == 2
  printf("%s\n", 3L);
#elif P == 3
  printf("%*s\n", s);
#elif P == 4
  printf("%n");
#elif P == 5
  fprintf(stderr, "%s\n");
#elif P == 6
  syslog(LOG_INFO, "%s %s", "a");
#elif P == 7
  sscanf("3 4", "%d %d", &k);
#elif P == 8
  printf("%m %s\n", s);
#elif P == 9
  printf("%'d %*d %hhd%% %m %s\n", 3, 4, k, 5, s);
#elif P == 10
  printf("%ld %c %x %5.3f\n", k, 'a', 3, 1.5);
#endif
#ifdef KEEP
  free(s);
#endif
  return 0;
}
