#include <assert.h>
int limit = 5;
int checked(int x) {
  assert(x != 77 || limit != 6);
  return x;
}
int main(void) { return checked(77); }
