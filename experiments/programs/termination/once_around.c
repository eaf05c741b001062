/* Bounded: unwinding shows it, no linear expression decreases. */
int main(void) {
  unsigned char x = 1;
  for (int i = 0; i < 20 && x != 0; i++) x = (unsigned char)(x * 7 + 3);
  return x;
}
