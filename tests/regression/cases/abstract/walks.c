/* Pointers that walk arrays: beside a counter, up to an end, two beside each other, over records. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct record {
  int key, content, spare;
} r[20];
int a[60], b[60];

int main(void) {
  int n = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (n < 0 || n > 60 || x < 0 || x >= n + BEYOND) return 0;
#if KIND == 0
  int *p = a;
  for (int i = 0; i < n; i++) *p++ = 7;
  if (a[x] != 7) reach_error();
#elif KIND == 1
  int *p = a;
  while (p < a + n) *p++ = 7;
  if (a[x] != 7) reach_error();
#elif KIND == 2
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int *p = a, *q = b;
  for (int i = 0; i < n; i++) *q++ = *p++;
  b[n - 1 + BEYOND] += BEYOND;
  if (a[x] != b[x]) reach_error();
#elif KIND == 4
  struct {
    int first, rest[20];
  } s = {0};
  for (int *p = s.rest + 19; p >= &s.first + (1 - BEYOND); p--) *p = 7;
  if (s.first != 0 || s.rest[0] != 7) reach_error();
#else
  struct record *p = r;
  for (int i = 0; i < n && i < 20; i++) {
    p->key = 1;
    p->content = 2;
    p++;
  }
  if (x < 20 && r[x].key + r[x].content != 3) reach_error();
#endif
  return 0;
}
