int next(int);
extern void reach_error(void);
int main(void) {
  if (next(1) != 2) reach_error();
  return 0;
}
