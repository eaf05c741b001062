/* A binary tree grows by insertion: children are on their sides of the root. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
struct tree {
  struct tree *left, *right;
  int key;
};
int main(void) {
  struct tree *root = malloc(sizeof *root);
  root->left = root->right = NULL;
  root->key = 0;
  while (__VERIFIER_nondet_int()) {
    struct tree *n = malloc(sizeof *n), *at = root;
    n->left = n->right = NULL;
    n->key = __VERIFIER_nondet_int();
    for (;;) {
      struct tree **side = n->key < at->key ? &at->left : &at->right;
      if (!*side) {
        *side = n;
        break;
      }
      at = *side;
    }
    assert(at != NULL && n != at);
  }
  return 0;
}
