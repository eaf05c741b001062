/* Numbers that are made pointers: they may equal the address of an object, and are ordered as
 * unsigned numbers. */
#if CASE == 1
extern void reach_error(void);
static int g;
int main(void) {
  int *p = (int *)0x56789abc1230;
  if (p == &g) reach_error();
  return 0;
}
#elif CASE == 2
extern void reach_error(void);
static int g;
int main(void) {
  int *p = (int *)-1, *q = (int *)8;
  if (p == &g || q == &g || p == q || !p) reach_error();
  return 0;
}
#elif CASE == 3
extern void reach_error(void);
int main(void) {
  char *low = (char *)16, *high = (char *)-16;
  if (!(high <= low)) reach_error();
  return 0;
}
#elif CASE == 4
extern void reach_error(void);
int main(void) {
  char a[4], *p = a + 1, *q = a + 3;
  char *n = 0;
  if (p >= q || n > p || !(n < q)) reach_error();
  return 0;
}
#elif CASE == 5
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  char *p = malloc(4), *q = (char *)0x55550000;
  if (p == q) reach_error();
  free(p);
  return 0;
}
#elif CASE == 6
extern void reach_error(void);
int main(void) {
  char *a = (char *)-4096, *b = 0;
  if (a > b) reach_error();
  return 0;
}
#endif
