/* Programs whose meaning depends on their text. The test takes the lines of one CASE and those before all of them. */
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

// CASE 1 /* a marker that is part of a comment, of a string or of a macro */
int a = 0; /*
# 5 */ int b = 1;
char s[] = "a\
# 1 b";
#define SIGN \
# 5
int main(void) { CHECK(b == 1 && sizeof s == 7 && sizeof TEXT(SIGN) == 4); return 0; }
// CASE 2 /* the order of operands matters, behind markers of unusual form */
int n;
int g(void) { n = 5; return 1; }
int f(int x, int y) { return x + y; }
void other(void) {
          g();
}
int main(void) {
  int r;
# /**/ 12
   r=f(n, g());
  CHECK(r == 1);
  return 0;
}
// CASE 3
int main(void) {
#line 100
  CHECK(__LINE__ == 100);
  return 0;
}
// CASE 4
#ifdef inline
int main(void) { reach_error(); return 0; }
#else
int main(void) { return 0; }
#endif
// CASE 5
int main(void) { CHECK(sizeof TEXT(inline) == 7); return 0; }
// CASE 6
int main(void) { CHECK(__TIME__[7] != '7'); return 0; }
// CASE 7
struct __attribute__((scalar_storage_order("big-endian"))) record { int x; };
int main(void) {
  union { struct record r; unsigned char c[4]; } u;
  u.r.x = 1;
  CHECK(u.c[0] == 1);
  return 0;
}
// CASE 8
#ifndef inline
#define inline __inline__
#endif
static inline int f(void) { return __STDC_VERSION__ == 201710L; }
int main(void) { CHECK(f()); return 0; }
// CASE 9
int f(void) __asm__("llvm.trap");
int f(void) { return 3; }
int main(void) { return f(); }
// CASE 10 /* defined in optimised builds only */
#ifdef __OPTIMIZE__
enum { ROOM = 3 };
#else
enum { ROOM = 4 };
#endif
int main(void) { CHECK(ROOM == 4); return 0; }
