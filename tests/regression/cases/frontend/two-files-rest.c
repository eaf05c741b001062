extern void reach_error(void);
extern int factor;
int scale(int x) {
  if (x == 41) reach_error();
  return x % 8 * factor;
}
