// Functions that end for some arguments or globals only.
int g;
void up_to_ten(int x) {
  while (x != 10) x++;
}
void to_zero(int x, int y) {
  while (x != 0) x--;
  while (y != 0) y++;
}
void of_global(void) {
  while (g < 5 || g > 7) g--;
}
void ordered(unsigned a, unsigned b) {
  while (a != b) a++;
}
void never(int x) {
  while (x == x);
}
void always(int x) {
  while (x > 0) x--;
}
