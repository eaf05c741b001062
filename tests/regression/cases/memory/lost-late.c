/* Memory is lost in round ROUNDS, and in no earlier one. */
#include <stdlib.h>
extern unsigned nondet(void);
int main(void) {
  int *p = malloc(4);
  unsigned char c = 0;
  for (;;) {
    unsigned x = nondet();
    if (c < ROUNDS) {
      if (x && c + 1 == ROUNDS) p = 0;
      c++;
    }
  }
}
