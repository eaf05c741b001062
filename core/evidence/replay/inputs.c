/* Inputs of an interpreter run: single values, and the content of memory whose lifetime begins.
 * They come from the trace or from a callback. */
#include "ansatz/random.h"
#include "replay/run.h"
#include <stb/stb_ds.h>
#include <string.h>

/* Returns a constant from a trace or a callback. A pointer to an object that exists once keeps its
 * object; other pointers are only addresses. */
static word outer_value(const machine *m, az_term t) {
  word value = 0;
  if (!t || !code_constant(m->p->store, t, &value)) return 0;
  if (az_sort_of(m->p->store, t) != az_sort_bv(az_pointer_width(m->p))) return value;
  uint32_t handle = (uint32_t)(value >> m->p->pointer_bits); /* the whole object part */
  if (handle &&
      (handle > m->p->object_count || !az_is_const(m->p->store, m->p->objects[handle - 1].address)))
    return pointer_make(&m->memory, 0, pointer_offset(&m->memory, value));
  return value;
}

/* Returns the next input event if it belongs to this statement, else NULL. Memory whose content
 * does not matter may have no events. */
static const az_event *next_event(machine *m, const az_stmt *s) {
  const az_trace *trace = m->options->trace;
  while (m->event < trace->count && trace->events[m->event].kind != AZ_EV_INPUT) m->event++;
  if (m->event == trace->count || trace->events[m->event].stmt != s) return NULL;
  return &trace->events[m->event++];
}

static void record_input(machine *m, const az_stmt *s, az_type type, az_term value,
                         az_part *parts) {
  if (!m->options->record) return;
  az_event event = {.kind = AZ_EV_INPUT,
                    .loc = s->loc,
                    .function = m->p->functions[machine_top(m)->function].name,
                    .stmt = s,
                    .lvalue = s->kind == AZ_S_LIVE ? m->p->objects[s->object].name : s->text,
                    .type = type,
                    .value = value,
                    .parts = parts,
                    .part_count = (uint32_t)arrlen(parts)};
  m->options->record(m->options->ctx, &event);
}

word machine_input(machine *m, const az_stmt *s) {
  az_sort sort = m->p->types[s->type].sort;
  word value = 0;
  if (m->options->trace) {
    const az_event *event = next_event(m, s);
    if (event)
      value = outer_value(m, event->value) & word_mask(az_sort_width(sort));
    else if (s->input != AZ_IN_CHOICE && s->input != AZ_IN_MEMORY &&
             m->event < m->options->trace->count)
      machine_end(m, AZ_RUN_UNSUPPORTED, s->loc); /* the execution is not the trace's */
  } else if (m->options->input) {
    value = outer_value(m, m->options->input(m->options->ctx, s, sort));
  }
  record_input(m, s, s->type, m->options->record ? code_term(m->p->store, sort, value) : AZ_NO_TERM,
               NULL);
  return value;
}

/* Memory whose lifetime begins: the callback gives a value for every scalar of the type. */
typedef struct filling {
  machine *m;
  const az_stmt *stmt;
  uint8_t *base;
  az_part *parts; /* stb_ds: the parts to be recorded */
  uint32_t asked;
} filling;

enum {
  asked_at_most = 1 << 14
  /* The maximum number of scalars for which the callback is called; the others are zero. */
};

static void fill_scalars(filling *f, uint64_t at, uint64_t size, az_type type) {
  const az_program *p = f->m->p;
  const az_type_info *info = &p->types[type];
  if (info->bytes > size || f->asked >= asked_at_most) return;
  if (info->kind == AZ_T_ARRAY && info->element && p->types[info->element].bytes) {
    uint64_t step = p->types[info->element].bytes;
    for (uint64_t i = 0; i + step <= info->bytes && f->asked < asked_at_most; i += step)
      fill_scalars(f, at + i, step, info->element);
  } else if (info->kind == AZ_T_RECORD && info->field_count) {
    for (uint32_t i = 0; i < info->field_count; i++) {
      uint64_t begin = info->fields[i].bit_offset / 8;
      if (begin < size) fill_scalars(f, at + begin, size - begin, info->fields[i].type);
      if (info->is_union) break;
    }
  } else if (info->sort && info->kind != AZ_T_POINTER) {
    const az_interpreter_options *o = f->m->options;
    f->asked++;
    word value = outer_value(f->m, o->input(o->ctx, f->stmt, info->sort)), bits = 0;
    if (!memory_store(&f->m->memory, f->base + at, info, value) || !o->record ||
        info->bytes > sizeof bits)
      return;
    memcpy(&bits, f->base + at, info->bytes);
    az_part part = {at, (uint32_t)info->bytes,
                    code_term(p->store, az_sort_bv((uint32_t)info->bytes * 8), bits)};
    arrput(f->parts, part);
  }
}

/* Writes the parts of an event that fit into the memory. */
static void fill_parts(machine *m, const az_event *event, uint8_t *at, uint64_t size) {
  for (uint32_t i = 0; i < event->part_count; i++) {
    const az_part *part = &event->parts[i];
    if (part->offset > size || part->bytes > size - part->offset) continue;
    az_sort sort = az_sort_of(m->p->store, part->value);
    if (sort == az_sort_bv(az_pointer_width(m->p)) && part->bytes * 8 == m->p->pointer_bits) {
      uint64_t address = memory_address(&m->memory, outer_value(m, part->value));
      memcpy(at + part->offset, &address, part->bytes);
    } else if (az_is_const(m->p->store, part->value) && az_sort_width(sort) <= part->bytes * 8) {
      memcpy(at + part->offset, az_const_limbs(m->p->store, part->value),
             (az_sort_width(sort) + 7) / 8);
    }
  }
}

void machine_fill(machine *m, const az_stmt *s, uint8_t *at, uint64_t size, az_type type,
                  bool zeroed) {
  if (!zeroed) memset(at, 0, size);
  if (m->options->trace) {
    const az_event *event = next_event(m, s);
    if (event) fill_parts(m, event, at, size);
    if (event && m->options->record) m->options->record(m->options->ctx, event);
  } else if (m->options->input) {
    filling f = {.m = m, .stmt = s, .base = at};
    uint64_t step = m->p->types[type].bytes;
    for (uint64_t i = 0; step && i + step <= size && f.asked < asked_at_most; i += step)
      fill_scalars(&f, i, step, type);
    record_input(m, s, type, AZ_NO_TERM, f.parts);
    arrfree(f.parts);
  }
}

/* ---- random inputs, small numbers mostly ----------------------------------------------------- */

static uint32_t pick(az_random_inputs *r, uint32_t n) {
  return az_random_below(&r->state, n);
}

az_term az_random_input(az_random_inputs *r, az_store *store, az_sort sort) {
  if (az_sort_kind_of(sort) == AZ_SORT_BOOL) return az_bool(store, pick(r, 2));
  if (az_sort_kind_of(sort) != AZ_SORT_BV) return az_zero_of(store, sort);
  static const uint32_t zeros[] = {2, 4, 20, 100};
  uint32_t width = az_sort_width(sort), kind = pick(r, 16);
  if (!pick(r, zeros[r->run % 4])) return az_bv(store, width, 0);
  switch (r->run / 4 % 3) {
  case 0: return az_bv(store, width, kind ? 1 : pick(r, 8));
  case 1: return az_bv(store, width, kind < 12 ? pick(r, 3) : pick(r, 200));
  default: break;
  }
  uint64_t number = (uint64_t)pick(r, 1u << 30) << 32;
  number |= pick(r, 1u << 30);
  if (kind < 8) return az_bv_signed(store, width, (int64_t)(number % 41) - 20);
  if (kind < 14) return az_bv(store, width, number % 1000);
  return az_bv(store, width, number >> pick(r, 60));
}
