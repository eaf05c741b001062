/* A long has 32 bits in ILP32 and 64 in LP64: the sum wraps to zero in the first only. */
extern void reach_error(void);
int main(void) {
  unsigned long x = 4294967295UL;
  x = x + 1;
  if (x != 0 || sizeof(void *) != 4) reach_error();
  return 0;
}
