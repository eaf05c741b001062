/* A sparse matrix: rows are lists of columns, all of them columns of the dense one beside it. */
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
enum { ROWS = 3, COLUMNS = 10 };
struct entry {
  struct entry *next;
  int column;
};
int main(void) {
  struct entry *row[ROWS] = {NULL, NULL, NULL};
  int seen[COLUMNS];
  for (int i = 0; i < COLUMNS; i++) seen[i] = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned r = __VERIFIER_nondet_uint() % ROWS;
    struct entry *e = malloc(sizeof *e);
    e->column = (int)(__VERIFIER_nondet_uint() % COLUMNS);
    e->next = row[r];
    row[r] = e;
  }
  for (int r = 0; r < ROWS; r++)
    for (struct entry *e = row[r]; e; e = e->next) {
      assert(e->column >= 0 && e->column < COLUMNS);
      seen[e->column] = 1;
    }
  for (int i = 0; i < COLUMNS; i++) assert(seen[i] == 0 || seen[i] == 1);
  return 0;
}
