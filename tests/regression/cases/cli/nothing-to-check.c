int main(void) {
  int a[4], *p = a;
  for (int i = 0; i < 4; i++) p[i] = i;
  return p[3] - 3;
}
