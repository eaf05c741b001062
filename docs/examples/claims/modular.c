/* Each function ends by itself, whatever its calls return. */
static int halves(unsigned n) {
  int count = 0;
  while (n > 0) n /= 2, count++;
  return count;
}
int main(int argc, char **argv) {
  for (int i = 0; i < argc; i++) halves((unsigned)i);
  return 0;
}
