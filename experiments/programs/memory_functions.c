/* memset and memcpy on whole objects. */
#include <assert.h>
#include <string.h>
struct header { int size; char tag[4]; };
int main(void) {
  struct header a, b;
  memset(&a, 0, sizeof a);
  assert(a.size == 0 && a.tag[3] == 0);
  a.size = 9;
  memcpy(&b, &a, sizeof b);
  assert(b.size == 9 && b.tag[0] == 0);
  return 0;
}
