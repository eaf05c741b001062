/* An array that grows by half; the room is kept beside the pointer, in a record. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct vector { long *items; unsigned long room, used; };

int main(void) {
  struct vector v;
  v.room = 8;
  v.used = 0;
  v.items = malloc(8 * sizeof(long));
  if (!v.items) return 0;
  while (__VERIFIER_nondet_int() && v.used < 1000000) {
    if (v.used == v.room) {
      unsigned long room = v.room + v.room / 2;
      long *more = realloc(v.items, room * sizeof(long));
      if (!more) break;
      v.items = more;
      v.room = room;
    }
    v.items[v.used ADD] = 1;
    v.used++;
  }
  free(v.items);
  return 0;
}
