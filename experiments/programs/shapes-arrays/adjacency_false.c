/* As adjacency, but an edge may lead to the vertex behind the last. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { VERTICES = 8 };
struct edge {
  struct edge *next;
  int to;
};
struct edge *edges[VERTICES];
int main(void) {
  while (__VERIFIER_nondet_int()) {
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    if (from < 0 || from >= VERTICES || to < 0 || to > VERTICES) continue;
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = edges[from];
    edges[from] = e;
  }
  for (struct edge *e = edges[0]; e; e = e->next) assert(e->to < VERTICES);
  return 0;
}
