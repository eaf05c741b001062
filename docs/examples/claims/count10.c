/* x counts from 0 to 10. */
int main(void) {
  int x = 0;
  while (x < 10) {
    x = x + 1;
#ifdef MOST
    __CPROVER_assert(x <= MOST, "bound");
#endif
  }
  __CPROVER_assert(x == 10, "end");
  return 0;
}
