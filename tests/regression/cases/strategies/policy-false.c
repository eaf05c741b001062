/* b is too small by one. */
extern void reach_error(void);
int main(void) {
  int a = 3, b = 0;
  while (a < 10) {
    a++;
    b++;
  }
  if (b == 7) reach_error();
  return 0;
}
