/* All nodes can be reached: lists of two levels, whose inner links lead to younger nodes and whose
 * outer links lead to older ones. */
#include <stdlib.h>
extern int nondet(void);
struct inner {
  struct inner *next;
};
struct outer {
  struct outer *next;
  struct inner *down;
};
int main(void) {
  struct outer *list = NULL;
  for (int i = 0; i < 7 && nondet(); i++) {
    struct outer *o = malloc(sizeof *o);
    o->next = list;
    o->down = NULL;
    list = o;
    for (int k = 0; k < 1 && nondet(); k++) {
      struct inner *n = malloc(sizeof *n);
      n->next = o->down;
      o->down = n;
    }
  }
  while (list) {
    struct outer *o = list->next;
    while (list->down) {
      struct inner *n = list->down->next;
      free(list->down);
#ifdef BUG
      if (!o && !n) break;
#endif
      list->down = n;
    }
    free(list);
    list = o;
  }
  return 0;
}
