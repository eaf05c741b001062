/* A shift of a signed value that overflows has any result (C17 6.5.7p4), of an unsigned one it has none. */
int main(void) {
#if CASE == 0
  int x = 1;
  while (x < 1000) x <<= 1;
#elif CASE == 1
  unsigned x = 1;
  while (x > 0) x <<= 1;
#else
  int x = 1;
  while (x > 0) x = x << 1;
#endif
  return 0;
}
