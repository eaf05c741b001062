/* The inner loop does not end when it is entered again. */
int main(void) {
  for (int i = 0; i < 2; i++) {
    int k = 10;
    while (k > 0) k -= 1 - i;
  }
  return 0;
}
