/* A graph as lists of edges, one a vertex: every edge leads to a vertex that there is. */
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
  int degree[VERTICES] = {0};
  while (__VERIFIER_nondet_int()) {
    int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
    if (from < 0 || from >= VERTICES || to < 0 || to >= VERTICES) continue;
    struct edge *e = malloc(sizeof *e);
    e->to = to;
    e->next = edges[from];
    edges[from] = e;
    if (degree[to] < 1000) degree[to]++;
  }
  int v = 0;
  for (int steps = 0; steps < 100 && edges[v]; steps++) {
    v = edges[v]->to;
    assert(v >= 0 && v < VERTICES);
  }
  return 0;
}
