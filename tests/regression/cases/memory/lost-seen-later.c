#include <stdlib.h>
#include <string.h>
struct s { char arr[3]; int a; };
int one(void) {
  struct s y = {"!?", -20};
  struct s *x = malloc(sizeof(struct s));
  *x = y;
  if (strcmp(x->arr, "!?") || x->a != -20) return 0;
  return 1;
}
int two(void) {
  static struct s m = {"()", 77};
  struct s *y = &m;
  struct s x = {"", 0};
  x = *y;
  if (strcmp(x.arr, "()") || x.a != 77) return 0;
  return 1;
}
int four(void) {
  struct s y = {"ab", 1};
  static struct s arr[3];
  arr[1] = y;
  if (strcmp(arr[1].arr, "ab") || arr[1].a != 1) return 0;
  return 1;
}
int main(void) {
  if (!one()) return 1;
  if (!two()) return 2;
  if (!four()) return 2;
  return 0;
}
