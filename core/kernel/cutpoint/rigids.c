/* Arrays of a loop's state that claims read at a rigid index, or at the fixed object of a site:
 * such claims are about all elements or all objects (ansatz/observation.h). */
#include "cutpoint/internal.h"

/* Adds each array that the loop changes with the rigid index or object at which claims read it. */
void add_rigids(az_cuts *cuts, uint32_t loop) {
  const az_loop_instance *l = &cuts->ssa->loops[loop];
  const az_loop_effect *e = cuts->ssa->heads[l->head].effect;
  for (size_t i = 0; i < arrlenu(e->slots); i++) {
    const az_leaf *leaf;
    uint32_t id;
    az_memory_slot(cuts->memory, e->slots[i], &leaf, &id);
    if (!az_leaf_is_array(leaf)) continue;
    az_term index = leaf->dimension_count ? az_memory_index(cuts->memory) : AZ_NO_TERM;
    az_term fixed = leaf->of_site ? az_memory_fixed(cuts->memory, id) : AZ_NO_TERM;
    if (fixed) index = index ? az_concat(cuts->s, fixed, index) : fixed;
    az_rigid r = {az_mem_get(l->lb, e->slots[i]), index, AZ_NO_TERM};
    assert(az_sort_width(az_sort_of(cuts->s, index)) ==
           az_sort_index_width(az_sort_of(cuts->s, r.array)));
    arrput(cuts->rigids, r);
    uint32_t site = fixed ? id : 0;
    if ((fixed && leaf->dimension_count) || !is_among(cuts->second, site)) continue;
    arrput(cuts->rigids, ((az_rigid){r.array, az_memory_second(cuts->memory, site), index}));
  }
}

void mention_second(az_cuts *cuts, uint32_t site) {
  if (is_among(cuts->second, site)) return;
  insert_sorted(&cuts->second, site);
  az_term fixed = az_memory_fixed(cuts->memory, site);
  for (size_t i = 0, n = arrlenu(cuts->rigids); i < n; i++) {
    az_rigid r = cuts->rigids[i];
    if (r.index != fixed) continue;
    r.index = az_memory_second(cuts->memory, site);
    r.first = fixed;
    arrput(cuts->rigids, r);
  }
}
