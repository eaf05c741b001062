#include <assert.h>
#include <stdlib.h>
int limit = 5;
int checked(int x) {
  assert(x != 77 || limit != 6);
  return x;
}
int main(void) { return checked(77); }
struct node {
  int *key;
};
struct node *make(int key) {
  struct node *n = malloc(sizeof *n);
  n->key = malloc(sizeof *n->key);
  *n->key = key;
  return n;
}
int *leak(int key) {
  return make(key)->key;
}
static inline __attribute__((always_inline)) int inlined(int x) {
  assert(x != 77);
  return x;
}
int user(int x) { return inlined(x & 7); }
