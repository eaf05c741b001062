/* The objects of allocation sites that a formula mentions. There are finitely many instance
 * numbers; if they do not suffice for these objects, nothing is proved. */
#include "memory/memory_internal.h"

void az_memory_mention(az_memory *m, az_term pointer) {
  az_term instance_number = az_memory_instance_number(m, az_pointer_object(m->p, pointer));
  if (!m->sites || az_is_const(m->s, instance_number) ||
      hmgeti(m->instance_numbers, instance_number) >= 0)
    return;
  az_points_to set = az_memory_targets(m, pointer); /* base formulas mention no sites */
  bool may = set.flags & AZ_PTS_WILD;
  for (size_t i = 0; i < arrlenu(set.ids); i++) {
    const az_instance *instance = az_memory_instance(m, set.ids[i]);
    may |= instance && instance->is_site;
  }
  arrfree(set.ids);
  if (may) hmput(m->instance_numbers, instance_number, 1);
}

void az_memory_mention_holder(az_memory *m, az_term object) {
  const az_term number = m->sites ? az_memory_instance_number(m, object) : AZ_NO_TERM;
  if (number) hmput(m->instance_numbers, number, 1);
}

void az_memory_choose(az_memory *m, uint32_t bits) {
  m->choices++;
  if (bits) m->choice_bits = bits;
}

/* Returns the number of objects that are mentioned, o* and o** of each site included. */
static size_t mentioned(const az_memory *m) {
  assert(m->sites || !hmlenu(m->instance_numbers));
  return hmlenu(m->instance_numbers) + 2 * m->sites;
}

bool az_memory_instance_numbers_suffice(const az_memory *m) {
  uint64_t numbers = mentioned(m) * ((uint64_t)m->choices + 1);
  if (m->choice_bits && numbers >> m->choice_bits) return false;
  return mentioned(m) < 1u << AZ_INSTANCE_NUMBER_BITS;
}

bool az_memory_instance_numbers_left(const az_memory *m) {
  return mentioned(m) < 1u << (AZ_INSTANCE_NUMBER_BITS - 1);
}
