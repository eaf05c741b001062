#include <assert.h>
extern int mystery(int);
int main(void) {
  assert(mystery(1) != 1000);
  return 0;
}
