/* argv, the array of pointers that main gets, or one of a contract, without a null pointer at its
 * end. The same fact is known about every cell; it is reported for each cell that is read. */
#include "memory/memory_internal.h"

void az_memory_is_vector(az_memory *m, uint32_t id, az_term cells, az_term into) {
  assert(az_sort_kind_of(az_sort_of(m->s, cells)) == AZ_SORT_ARRAY);
  az_points_to set = az_memory_targets(m, into), none = {.inside = true};
  arrput(none.ids, 0);
  az_memory_points_to(m, cells, &set);
  az_memory_points_to(m, cells, &none);
  arrfree(set.ids);
  arrfree(none.ids);
  arrfree(m->vector.read);
  m->vector = (vector){.id = id, .slot = m->instances[id].slot, .cells = cells, .into = into};
}

void az_mem_cell_facts(az_memory *m, az_address_fact fact, void *ctx) {
  az_store *s = m->s;
  const vector *v = &m->vector;
  uint32_t w = m->p->pointer_bits;
  while (arrlenu(v->read)) {
    az_term index = arrpop(m->vector.read), cell = az_select(s, v->cells, index);
    az_term object = az_pointer_object(m->p, v->into), offset = az_pointer_offset(m->p, cell);
    uint64_t id;
    if (!az_const_u64(s, object, &id)) continue;
    az_term length = az_bv_udiv(s, m->instances[v->id].size, az_bv(s, w, w / 8));
    az_term last = az_bv_sub(s, length, az_bv(s, w, !m->p->arbitrary_entry));
    az_term leads = az_bv_ult(s, offset, m->instances[id].size);
    leads = az_and(s, az_eq(s, az_pointer_object(m->p, cell), object), leads);
    fact(ctx, az_implies(s, az_bv_ult(s, index, last), leads));
    az_term null = az_eq(s, cell, az_null(m->p));
    fact(ctx, az_implies(s, az_eq(s, index, last), null));
  }
}
