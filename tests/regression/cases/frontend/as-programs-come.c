/* What clang rejects for a name, an attribute or an older C, and compiles with one more option. */
#if CASE == 1
typedef struct stream {
  int n;
} stream;
extern int shut(stream *);
extern void *malloc(unsigned long);
extern void free(void *);
extern stream *open_it(const char *) __attribute__((__malloc__))
__attribute__((__malloc__(shut, 1)));
extern char *dup2_(const char *) __attribute__((__nothrow__, __leaf__)) __attribute__((__malloc__))
__attribute__((__malloc__(free)));
int main(void) {
  void *p = malloc(3);
  free(p);
  return 0;
}
#elif CASE == 2
extern void reach_error(void);
long __builtin_expect(long value, long expected) {
  return value;
}
void *__builtin_memcpy(void *d, const void *s, unsigned long n) {
  char *a = d;
  const char *b = s;
  while (n--) *a++ = *b++;
  return d;
}
unsigned long __builtin_object_size(const void *p, int type) {
  return 3;
}
int main(void) {
  int x = 3, y;
  __builtin_memcpy(&y, &x, sizeof x);
  if (__builtin_expect(x == y, 1) && __builtin_object_size(&x, 0) == 3) return 0;
  reach_error();
  return 1;
}
#elif CASE == 3
extern void reach_error(void);
void __CPROVER_assume(int);
int __CPROVER_assert(int c, char *t);
int nondet_int(void);
int main(void) {
  int x = nondet_int();
  __CPROVER_assume(x > 2);
  if (x == 5) reach_error();
  return 0;
}
#elif CASE == 4
extern void reach_error();
int restrict = 3;
f(n) {
  return n + restrict;
}
static g(a, b) char a;
{ return a + b; }
main() {
  register i = f(1);
  if (g(1, i) != 5) reach_error();
}
#elif CASE == 5
extern void reach_error();
int printf(char *);
void exit(char);
double abs(double);
int strlen(void *);
float floor(int);
int main() {
  if (0) {
    exit(1);
    abs(2.0);
  }
  printf("x");
  return 0;
}
#elif CASE == 6
long __builtin_expect(long value, long expected) {
  return expected;
}
int main(void) {
  if (__builtin_expect(1, 0)) return 0;
  reach_error();
  return 1;
}
#endif
