/* Every second block is lost. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *kept = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 4; i++) {
    char *p = malloc(8);
    if (!p) return 1;
    if (i % 2 == 0) {
      free(kept);
      kept = p + 4;
      kept -= 4;
    }
  }
  free(kept);
  return 0;
}
