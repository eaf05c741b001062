/* The error occurs after 100,000 rounds, where only a run of the program gets to. */
#include <assert.h>
int nondet(void);
enum { N = 100000 };
int main(void) {
  int from[N], to[N], sum = 0;
  for (int i = 0; i < N; i++) from[i] = nondet();
  for (int i = 0; i < N - 1; i++) to[i] = from[i];
  for (int i = 0; i < N; i++) {
    assert(to[i] == from[i]);
    sum += to[i] & 1;
  }
  return sum & 1;
}
