/* Memory states: the content of slots. A state is an array of chunks with reference counts: copying
 * one costs a pointer for each chunk, and a merge skips chunks that both sides share. */
#include "memory/memory_internal.h"
#include <stdlib.h>
#include <string.h>

#define CHUNK 32u

typedef struct chunk {
  uint32_t refs;
  az_term terms[CHUNK];
} chunk;

struct az_mem {
  az_memory *m;
  chunk **chunks; /* stb_ds; NULL: nothing is live in it */
};

az_memory *az_mem_memory(const az_mem *s) {
  return s->m;
}

az_mem *az_mem_new(az_memory *m) {
  az_mem *s = az_calloc(1, sizeof *s);
  s->m = m;
  return s;
}

az_mem *az_mem_copy(const az_mem *s) {
  az_mem *t = az_mem_new(s->m);
  size_t n = arrlenu(s->chunks);
  arrsetlen(t->chunks, n);
  for (size_t i = 0; i < n; i++) {
    t->chunks[i] = s->chunks[i];
    if (t->chunks[i]) t->chunks[i]->refs++;
  }
  return t;
}

static void chunk_release(chunk *c) {
  assert(!c || c->refs > 0); /* one reference for each state that has the chunk */
  if (c && --c->refs == 0) free(c);
}

void az_mem_free(az_mem *s) {
  if (!s) return;
  for (size_t i = 0; i < arrlenu(s->chunks); i++) chunk_release(s->chunks[i]);
  arrfree(s->chunks);
  free(s);
}

static az_term content_in(const az_memory *m, const chunk *c, uint32_t slot) {
  az_term set = c ? c->terms[slot % CHUNK] : AZ_NO_TERM;
  return set || slot >= arrlenu(m->slots) ? set : m->slots[slot].initial;
}

az_term az_mem_get(const az_mem *s, uint32_t slot) {
  size_t i = slot / CHUNK;
  return content_in(s->m, i < arrlenu(s->chunks) ? s->chunks[i] : NULL, slot);
}

void az_mem_set(az_mem *s, uint32_t slot, az_term value) {
  size_t i = slot / CHUNK;
  assert(slot < arrlenu(s->m->slots));
  assert(!value || az_sort_of(s->m->s, value) == az_leaf_sort(s->m->p, s->m->slots[slot].leaf));
  if (az_mem_get(s, slot) == value) return;
  while (arrlenu(s->chunks) <= i) arrput(s->chunks, NULL);
  chunk *c = s->chunks[i];
  if (!c || c->refs > 1) {
    chunk *own = az_calloc(1, sizeof *own);
    if (c) memcpy(own->terms, c->terms, sizeof own->terms);
    own->refs = 1;
    chunk_release(c);
    s->chunks[i] = c = own;
  }
  assert(c->refs == 1); /* a chunk that is written is not shared */
  c->terms[slot % CHUNK] = value;
}

void az_mem_merge(az_mem *s, const az_mem *other, az_term condition) {
  const az_memory *m = s->m;
  size_t n = arrlenu(s->chunks), o = arrlenu(other->chunks);
  assert(m == other->m && az_sort_of(m->s, condition) == az_sort_bool());
  for (size_t i = 0; i < n || i < o; i++) {
    const chunk *ours = i < n ? s->chunks[i] : NULL, *theirs = i < o ? other->chunks[i] : NULL;
    if (ours == theirs) continue;
    for (uint32_t j = 0; j < CHUNK; j++) {
      uint32_t slot = (uint32_t)(i * CHUNK + j);
      az_term a = az_mem_get(s, slot), b = content_in(m, theirs, slot);
      if (a == b) continue;
      if (a && b)
        az_mem_set(s, slot, az_ite(m->s, condition, b, a));
      else if (m->instances[m->slots[slot].id].is_allocated)
        az_mem_set(s, slot, a ? a : b);
      else if (a)
        az_mem_set(s, slot, AZ_NO_TERM);
    }
  }
}

void az_mem_diff(const az_mem *a, const az_mem *b,
                 void (*visit)(void *ctx, uint32_t slot, az_term in_a, az_term in_b), void *ctx) {
  size_t na = arrlenu(a->chunks), nb = arrlenu(b->chunks);
  assert(a->m == b->m);
  for (size_t i = 0; i < na || i < nb; i++) {
    const chunk *ca = i < na ? a->chunks[i] : NULL, *cb = i < nb ? b->chunks[i] : NULL;
    if (ca == cb) continue;
    for (uint32_t j = 0; j < CHUNK; j++) {
      uint32_t slot = (uint32_t)(i * CHUNK + j);
      az_term x = content_in(a->m, ca, slot), y = content_in(a->m, cb, slot);
      if (x != y) visit(ctx, slot, x, y);
    }
  }
}

void az_mem_fill(az_mem *s, uint32_t id,
                 az_term (*content)(void *ctx, const az_leaf *leaf, uint32_t slot), void *ctx) {
  az_instance i = s->m->instances[id];
  for (uint32_t l = 0; l < i.layout->leaf_count; l++)
    az_mem_set(s, i.slot + l, content(ctx, &i.layout->leaves[l], i.slot + l));
}

void az_mem_kill(az_mem *s, uint32_t id) {
  const az_instance *i = &s->m->instances[id];
  for (uint32_t l = 0; l <= i->layout->leaf_count; l++) az_mem_set(s, i->slot + l, AZ_NO_TERM);
}

az_term az_mem_size(const az_mem *s, uint32_t id, az_term instance_number) {
  const az_instance *i = &s->m->instances[id];
  if (!i->is_site || i->sizes == AZ_NONE) return i->size;
  assert(instance_number); /* the objects of the site differ in size */
  return az_select(s->m->s, az_mem_get(s, i->sizes), instance_number);
}
