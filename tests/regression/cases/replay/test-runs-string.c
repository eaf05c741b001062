/* Uninitialised memory in which no element is zero: a search for one leaves the array. In P == 1 no
 * byte of it may be zero. */
#if P == 1
typedef char element;
#else
typedef int element;
#endif

int main(void) {
  element from[30000], to[30000];
  int n = 0;
#ifdef SAFE
  from[29999] = 0;
#endif
  while (from[n] != 0) {
    to[n] = from[n];
    n = n + 1;
  }
  return 0;
}
