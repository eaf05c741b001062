/* The order of births. Identities of objects of allocation sites are numbers, so far without a
 * meaning beyond being different. Here the order of the numbers, of all sites together, becomes the
 * order in which the objects were born: at an allocation, what lives has a smaller identity than
 * what is born. Domains and the check for lost memory may then speak of older and younger.
 *
 * Why that is sound (docs/soundness.md 6). A formula describes windows of one real execution.
 * Objects
 * are born one after another and never again: what is allocated in the memory of a freed object, by
 * realloc too, is another object. The formula speaks of fewer objects than there are identities
 * (az_memory_speak_of counts them all, of all sites together), so these can be given identities
 * that ascend with their births, once for the whole execution; and cells of arrays at identities
 * that nobody got are free to say "does not live". Whatever is assumed here is true then, for every
 * identity, be it one of a freed object, of the next one at this site, or a number that was taken
 * from a null pointer: where the array says that i lives, i is an object that was born before.
 * That `live` may keep an object that was freed (through a pointer that leads anywhere) does not
 * matter, as that was born before as well. Nothing is said of exact objects, whose numbers are
 * names: those of base formulas, and of allocations outside loops, which may be older or younger
 * than all of a site. Nor is anything said under a guard that does not hold. The assumption is a
 * consequence of "for all identities", made for o*, o** and what they and the state's pointers lead
 * to; that nothing else constrains rigid identities remains true, as it holds for each of them.
 *
 * The program cannot see the order: pointers are compared by their addresses, which are other
 * variables (compare_pointers in the frontend). */
#include "ssa/execute.h"
#include <stb/stb_ds.h>

enum { MOST_POINTERS = 40, MOST_SITES = 3 /* that claims about two objects are made of */ };

bool keeps_order(const executor *x) {
  return keeps_lives(x) && x->shared->frees;
}

uint32_t width_of_births(const executor *x, const uint32_t *met) {
  uint32_t n = (uint32_t)arrlenu(met);
  return keeps_order(x) && n <= MOST_SITES ? 4 * n : 0;
}

void push_births(executor *x, const uint32_t *met, az_term **values) {
  az_term start = az_bv(x->s, x->p->pointer_bits, 0);
  for (size_t i = 0; width_of_births(x, met) && i < arrlenu(met); i++) {
    az_term site = az_bv(x->s, AZ_INSTANCE_BITS, met[i]);
    arrput(*values, az_concat(x->s, az_memory_fixed(x->memory, met[i]), site));
    arrput(*values, start);
    arrput(*values, az_concat(x->s, az_memory_second(x->memory, met[i]), site));
    arrput(*values, start);
  }
}

typedef struct birth {
  executor *x;
  const az_mem *mem; /* before it */
  az_term identity;
  az_term fact;
  uint32_t *sites; /* stb_ds: that may have living objects */
} birth;

static void is_older(birth *b, uint32_t site, az_term identity, az_term condition) {
  executor *x = b->x;
  az_term live = az_mem_get(b->mem, az_memory_live_slot(x->memory, site));
  az_term lives = az_eq(x->s, az_select(x->s, live, identity), az_bv(x->s, 1, 1));
  az_term older = az_bv_ult(x->s, identity, b->identity);
  older = az_implies(x->s, az_and(x->s, condition, lives), older);
  b->fact = az_and(x->s, b->fact, older);
}

/* Of what the pointer leads to; false: it leads to no site. */
static bool pointee_is_older(birth *b, az_term pointer) {
  executor *x = b->x;
  az_points_to set = az_memory_targets(x->memory, pointer);
  az_term object = az_pointer_object(x->p, pointer);
  bool any = false;
  for (size_t i = 0; i < arrlenu(b->sites); i++) {
    bool leads = set.flags & AZ_PTS_WILD;
    for (size_t k = 0; k < arrlenu(set.ids); k++) leads |= set.ids[k] == b->sites[i];
    if (!leads) continue;
    az_memory_speak_of(x->memory, pointer);
    is_older(b, b->sites[i], az_memory_identity(x->memory, object),
             az_memory_is(x->memory, object, b->sites[i]));
    any = true;
  }
  arrfree(set.ids);
  return any;
}

/* Any object of the site, and what it leads to. */
static void any_is_older(birth *b, uint32_t site, az_term identity) {
  executor *x = b->x;
  const az_instance *inst = az_memory_instance(x->memory, site);
  is_older(b, site, identity, az_true(x->s));
  for (uint32_t l = 0; l < inst->layout->leaf_count; l++) {
    const az_leaf *leaf = &inst->layout->leaves[l];
    az_term all = az_mem_get(b->mem, inst->slot + l);
    if (leaf->is_pointer && !leaf->dimension_count && all)
      pointee_is_older(b, az_select(x->s, all, identity));
  }
}

void note_birth(executor *x, az_term identity, const point *at) {
  if (x->dry || !keeps_order(x)) return;
  birth b = {x, at->mem, identity, az_true(x->s), NULL};
  uint32_t pointers = 0;
  for (uint32_t id = 1; id < az_memory_instances(x->memory); id++) {
    const az_instance *inst = az_memory_instance(x->memory, id);
    if (!inst || !inst->is_site) continue;
    az_term live = az_mem_get(at->mem, az_memory_live_slot(x->memory, id));
    if (live != az_zero_of(x->s, az_sort_of(x->s, live))) arrput(b.sites, id);
  }
  for (size_t i = 0; i < arrlenu(b.sites); i++) {
    any_is_older(&b, b.sites[i], az_memory_fixed(x->memory, b.sites[i]));
    any_is_older(&b, b.sites[i], az_memory_second(x->memory, b.sites[i]));
  }
  uint32_t slots = arrlenu(b.sites) ? az_memory_slots(x->memory) : 0;
  for (uint32_t slot = 0; slot < slots && pointers < MOST_POINTERS; slot++) {
    const az_leaf *leaf;
    az_memory_slot(x->memory, slot, &leaf, NULL);
    az_term v = az_mem_get(at->mem, slot);
    if (v && leaf->is_pointer && !az_leaf_is_array(leaf) && !az_is_const(x->s, v))
      pointers += pointee_is_older(&b, v);
  }
  arrfree(b.sites);
  b.fact = az_implies(x->s, at->guard, b.fact);
  if (!az_is_true(x->s, b.fact)) arrput(x->ssa->births, b.fact);
}
