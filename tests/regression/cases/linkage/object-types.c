/* One file of a program whose other one defines `object` as of another type. */
extern void reach_error(void);
extern DECLARED;
int main(void) {
  if (USED) reach_error();
  return 0;
}
