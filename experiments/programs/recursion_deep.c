/* The failure is twelve calls down. */
extern void reach_error(void);
static int down(int depth) {
  if (depth >= 12) reach_error();
  return 1 + down(depth + 1);
}
int main(void) { return down(0); }
