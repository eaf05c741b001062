/* Arrays in records, behind pointers, in dynamic objects, of unknown sizes. P selects the program;
 * with BUG what it asserts is false. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define check(c)                                                                                   \
  if (!(c)) reach_error()
#ifdef BUG
#define OFF 1
#else
#define OFF 0
#endif

struct fixed {
  int length, cells[100], more;
};
struct open {
  int length;
  int *cells;
};

static void fill(struct fixed *x, int value) {
  for (int i = OFF; i < x->length; i++) x->cells[i] = value;
}

static struct open *make(int length) {
  struct open *x = malloc(sizeof *x);
  x->length = length;
  x->cells = malloc((size_t)length * sizeof *x->cells);
  for (int i = 0; i < length; i++) x->cells[i] = 0;
  return x;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i;
  if (n < 1 || n > 100) return 0;
#if P == 1 /* in a record, behind a pointer; wrong: not the first one */
  struct fixed x;
  x.length = n;
  fill(&x, 7);
  for (i = 0; i < x.length; i++) check(x.cells[i] == 7);
#elif P == 2 /* behind pointers in dynamic records; wrong: the last one is skipped */
  struct open *x = make(n), *y = make(n);
  for (i = 0; i < x->length - OFF; i++) y->cells[i] = x->cells[i] + 3;
  for (i = 0; i < y->length; i++) check(y->cells[i] == 3);
#elif P == 3 /* of unknown sizes and several forms; wrong: a cell is more */
  int a[n];
  long *b = calloc((size_t)n, sizeof *b);
  for (i = 0; i < n; i++) {
    a[i] = 1;
    b[i] += a[i] + i;
  }
  b[n - 1] += OFF;
  for (i = 0; i < n; i++) check(b[i] == i + 1 && a[i] == 1);
#endif
  return 0;
}
