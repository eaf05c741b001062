/* A function without a body may change what its argument leads to, here the payload, and nothing else: not the list that
 * its argument was copied from. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct packet {
  int size, kind, index;
  int *payload;
};
struct node {
  struct packet packet;
  struct node *next;
};
extern void send(struct packet p);
int main(void) {
  struct node *list = NULL;
  int payload = 0, count = 0;
  while (__VERIFIER_nondet_int() && count < 3) {
    struct node *n = malloc(sizeof *n);
    n->packet.kind = 1;
    n->packet.payload = &payload;
    n->next = list;
    list = n;
    count++;
  }
  for (struct node *n = list; n; n = n->next) {
    assert(n->packet.kind == 1);
    send(n->packet);
    count--;
#ifdef FALSE
    assert(count != 1);
#endif
  }
#ifdef WRITTEN
  assert(payload == 0);
#else
  assert(count == 0);
#endif
  return 0;
}
