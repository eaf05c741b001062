/* An index that leaves its object and is used lines later: the access is invalid, which is asked for. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int first[2], second[2];
} whole;

int main(void) {
  char text[10], other[10];
  int i = __VERIFIER_nondet_int();
  int *apart = malloc(sizeof *apart);
  if (!apart) return 1;
  memset(text, 'a', 9);
  text[9] = 0;
#if P == 1
  char *before = text - 8;
  strncpy(other, before, 5);
#elif P == 2
  char *behind = &text[12];
  if (i == 3)
    *behind = 1;
#elif P == 3 /* The array is left, the object is not: what comes later rests on that. */
  if (i == 2) {
    whole.first[i] = 7;
    if (whole.second[0] == 7)
      apart[5] = 1;
  }
#endif
  other[0] = text[0];
  free(apart);
  return 0;
}
