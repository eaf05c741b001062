int main(void) {
  int a[10];
  for (int i = 0; i <= LAST; i++) a[i] = 0;
  return 0;
}
