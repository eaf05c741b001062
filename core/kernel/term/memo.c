/* Tables indexed by term, for functions defined by recursion over operands, and maps of numbers. */
#include "term/term_internal.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
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

void term_map_release(term_map *m) {
  free(m->key);
  free(m->value);
  *m = (term_map){0};
}

static uint32_t map_slot(const term_map *m, uint32_t key) {
  uint32_t i = key * UINT32_C(0x9e3779b1) >> 7 & m->mask;
  while (m->key[i] && m->key[i] != key) i = (i + 1) & m->mask;
  return i;
}

uint32_t *term_map_at(term_map *m, uint32_t key, bool *is_new) {
  if (!m->key || m->used > m->mask / 2) {
    term_map old = *m;
    m->mask = old.key ? old.mask * 2 + 1 : 63;
    m->key = az_calloc((size_t)m->mask + 1, sizeof *m->key);
    m->value = az_calloc((size_t)m->mask + 1, sizeof *m->value);
    for (uint32_t i = 0; old.key && i <= old.mask; i++) {
      if (!old.key[i]) continue;
      uint32_t j = map_slot(m, old.key[i]);
      m->key[j] = old.key[i];
      m->value[j] = old.value[i];
    }
    free(old.key);
    free(old.value);
  }
  uint32_t i = map_slot(m, key);
  *is_new = !m->key[i];
  if (*is_new) m->key[i] = key, m->used++;
  return &m->value[i];
}
