/* Pointers that were never set. */
#include <stdlib.h>
extern void reach_error(void);
static int g;
struct holder {
  int n;
  int *p;
};
int main(void) {
#if P == 1
  int *p;
  free(p);
#elif P == 2
  int *p;
  if (p) *p = 1;
#elif P == 3 /* in memory of malloc */
  struct holder *h = malloc(sizeof *h);
  if (!h) return 0;
  h->n = 0;
  free(h->p);
  free(h);
#elif P == 4
  struct holder *h = malloc(sizeof *h);
  if (!h) return 0;
  if (h->p && h->p != &g) reach_error();
  free(h);
#elif P == 5 /* set on all ways */
  int *p, *q = malloc(sizeof *q);
  p = q;
  free(p);
#elif P == 6 /* the other one is null */
  int *p;
  if (!p) free(p);
#elif P == 7
  int *p[3];
  p[0] = &g;
  for (int i = 0; i < 2; i++) *p[i] = i;
#endif
  return 0;
}
