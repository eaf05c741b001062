/* Variables that no file of the program defines: their content is an input. */
#include <assert.h>
#if P == 1
extern int k;
int main(void) { assert(k != 42); }
#elif P == 2
extern const unsigned char table[4];
extern unsigned n;
int main(void) { assert(n >= 4 || table[n] != 7); }
#elif P == 3
extern struct {
  unsigned x : 3;
  unsigned char y;
  float f;
} cfg;
int main(void) { assert(!(cfg.x == 5 && cfg.y == 200 && cfg.f == 1.5f)); }
#elif P == 4
extern int k;
static int twice(void) {
  static int k;
  return k += 2;
}
int main(void) { assert(twice() != k || k == 2); }
#elif P == 5
extern const unsigned char table[16];
extern unsigned i;
int main(void) {
  unsigned char c = table[i % 16];
  assert(c == table[i % 16] && c < 256);
}
#elif P == 6
extern int k;
int main(void) {
  int a[4] = {0};
  return k > 0 ? a[k] : 0;
}
#elif P == 7
extern int k;
int main(void) { return k + 1; }
#elif P == 8
extern volatile int k;
extern int *p;
int main(void) {
  while (k > 0)
    ;
  assert(k <= 0 || !p);
}
#elif P == 10 /* it may be null */
extern int *p;
int main(void) { *p = 1; }
#else
extern int *p;
int main(void) { return p ? *p : 0; }
#endif
