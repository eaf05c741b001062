/* Tables indexed by term, for functions defined by recursion over operands. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <string.h>

void term_memo_init(memo *m) {
  *m = (memo){.arena = az_arena_new(), .epoch = 1};
}

void term_memo_release(memo *m) {
  arrfree(m->page);
  az_arena_free(m->arena);
}

void term_memo_clear(memo *m) {
  if (++m->epoch) return;
  for (size_t i = 0; i < arrlenu(m->page); i++) /* once in 2^32 */
    if (m->page[i]) memset(m->page[i], 0, PAGE_SIZE * sizeof(memo_entry));
  m->epoch = 1;
}

memo_entry *term_memo_at(memo *m, az_term t) {
  size_t p = t >> PAGE_BITS;
  while (arrlenu(m->page) <= p) arrput(m->page, NULL);
  if (!m->page[p]) m->page[p] = AZ_NEWN(m->arena, memo_entry, PAGE_SIZE);
  return &m->page[p][t & (PAGE_SIZE - 1)];
}
