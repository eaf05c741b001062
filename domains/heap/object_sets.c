/* Sets of objects, each kept once. */
#include "object_sets.h"
#include "ansatz/allocate.h"
#include <stb/stb_ds.h>
#include <stdlib.h>
#include <string.h>

struct object_sets {
  uint32_t most;
  object_set *any;
  struct {
    uint64_t key;
    object_set *value;
  } *by_hash; /* stb_ds; sets with the same hash are linked by `next` */
};

static object_set *new_set(object_sets *all, uint32_t count) {
  object_set *s = az_calloc(1, sizeof *s + count * sizeof *s->objects);
  s->all = all;
  s->count = count;
  return s;
}

object_sets *object_sets_new(uint32_t most) {
  object_sets *all = az_calloc(1, sizeof *all);
  all->most = most;
  all->any = new_set(all, 0);
  all->any->any = true;
  return all;
}

void object_sets_free(object_sets *all) {
  if (!all) return;
  for (ptrdiff_t i = 0; i < hmlen(all->by_hash); i++)
    for (object_set *s = all->by_hash[i].value, *next; s; s = next) {
      next = s->next;
      free(s);
    }
  hmfree(all->by_hash);
  free(all->any);
  free(all);
}

const object_set *object_sets_any(object_sets *all) {
  return all->any;
}

static uint64_t hash_of(const uint32_t *objects, uint32_t count) {
  uint64_t hash = count;
  for (uint32_t i = 0; i < count; i++) hash = (hash ^ objects[i]) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

const object_set *object_sets_of(object_sets *all, const uint32_t *objects, uint32_t count) {
  if (!count) return NULL;
  if (count > all->most) return all->any;
  uint64_t hash = hash_of(objects, count);
  ptrdiff_t at = hmgeti(all->by_hash, hash);
  object_set *first = at < 0 ? NULL : all->by_hash[at].value;
  for (object_set *s = first; s; s = s->next)
    if (s->count == count && !memcmp(s->objects, objects, count * sizeof *objects)) return s;
  object_set *s = new_set(all, count);
  memcpy(s->objects, objects, count * sizeof *objects);
  s->next = first;
  hmput(all->by_hash, hash, s);
  return s;
}

bool object_set_included(const object_set *a, const object_set *b) {
  if (!a || a == b) return true;
  if (!b || b->any || a->any) return b && b->any;
  uint32_t k = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    while (k < b->count && b->objects[k] < a->objects[i]) k++;
    if (k == b->count || b->objects[k] != a->objects[i]) return false;
  }
  return true;
}

const object_set *object_set_join(const object_set *a, const object_set *b) {
  if (object_set_included(a, b)) return b;
  if (object_set_included(b, a)) return a;
  uint32_t *both = az_calloc((size_t)a->count + b->count, sizeof *both), n = 0, i = 0, k = 0;
  while (i < a->count || k < b->count) {
    bool first = k == b->count || (i < a->count && a->objects[i] <= b->objects[k]);
    uint32_t object = first ? a->objects[i++] : b->objects[k++];
    if (!n || both[n - 1] != object) both[n++] = object;
  }
  const object_set *joined = object_sets_of(a->all, both, n);
  free(both);
  return joined;
}

/* Returns the objects of a that are in b (if `in` is false, that are not in b). */
static const object_set *filtered(const object_set *a, const object_set *b, bool in) {
  uint32_t *kept = az_calloc(a->count + 1, sizeof *kept), n = 0, k = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    while (k < b->count && b->objects[k] < a->objects[i]) k++;
    if ((k < b->count && b->objects[k] == a->objects[i]) == in) kept[n++] = a->objects[i];
  }
  const object_set *set = object_sets_of(a->all, kept, n);
  free(kept);
  return set;
}

const object_set *object_set_meet(const object_set *a, const object_set *b) {
  if (object_set_included(a, b)) return a;
  if (object_set_included(b, a)) return b;
  return filtered(a, b, true);
}

const object_set *object_set_without(const object_set *a, uint32_t object) {
  if (!a || a->any) return a;
  return filtered(a, object_sets_of(a->all, &object, 1), false);
}

bool object_set_is_one(const object_set *a, uint32_t *object) {
  if (!a || a->any || a->count != 1) return false;
  *object = a->objects[0];
  return true;
}
