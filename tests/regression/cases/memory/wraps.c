/* Offsets that wrap around modulo 2^32 or 2^64. That of an explicit product may, the element that
 * it leads to is then another one than its factor says; pointer arithmetic that wraps is undefined.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern size_t nondet_size(void);
extern void reach_error(void);
struct three {
  int x, y, z;
};
struct row {
  int x;
  int v[4];
  int z;
};
int f(int x) {
  return x;
}
int main(void) {
  size_t i = nondet_size(), n = nondet_size();
  int a[8] = {0}, sum = 0;
  struct three t[4] = {0};
#if CASE == 1 /* a write; an index from it, and through an integer */
  if (i * sizeof *a < sizeof a && i > 7) *(int *)((char *)a + i * sizeof *a) = 1;
#elif CASE == 2
  if (i << 2 < sizeof a && i > 7) *(int *)((uintptr_t)a + (i << 2)) = 1;
#elif CASE == 3 /* downwards, by two terms */
  if (i * 4 < 16 && i > 7) *(int *)((char *)(a + 4) - i * 4) = 1;
#elif CASE == 4 /* blocks */
  if (i * 4 < 16 && i > 7 && n < 4) memset((char *)a + i * 4, 1, n * 4);
#elif CASE == 5
  if (i * 4 < 16 && i > 7) memcpy((char *)a + i * 4, &(int){1}, 4);
#elif CASE == 6 /* a stride that is no power of two: 12 * i may be 4 */
  if (i * 12 == 4) *(int *)((char *)t + i * 12) = 1;
  sum = t[0].y;
#elif CASE == 7
  if (i * 12 < sizeof t && i > 3) ((struct three *)((char *)t + i * 12))->x = 1;
  for (int k = 0; k < 4; k++) sum += t[k].x;
#elif CASE == 8  /* the heap, of a size that is not known */
  if (n == 0 || n > 100) return 0;
  int *p = calloc(n, sizeof *p);
  if (i * 4 < n * 4 && i >= n) *(int *)((char *)p + i * 4) = 1;
  sum = p[0];
#elif CASE == 9  /* rows of rows */
  struct row r[4] = {0};
  if (i * 24 + n * 4 + 4 < sizeof r && i > 4 && n < 4) *(int *)((char *)r + i * 24 + n * 4 + 4) = 1;
  for (int k = 0; k < 4; k++) sum += r[k].x + r[k].v[0] + r[k].v[3];
#elif CASE == 10 /* scaled by pointer arithmetic on null */
  uintptr_t at = (uintptr_t)((int *)0 + i);
  if (at < sizeof a && i > 7) *(int *)((char *)a + at) = 1;
#elif CASE == 20 /* the element that is meant, and no other */
  if (i * sizeof *a < sizeof a) *(int *)((char *)a + i * sizeof *a) = 1;
  sum = a[(i + 1) % 8];
#elif CASE == 21 /* ordinary loops */
  struct row *r = malloc(10 * sizeof *r);
  for (size_t k = 0; k < 10; k++) r[k].v[k % 4] = 0, r[k].z = 1;
  for (size_t k = 0; k < 8; k++) a[k] = 0;
  if (i < 8) sum = a[i];
  free(r);
#elif CASE == 30 /* undefined: the address wraps back into the object */
  if (i * 4 < sizeof a) a[i] = 1;
#elif CASE == 31
  if ((i + n) * 4 < sizeof a) *(a + i + n) = 1;
#elif CASE == 40 /* a pointer to a function, read as if it led to numbers */
  void *p = a;
  while (nondet_size()) p = nondet_size() ? (void *)f : (void *)a;
  if (p == a && i < 8) sum = ((int *)p)[i];
#endif
#if CASE < 6 || CASE == 10
  for (int k = 0; k < 8; k++) sum += a[k];
#endif
  if (sum) reach_error();
  return 0;
}
