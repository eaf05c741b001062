/* The failure is in the first round of a loop behind another: a window must also start at the entry. */
#include <assert.h>
int main(void) {
  int i, j, rounds = 0;
  for (i = 0; i < 4; i++) rounds++;
  for (j = 7; j < 12; j++) {
    assert(j > 7 || rounds == 3);
    rounds = 3;
  }
  return 0;
}
