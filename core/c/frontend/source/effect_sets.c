/* Sets of slots, and whether two of them have an object in common. */
#include "frontend/source/effect_sets.h"
#include "base/check.h"
#include <stb/stb_ds.h>
#include <stdlib.h>

/* Returns the index of the slot in the set, or where it is to be inserted. */
static size_t lower_bound(const uint32_t *set, uint32_t slot) {
  size_t low = 0, high = arrlenu(set);
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (set[middle] < slot)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool has(const uint32_t *set, uint32_t slot) {
  size_t at = lower_bound(set, slot);
  return at < arrlenu(set) && set[at] == slot;
}

static bool insert(uint32_t **set, uint32_t slot) {
  size_t at = lower_bound(*set, slot);
  if (at < arrlenu(*set) && (*set)[at] == slot) return false;
  assert(!at || (*set)[at - 1] < slot); /* ascending, each once */
  arrins(*set, at, slot);
  return true;
}

void fe_effects_read(fe_effects *e, uint32_t slot) {
  insert(&e->reads, slot);
}

void fe_effects_write(fe_effects *e, uint32_t slot) {
  insert(&e->writes, slot);
}

bool fe_effects_add(fe_effects *e, const fe_effects *more) {
  bool any = (more->flags & ~e->flags) != 0;
  e->flags |= more->flags;
  for (size_t i = 0; i < arrlenu(more->reads); i++) any |= insert(&e->reads, more->reads[i]);
  for (size_t i = 0; i < arrlenu(more->writes); i++) any |= insert(&e->writes, more->writes[i]);
  return any;
}

void fe_effects_free(fe_effects *e) {
  arrfree(e->reads);
  arrfree(e->writes);
  *e = (fe_effects){0};
}

bool fe_effects_none(const fe_effects *e) {
  return !arrlenu(e->reads) && !arrlenu(e->writes) && !e->flags;
}

/* Returns whether an access is to memory that is written. Two variables to which pointers may point
 * are distinguished by their own slots. */
static bool meets(const uint32_t *written, const uint32_t *accessed) {
  if (has(written, FE_SLOT_POINTED) && has(accessed, FE_SLOT_TAKEN)) return true;
  if (has(written, FE_SLOT_TAKEN) && has(accessed, FE_SLOT_POINTED)) return true;
  for (size_t i = 0, k = 0; i < arrlenu(written) && k < arrlenu(accessed);) {
    if (written[i] == accessed[k] && written[i] != FE_SLOT_TAKEN) return true;
    if (written[i] <= accessed[k])
      i++;
    else
      k++;
  }
  return false;
}

bool fe_effects_clash(const fe_effects *a, const fe_effects *b) {
  return meets(a->writes, b->reads) || meets(a->writes, b->writes) || meets(b->writes, a->reads);
}
