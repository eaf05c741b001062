/* Access to the state of an interpreter run, for callbacks. */
#include "replay/inspect.h"
#include "replay/run.h"
#include <string.h>

static az_run_pointer pointer_of(const machine *m, word value) {
  return (az_run_pointer){pointer_handle(&m->memory, value), pointer_offset(&m->memory, value)};
}

void machine_notify(machine *m, az_ghost_event_kind kind, const az_stmt *s,
                    const notification *what) {
  if (!m->options->at_event) return;
  az_run_event event = {.kind = kind,
                        .stmt = s,
                        .function = what->function,
                        .pointer = pointer_of(m, what->pointer),
                        .value = {(uint64_t)what->value, (uint64_t)(what->value >> 64)},
                        .has_size = what->size != NULL,
                        .size = what->size ? *what->size : 0};
  const az_type type = kind == AZ_ON_RETURN ? m->p->functions[what->function].result_type : s->type;
  if ((kind == AZ_ON_STORE || kind == AZ_ON_RETURN) && m->p->types[type].kind == AZ_T_POINTER)
    event.target = pointer_of(m, what->value);
  m->options->at_event(m->options->ctx, m, &event);
}

uint32_t az_run_depth(const machine *m) {
  return (uint32_t)arrlenu(m->frames);
}

az_run_activation az_run_activation_at(const machine *m, uint32_t depth) {
  const frame *f = &m->frames[depth];
  const az_block *block = &m->p->functions[f->function].blocks[f->block];
  bool waits = depth + 1 < arrlenu(m->frames);
  return (az_run_activation){f->function, f->block, waits ? &block->stmts[f->stmt - 1] : NULL};
}

uint32_t az_run_local(const machine *m, uint32_t depth, uint32_t position) {
  return (uint32_t)m->frames[depth].slots[position];
}

az_run_object az_run_object_at(const machine *m, uint32_t number) {
  const object *o = &m->memory.objects[number];
  return (az_run_object){o->size, o->state == OBJECT_LIVE && o->data, o->origin};
}

static const uint8_t *bytes_at(const machine *m, uint32_t number, uint64_t offset, uint64_t bytes) {
  const object *o = &m->memory.objects[number];
  bool there = o->state == OBJECT_LIVE && o->data && offset <= o->size && bytes <= o->size - offset;
  return there ? o->data + offset : NULL;
}

bool az_run_bytes(const machine *m, uint32_t number, uint64_t offset, uint32_t bytes,
                  uint64_t limbs[8]) {
  const uint8_t *from = bytes > 64 ? NULL : bytes_at(m, number, offset, bytes);
  memset(limbs, 0, 64);
  if (from) memcpy(limbs, from, bytes);
  return from != NULL;
}

bool az_run_pointer_at(const machine *m, uint32_t number, uint64_t offset,
                       az_run_pointer *pointer) {
  const uint8_t *from = bytes_at(m, number, offset, m->p->pointer_bits / 8);
  const az_type_info type = {.kind = AZ_T_POINTER, .sort = az_sort_bv(az_pointer_width(m->p))};
  word value;
  if (!from || !memory_load(&m->memory, from, &type, &value)) return false;
  *pointer = pointer_of(m, value);
  return true;
}
