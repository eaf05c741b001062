int f(int x, long y) {
  return x + (int)y;
}
double half(double d) {
  return d / 2;
}
