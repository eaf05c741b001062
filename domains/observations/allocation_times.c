/* The order in which objects of allocation sites are allocated, as the order of instance numbers.
 *
 * Axiom: when an object is allocated, every live object has a smaller instance number. Argument
 * (docs/soundness.md, allocation order): a formula describes windows of one real execution. Objects
 * are allocated one after another, and each only once: an allocation in the memory of a freed
 * object, also by realloc, is another object. The formula has fewer objects than there are numbers
 * (the core counts them, of all sites together), so objects can be given numbers that ascend with
 * their allocation, once for the whole execution; and cells of arrays at numbers that no object has
 * are free to say "not live". The axiom is then true of every number, also of the number of a freed
 * object, of the next object at this site, or of a null pointer: if the array marks the number as
 * live, the number belongs to an object that was allocated before. An object that is considered
 * live although it was freed (through a pointer that may lead anywhere) was also allocated before.
 * Nothing is claimed about objects of no site, whose numbers are names: they may be older or
 * younger than all objects of a site. Nothing constrains o* and o**: the axiom is true for each
 * choice of them. The program cannot observe the order: pointers are compared by their addresses,
 * which are other variables. */
#include "ansatz/observation.h"

static void *open_allocation_times(const az_program *program, az_store *store,
                                   const az_desc *options, az_error *err) {
  (void)program, (void)options, (void)err;
  return store;
}

static void close_allocation_times(void *self) {
  (void)self; /* the store belongs to the caller */
}

static az_term axiom(void *self, const az_ghost_event *event) {
  if (event->kind != AZ_ON_ALLOC) return AZ_NO_TERM;
  return az_implies(self, event->any_live, az_bv_ult(self, event->any, event->made));
}

/* Declares objects o** of any site, since claims about the order compare o* with them. */
static bool declare(void *self, az_cut *cut, az_error *err) {
  (void)self, (void)err;
  const uint32_t *sites;
  for (uint32_t i = 0, n = az_cut_sites(cut, &sites); i < n; i++)
    for (uint32_t ordinal = 0; ordinal < 2; ordinal++) (void)az_cut_fixed(cut, sites[i], ordinal);
  return true;
}

static const az_observation_ops operations = {.open = open_allocation_times,
                                              .close = close_allocation_times,
                                              .declare = declare,
                                              .axiom = axiom,
                                              .argument = "allocation-order"};

AZ_MODULE(allocation_times) = {
    AZ_MODULE_HEAD(AZ_MODULE_OBSERVATION, "allocation_times", "1.0"),
    .summary =
        "the order in which objects were allocated: instance numbers ascend with it (an axiom)",
    AZ_MODULE_OPERATIONS(operations),
};
