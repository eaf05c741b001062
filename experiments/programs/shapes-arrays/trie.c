/* A trie with four children a node: whoever walks down knows his depth. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { CHILDREN = 4, DEPTH = 5 };
struct node {
  struct node *child[CHILDREN];
  int depth;
};
static struct node *make(int depth) {
  struct node *n = malloc(sizeof *n);
  for (int i = 0; i < CHILDREN; i++) n->child[i] = NULL;
  n->depth = depth;
  return n;
}
int main(void) {
  struct node *root = make(0);
  while (__VERIFIER_nondet_int()) {
    struct node *at = root;
    while (at->depth < DEPTH && __VERIFIER_nondet_int()) {
      unsigned c = __VERIFIER_nondet_uint() % CHILDREN;
      if (!at->child[c]) at->child[c] = make(at->depth + 1);
      at = at->child[c];
      assert(at->depth <= DEPTH);
    }
  }
  return 0;
}
