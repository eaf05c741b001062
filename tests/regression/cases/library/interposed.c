/* Functions of the C library that the program defines itself: its definitions count, not what a
 * compiler knows of the names. Each case but 0 and 9 reaches the error in the program as gcc or clang
 * builds it; in 8 that is the compiler's choice. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef __SIZE_TYPE__ size_t;

static int calls;

#if CASE == 0 || CASE == 1
void *memcpy(void *to, const void *from, size_t n) {
  calls++;
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
int main(void) {
  char a[4] = "abc", b[4] = "";
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  memcpy(b, a, n);
  if (n > 1 && b[1] != 'b') reach_error();
#if CASE == 1
  if (calls == 1) reach_error();
#endif
}
#elif CASE == 2
void *memset(void *to, int value, size_t n) {
  *(char *)to = 77;
  return to;
}
int main(void) {
  char a[40];
  memset(a, 1, 40);
  if (a[0] == 77) reach_error();
}
#elif CASE == 3
double floor(double x) {
  calls++;
  return x - 1;
}
int main(void) {
  double d = __VERIFIER_nondet_uint();
  if (floor(d) < d && calls == 1) reach_error();
}
#elif CASE == 4
void exit(int status) {
  calls += status;
}
int main(void) {
  exit(3);
  if (calls == 3) reach_error();
}
#elif CASE == 5
static void *mine(void *to, const void *from, size_t n) {
  calls++;
  return to;
}
void *memmove(void *to, const void *from, size_t n) __attribute__((alias("mine")));
int main(void) {
  char a[4] = "abc", b[4] = "";
  unsigned n = __VERIFIER_nondet_uint();
  memmove(b, a, n);
  if (calls == 1 && b[0] == 0) reach_error();
}
#elif CASE == 6
void *mine(void *to, const void *from, size_t n) __asm__("memcpy");
void *mine(void *to, const void *from, size_t n) {
  calls++;
  return to;
}
int main(void) {
  char a[4] = "abc", b[4] = "";
  unsigned n = __VERIFIER_nondet_uint();
  __builtin_memcpy(b, a, n);
  if (calls == 1) reach_error();
}
#elif CASE == 7 /* another file defines memcpy */
void *memcpy(void *to, const void *from, size_t n);
int main(void) {
  char a[4] = "abc", b[4] = "";
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 3) return 0;
  memcpy(b, a, n);
  if (n > 0 && b[0] == 0) reach_error();
}
#elif CASE == 8
struct record {
  char bytes[300];
} a, b;
void *memcpy(void *to, const void *from, size_t n) {
  *(char *)to = 7;
  return to;
}
int main(void) {
  a = b;
  if (a.bytes[0] == 7) reach_error();
}
#elif CASE == 9
int strcmp(const char *a, const char *b) {
  for (; *a && *a == *b; a++) b++;
  return *a - *b;
}
struct pair {
  int x, y;
} a = {1, 2}, b;
void *memcpy(void *to, const void *from, size_t n) {
  for (size_t i = 0; i < n; i++) ((volatile char *)to)[i] = ((const volatile char *)from)[i];
  return to;
}
int main(void) {
  b = a;
  if (b.y != 2 || strcmp("ab", "ab")) reach_error();
}
#endif
