/* An even byte never becomes odd. */
int main(void) {
  unsigned char x = 4;
  while (x != 9) x += 6;
  return 0;
}
