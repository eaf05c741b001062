/* Addresses of labels: nothing is known of them but that they differ from those of objects. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static int run(const unsigned char *code) {
  static void *const step[] = {&&halt, &&up, &&down};
  int x = 0;
  goto *step[*code];
up:
  x++;
  goto *step[*++code];
down:
  x--;
  goto *step[*++code];
halt:
  return x;
}
int main(void) {
#if CASE == 1
  static const int distance[] = {&&a - &&a, &&b - &&a};
a:;
  volatile int z = 0;
  z++;
  z++;
b:
  if (distance[1] > 2 || distance[1] < -2) reach_error();
#elif CASE == 2
  if ((unsigned long)&&a != 0x10000) reach_error();
a:
  return 0;
#elif CASE == 3
  static const int distance[] = {&&a - &&a, &&b - &&a};
  volatile int i = 1;
  goto *(&&a + distance[i]);
a:
  return 0;
b:
  reach_error();
#elif CASE == 4
  unsigned char code[] = {1, 1, 2, 0};
  if (run(code) != 1) reach_error();
#elif CASE == 5
  void *to[] = {&&a, &&b};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 1) return 0;
  goto *to[i];
a:
  return 0;
b:
  reach_error();
#elif CASE == 6
  void *p = &&a, *q = &&b; /* compilers may give both the same address */
  volatile int same = p == q;
  if (same) reach_error();
  goto *p;
a:
b:
  return same;
#elif CASE == 7
  long where = (long)&&a;
  goto *(void *)where;
b:
  reach_error();
a:
  return (long)&&b == where;
#endif
  return 0;
}
