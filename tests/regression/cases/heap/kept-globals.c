/* Nothing is freed: what a global leads to is no leak. */
#include <stdlib.h>
extern int input(void);
struct node {
  int value;
  struct node *next;
};
static struct node *head, *tail;
int stack(void) {
  while (input()) {
    struct node *p = malloc(sizeof *p);
    p->value = 1;
    p->next = head;
    head = p;
#ifdef FORGOTTEN
    if (input()) head = head->next;
#endif
  }
  int sum = 0;
  for (const struct node *p = head; p; p = p->next) sum ^= p->value;
  return sum;
}
int queue(void) {
  while (input()) {
    struct node *p = malloc(sizeof *p);
    p->value = 1;
    p->next = NULL;
    if (tail)
      tail->next = p;
    else
      head = p;
    tail = p;
#ifdef FORGOTTEN
    if (input()) tail = head;
#endif
  }
  int sum = 0;
  for (const struct node *p = head; p; p = p->next) sum ^= p->value;
  return sum;
}
