/* x wraps around: -x seems to rank it, if subtraction were of 8 bits. */
int main(void) {
  signed char x = 0;
  while (1) x++;
}
