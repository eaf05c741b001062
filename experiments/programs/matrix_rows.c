/* An array of structs with an array inside; a row is passed to a function. */
#include <assert.h>
struct row { char tag; short cell[2]; };
static int total(const struct row *r) { return r->cell[0] + r->cell[1]; }
int main(void) {
  struct row rows[3];
  for (int i = 0; i < 3; i++) {
    rows[i].tag = (char)('a' + i);
    rows[i].cell[0] = (short)i;
    rows[i].cell[1] = (short)(10 * i);
  }
  assert(total(&rows[2]) == 22 && rows[1].tag == 'b' && rows[0].cell[1] == 0);
  return 0;
}
