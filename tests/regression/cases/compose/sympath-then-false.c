/* The first round of a loop behind one that certainly goes round is reached, too. */
#include <assert.h>
int main(void) {
  int rounds = 0;
  for (int i = 0; i < 4; i++) rounds++;
  for (int j = 7; j > 0; j--) {
    rounds--;
    assert(j != 7 || rounds != 3);
  }
  return 0;
}
