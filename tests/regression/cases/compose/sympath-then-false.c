/* The first loop certainly goes round; the head of the second one is reached before its own first round, too. */
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
