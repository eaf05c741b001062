/* Items with a text each; where one cannot be made, it is given up, and what there is is freed.
 * Both links count: the text is held by its item, which is held by the item before it. WRONG 1: the
 * text of an item that is given up is not freed. 2: the list is not freed where the last item is
 * given up. 3: items are freed without their texts. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next;
  char *text;
};
int main(void) {
  struct item *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct item *i = malloc(sizeof *i);
    i->text = malloc(10);
    if (!i->text || __VERIFIER_nondet_int()) {
#if WRONG != 1
      free(i->text);
#endif
      free(i);
#if WRONG == 2
      return 0;
#else
      break;
#endif
    }
    i->next = list;
    list = i;
  }
  while (list) {
    struct item *next = list->next;
#if WRONG == 3
    if (next)
#endif
      free(list->text);
    free(list);
    list = next;
  }
  return 0;
}
