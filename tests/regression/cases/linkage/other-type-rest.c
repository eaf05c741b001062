#ifdef CHAR_RESULT
char f(int x) {
  return (char)x;
}
#else
int f(unsigned char x) {
  return x;
}
#endif
