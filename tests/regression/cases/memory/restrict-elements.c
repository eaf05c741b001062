/* restrict parameters (C17 6.7.3.1) that lead to different parts of one object. CASE says which. */
extern void reach_error(void);
extern unsigned nondet(void);
struct pair {
  int x, y;
};
static void exchange(short *restrict a, short *restrict b, unsigned n) {
  for (unsigned i = 0; i < n; i++) {
    short t = a[i];
    a[i] = b[i];
    b[i] = t;
  }
}
static void follow(int *restrict p, const int *q) {
  *p = *q + 1;
}
static void fields(struct pair *restrict p, struct pair *restrict q) {
  p->x = q->y;
  q->x = 3;
}
static void copied(struct pair *restrict p, struct pair *restrict q) {
  *p = *q;
  q->x = 3;
}
int main(void) {
  short d[6] = {1, 2, 3, 4, 5, 6};
  int v[3] = {1, 2, 3};
  struct pair t[2] = {{1, 2}, {3, 4}};
  unsigned i = nondet() % 3, k = nondet() % 3;
#if CASE == 1 /* the higher part first */
  exchange(d + 3, d, 3);
  if (d[0] != 4 || d[5] != 3) reach_error();
#elif CASE == 2
  fields(&t[1], &t[0]);
  if (t[1].x != 2 || t[0].x != 3) reach_error();
#elif CASE == 3
  if (i == k) return 0;
  v[k] = 5;
  follow(&v[i], &v[k]);
  if (v[i] != 6) reach_error();
#elif CASE == 4 /* the parts overlap */
  exchange(d, d + 2, 3);
#elif CASE == 5
  exchange(d + 2, d, 3);
#elif CASE == 6 /* perhaps the same element */
  v[k] = 5;
  follow(&v[i], &v[k]);
  if (v[i] != 6) reach_error();
#elif CASE == 7 /* not for accesses alone */
  copied(&t[1], &t[0]);
#elif CASE == 8 /* outside of its part, inside the object */
  exchange(d + 4, d + 1, 2);
  follow(&v[2] - 2, &v[1]);
  if (v[0] != 3) reach_error();
  exchange(d + 2, d + 1, 2);
#else
  follow(&v[1], &v[0]);
  if (v[1] == 2) reach_error();
#endif
}
