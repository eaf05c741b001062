/* CASE 1: a request for more than PTRDIFF_MAX bytes gives null. 2: a smaller one does not. 3: a negative
 * number as a size is such a request, and realloc keeps the old block then.
 * 4: no process has 2^57 addresses. 5: it may have 2^40. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (CASE == 1) {
    if (!malloc((size_t)-1)) reach_error();
  } else if (CASE == 2) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    if (!malloc(n * sizeof(int))) reach_error();
  } else if (CASE == 4) {
    size_t n = __VERIFIER_nondet_int() ? (size_t)1 << 57 : 3;
    if (!malloc(n)) reach_error();
  } else if (CASE == 5) {
    size_t n = __VERIFIER_nondet_int() ? (size_t)1 << 40 : 3;
    if (!malloc(n)) reach_error();
  } else {
    int n = __VERIFIER_nondet_int(), *p = malloc(sizeof *p), *q;
    if (n >= 0) return 0;
    *p = 7;
    q = realloc(p, n);
    if (!q && *p == 7) reach_error();
  }
  return 0;
}
