/* Finite relations as values of a domain. */
#include "relation.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

static void forget(relation *r) {
  for (size_t i = 0; i < arrlenu(r->keys); i++) arrfree(r->keys[i].numbers);
  arrfree(r->keys);
  *r = (relation){0};
}

relations *relations_new(uint32_t count) {
  relations *v = az_calloc(1, sizeof *v);
  v->count = count;
  v->rows = az_calloc(count + 1, sizeof *v->rows);
  return v;
}

void *relations_copy(void *self, const void *value) {
  (void)self;
  const relations *old = value;
  relations *v = relations_new(old->count);
  for (uint32_t r = 0; r < v->count; r++) {
    v->rows[r].top = old->rows[r].top;
    for (size_t i = 0; i < arrlenu(old->rows[r].keys); i++) {
      key_numbers from = old->rows[r].keys[i], copy = from;
      copy.numbers = NULL;
      for (size_t k = 0; k < arrlenu(from.numbers); k++) arrput(copy.numbers, from.numbers[k]);
      arrput(v->rows[r].keys, copy);
    }
  }
  return v;
}

void relations_free(void *self, void *value) {
  (void)self;
  relations *v = value;
  if (!v) return;
  for (uint32_t r = 0; r < v->count; r++) forget(&v->rows[r]);
  free(v->rows);
  free(v);
}

void relations_set_top(void *self, void *value, uint32_t row) {
  (void)self;
  relation *r = &((relations *)value)->rows[row];
  forget(r);
  r->top = true;
}

bool relation_find(const relation *r, uint64_t key, size_t *at) {
  for (*at = 0; *at < arrlenu(r->keys); ++*at)
    if (r->keys[*at].key >= key) return r->keys[*at].key == key;
  return false;
}

void related_set_any(key_numbers *to) {
  arrfree(to->numbers);
  to->numbers = NULL;
  to->any = true;
}

bool related_join(key_numbers *to, uint64_t number, uint32_t most) {
  size_t k = 0;
  if (to->any) return false;
  while (k < arrlenu(to->numbers) && to->numbers[k] < number) k++;
  if (k < arrlenu(to->numbers) && to->numbers[k] == number) return false;
  arrins(to->numbers, k, number);
  if (arrlenu(to->numbers) > most) related_set_any(to);
  return true;
}
