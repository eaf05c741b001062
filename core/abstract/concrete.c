/* Looks up the names that the symbolic executor gave. */
#include "abstract/concrete.h"
#include "ssa/execute.h"
#include <stb/stb_ds.h>

static uint32_t number_of(const az_ssa *ssa, const az_stmt *stmt) {
  ptrdiff_t at = hmgeti(ssa->shared->numbers, stmt);
  return at < 0 ? 0 : ssa->shared->numbers[at].value;
}

static uint32_t find_frame(const az_ssa *ssa, frame_key key) {
  ptrdiff_t at = hmgeti(ssa->shared->frame_of, key);
  return at < 0 ? AZ_NONE : ssa->shared->frame_of[at].value;
}

az_concrete_frame az_ssa_entry_frame(const az_ssa *ssa) {
  return (az_concrete_frame){find_frame(ssa, (frame_key){AZ_NONE, ssa->p->entry, 0}), 0};
}

az_concrete_frame az_ssa_called_frame(const az_ssa *ssa, az_concrete_frame caller,
                                      uint32_t function, const az_stmt *call) {
  az_concrete_frame none = {AZ_NONE, AZ_NONE};
  uint32_t number = number_of(ssa, call);
  if (caller.frame == AZ_NONE) return none;
  /* Each copy of a loop's body names the call anew; outside all copies, it may have no name. */
  ptrdiff_t at = caller.name == AZ_NONE
                     ? -1
                     : hmgeti(ssa->shared->names, ((name_key){caller.name, number, 0}));
  return (az_concrete_frame){find_frame(ssa, (frame_key){caller.frame, function, number}),
                             at < 0 ? AZ_NONE : ssa->shared->names[at].value};
}

uint32_t az_ssa_local(const az_ssa *ssa, uint32_t in, uint32_t position) {
  return ssa->shared->frames[in].instances[position];
}

static uint32_t find_allocation(const az_ssa *ssa, name_key key) {
  ptrdiff_t at = hmgeti(ssa->shared->allocations, key);
  return at < 0 ? 0 : ssa->shared->allocations[at].value;
}

/* Returns whether the object exists at the entry of a loop of this formula. */
static bool is_live_at_head(const az_ssa *ssa, uint32_t id) {
  const az_instance *instance = az_memory_instance(ssa->shared->memory, id);
  bool live = false;
  for (size_t l = 0; !live && l < arrlenu(ssa->loops); l++)
    live = ssa->loops[l].entry && az_mem_get(ssa->loops[l].entry, instance->slot) != AZ_NO_TERM;
  return live;
}

/* Returns the instance of the allocation that is live at a loop head, AZ_NONE if several are live.
 * If no instance is live, returns the first one. */
static uint32_t single(const az_ssa *ssa, uint32_t name, uint32_t number) {
  uint32_t first = find_allocation(ssa, (name_key){name, number, 0}), found = 0, id = first;
  for (uint32_t other = 3; id; id = find_allocation(ssa, (name_key){name, number, other++}))
    if (is_live_at_head(ssa, id)) found = found ? AZ_NONE : id;
  return found ? found : first;
}

uint32_t az_ssa_allocated(const az_ssa *ssa, az_concrete_frame in, const az_stmt *stmt,
                          bool in_loop, uint64_t size) {
  uint32_t number = number_of(ssa, stmt);
  if (in.frame == AZ_NONE) return 0;
  if (!in_loop) return in.name == AZ_NONE ? 0 : single(ssa, in.name, number);
  uint32_t constant = find_allocation(ssa, (name_key){in.frame, number, 1}),
           other = find_allocation(ssa, (name_key){in.frame, number, 2});
  uint64_t is;
  if (!constant ||
      !az_const_u64(ssa->s, az_memory_instance(ssa->shared->memory, constant)->size, &is) ||
      is != size)
    return other;
  return other ? AZ_NONE : constant;
}

uint32_t az_ssa_head(const az_ssa *ssa, uint32_t in, uint32_t loop) {
  for (uint32_t h = 0; h < arrlenu(ssa->heads); h++)
    if (ssa->heads[h].frame == in && ssa->heads[h].loop == loop) return h;
  return AZ_NONE;
}
