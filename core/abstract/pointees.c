/* Sets of objects that a pointer may point to, with the step of its offsets in these objects. */
#include "abstract/internal.h"
#include <stdlib.h>

static bool has(const uint32_t *sorted, uint32_t n, size_t *at) {
  size_t low = 0, high = arrlenu(sorted);
  while (low < high) {
    size_t mid = (low + high) / 2;
    if (sorted[mid] < n)
      low = mid + 1;
    else
      high = mid;
  }
  *at = low;
  return low < arrlenu(sorted) && sorted[low] == n;
}

static void pointees_add(az_abstract *a, pointees *into, uint32_t number) {
  size_t at;
  assert(number < arrlenu(a->memory.objects)); /* a pass adds objects before pointers to them */
  if (has(into->objects, number, &at)) return;
  assert(!at || into->objects[at - 1] < number); /* sorted, each once */
  arrins(into->objects, at, number);
  a->now.grew = true;
  a->memory.objects[number]->exposed = true;
}

uint64_t eq_pointees_step(const pointees *set) {
  return set->anything || (set->inside && !set->step) ? 1 : set->step;
}

void eq_pointees_join(az_abstract *a, pointees *into, const pointees *from) {
  uint64_t step = (uint64_t)az_gcd(into->step, eq_pointees_step(from));
  assert(!into->step || (step && !(into->step % step))); /* steps only become finer: passes end */
  a->now.grew |= step != into->step;
  into->step = step;
  a->now.grew |= (from->null && !into->null) || (from->anything && !into->anything) ||
                 (from->inside && !into->inside);
  into->null |= from->null;
  into->anything |= from->anything;
  into->inside |= from->inside;
  for (size_t i = 0; i < arrlenu(from->objects); i++) pointees_add(a, into, from->objects[i]);
}

void eq_pointees_free(pointees *p) {
  arrfree(p->objects);
}

bool eq_pointees_put(pointees *into, uint32_t number) {
  size_t at;
  if (has(into->objects, number, &at)) return false;
  assert(at == arrlenu(into->objects) || number < into->objects[at]);
  arrins(into->objects, at, number);
  return true;
}

void eq_pointees_include(pointees *into, const pointees *from) {
  into->step = (uint64_t)az_gcd(into->step, eq_pointees_step(from));
  into->null |= from->null;
  into->anything |= from->anything;
  into->inside |= from->inside;
  for (size_t i = 0; i < arrlenu(from->objects); i++) eq_pointees_put(into, from->objects[i]);
}
