/* Pointer arithmetic inside an object (C17 6.5.6): a pointer to an element of an array may move to
 * the other elements of the array and to one past the last, even if the array is a member of a
 * record or a row of another array. A single value counts as an array of one element. So a pointer
 * that was moved gets a view: the array in which it moves. The declared type of the object
 * determines the array, together with the type of the elements that the program counts. If no array
 * has such elements (the pointer was cast), the array is unknown, and nothing is checked. */
#include "replay/machine.h"
#include <stb/stb_ds.h>
#include <string.h>

enum { most_views = (1 << AZ_INSTANCE_NUMBER_BITS) - 1 };

typedef struct search {
  const az_program *p;
  const az_move *step;
  uint64_t from, to;      /* offsets of the pointers */
  uint64_t low, high;     /* bounds of the array that was found */
  bool found, fits, past; /* fits: `to` lies in it; past: `from` lies one past its end */
} search;

static bool is_counted(const search *s, az_type type) {
  const az_type_info *t = &s->p->types[type];
  return t->kind == s->step->kind && t->bytes == s->step->bytes;
}

/* Considers an array of such elements at [low, high). */
static void consider(search *s, uint64_t low, uint64_t high) {
  if (s->from < low || s->from > high || (s->from - low) % s->step->bytes) return;
  bool past = s->from == high && high > low, fits = s->to >= low && s->to <= high;
  if (past && s->found && !s->past) return; /* `from` is more likely the start of the next array */
  bool better = !s->found || (s->past && !past) || (fits && !s->fits) ||
                (fits == s->fits && high - low > s->high - s->low);
  if (!better) return;
  s->found = true;
  s->past = past;
  s->fits = fits;
  s->low = low;
  s->high = high;
}

/* Looks for arrays at `from` in a value of the type at [at, end). `end` may lie behind the type's
 * size for heap records whose last member was allocated longer. */
static void look(search *s, az_type type, uint64_t at, uint64_t end, unsigned depth) {
  const az_type_info *t = &s->p->types[type];
  if (depth > 64 || s->from < at || s->from > end) return;
  if (t->kind == AZ_T_ARRAY) {
    uint64_t step = s->p->types[t->element].bytes;
    if (!step) return;
    if (is_counted(s, t->element)) consider(s, at, end);
    uint64_t first = at + (s->from - at) / step * step;
    if (first < end) look(s, t->element, first, first + step, depth + 1);
    if (first == s->from && first > at) look(s, t->element, first - step, first, depth + 1);
    return;
  }
  if (is_counted(s, type)) consider(s, at, at + t->bytes);
  for (uint32_t i = 0; t->kind == AZ_T_RECORD && i < t->field_count; i++) {
    const az_field *field = &t->fields[i];
    if (field->bit_width) continue;
    uint64_t begin = at + field->bit_offset / 8, bytes = s->p->types[field->type].bytes;
    bool longer = i + 1 == t->field_count && (end > at + t->bytes || bytes == 0);
    look(s, field->type, begin, longer ? end : begin + bytes, depth + 1);
  }
}

/* Returns whether the type ends in an array of at most one element: it may be allocated longer. */
static bool ends_open(const az_program *p, az_type type) {
  const az_type_info *t = &p->types[type];
  for (unsigned depth = 0; depth < 64 && t->kind == AZ_T_RECORD && t->field_count; depth++)
    t = &p->types[t->fields[t->field_count - 1].type];
  return t->kind == AZ_T_ARRAY && t->count <= 1;
}

/* Looks in the whole object, which may consist of several values of its type. */
static void look_at_object(search *s, const object *o) {
  const az_program *p = s->p;
  bool allocated = o->origin == AZ_NONE;
  az_type type = allocated ? o->element : p->objects[o->origin].type;
  uint64_t bytes = p->types[type].bytes;
  if (!type || !bytes) return;
  if (is_counted(s, type)) consider(s, 0, o->size);
  if (!allocated) {
    look(s, type, 0, o->size, 0);
    return;
  }
  uint64_t first = s->from / bytes * bytes;
  bool single = o->size < 2 * bytes, open = ends_open(p, type);
  if (single || open) look(s, type, 0, o->size, 0);
  if (!single) look(s, type, first, first + bytes, 0);
}

static uint32_t view_number(memory *m, view v) {
  ptrdiff_t at = hmgeti(m->view_of, v);
  if (at >= 0) return m->view_of[at].value;
  if (arrlenu(m->views) >= most_views) return 0;
  arrput(m->views, v);
  uint32_t number = (uint32_t)arrlenu(m->views);
  hmput(m->view_of, v, number);
  return number;
}

/* Arrays in globals look like pointers, as the compiler has folded their addresses. */
static bool is_global(const memory *m, const object *o) {
  return o->origin != AZ_NONE && m->p->objects[o->origin].kind == AZ_OBJ_GLOBAL;
}

/* A pointer to bytes may also move over whole records. It is known to move in an array of bytes
 * only if the program named that array. */
bool memory_step(memory *m, word from, word *to, const az_move *step) {
  uint32_t handle = pointer_handle(m, from), number = pointer_view(m, from);
  const object *o = &m->objects[handle];
  if (!handle || handle != pointer_handle(m, *to)) return true;
  if (!step->bytes) {
    *to = pointer_with_view(m, *to, step->kind == AZ_T_ARRAY ? 0 : number);
    return true;
  }
  *to = pointer_with_view(m, *to, 0);
  if (o->state < OBJECT_UNBORN) return true;
  search s = {
      .p = m->p, .step = step, .from = pointer_offset(m, from), .to = pointer_offset(m, *to)};
  const view *v = number ? &m->views[number - 1] : NULL;
  /* The element would begin at the end of the rows. */
  if (v && v->kind == AZ_T_ARRAY && step->of_array && s.from == v->high && s.to >= s.from)
    return false;
  if (v && v->bytes == step->bytes && v->kind == (uint32_t)step->kind) {
    s.low = v->low;
    s.high = v->high;
    s.found = true;
    s.fits = s.to >= s.low && s.to <= s.high;
  } else if (step->bytes > 1 || step->of_array || is_global(m, o)) {
    look_at_object(&s, o);
  }
  if (!s.found) return true;
  if (!s.fits) return false;
  view made = {.low = s.low,
               .high = s.high,
               .bytes = step->bytes,
               .handle = handle,
               .kind = (uint32_t)step->kind};
  *to = pointer_with_view(m, *to, s.low == 0 && s.high == o->size ? 0 : view_number(m, made));
  return true;
}

/* Returns whether a byte of [from, to) belongs to a const member of the value at `at`. */
static bool has_const(const az_program *p, az_type type, uint64_t at, uint64_t from, uint64_t to,
                      unsigned depth) {
  const az_type_info *t = &p->types[type];
  if (depth > 64 || to <= at || from >= at + t->bytes) return false;
  if (t->kind == AZ_T_ARRAY) {
    uint64_t step = p->types[t->element].bytes, first = from > at ? (from - at) / step : 0;
    bool plain =
        p->types[t->element].kind != AZ_T_RECORD && p->types[t->element].kind != AZ_T_ARRAY;
    for (uint64_t i = first; !plain && at + i * step < to && i < t->count; i++)
      if (has_const(p, t->element, at + i * step, from, to, depth + 1)) return true;
    return false;
  }
  for (uint32_t i = 0; t->kind == AZ_T_RECORD && i < t->field_count; i++) {
    const az_field *field = &t->fields[i];
    uint64_t begin = at + field->bit_offset / 8, bytes = p->types[field->type].bytes;
    if (field->bit_width) continue;
    if (field->is_const && from < begin + bytes && to > begin) return true;
    if (has_const(p, field->type, begin, from, to, depth + 1)) return true;
  }
  return false;
}

bool memory_is_const(const memory *m, word pointer, uint64_t size) {
  const object *o = &m->objects[pointer_handle(m, pointer)];
  if (o->origin == AZ_NONE) return false;
  const az_object *declared = &m->p->objects[o->origin];
  uint64_t from = pointer_offset(m, pointer);
  return declared->is_declared_const || has_const(m->p, declared->type, 0, from, from + size, 0);
}

bool memory_is_in_view(const memory *m, word pointer, uint64_t size) {
  uint32_t number = pointer_view(m, pointer);
  if (!number) return true;
  const view *v = &m->views[number - 1];
  uint64_t offset = pointer_offset(m, pointer);
  return offset >= v->low && offset <= v->high && size <= v->high - offset;
}

/* Returns the type of the innermost value at the offset, and makes the offset relative to it.
 * Returns 0 for unions and bit-fields, which are not examined. */
static az_type innermost(const az_program *p, az_type type, uint64_t *offset) {
  for (;;) {
    const az_type_info *t = &p->types[type];
    if (t->kind == AZ_T_ARRAY && t->element && p->types[t->element].bytes) {
      type = t->element;
      *offset %= p->types[type].bytes;
      continue;
    }
    if (t->kind != AZ_T_RECORD) return type;
    const az_field *inside = NULL;
    for (uint32_t i = 0; !t->is_union && i < t->field_count; i++)
      if (t->fields[i].bit_offset / 8 <= *offset) inside = &t->fields[i];
    if (!inside || inside->bit_width) return 0;
    *offset -= inside->bit_offset / 8;
    type = inside->type;
  }
}

bool memory_is_argument(const memory *m, word pointer, az_type type) {
  const az_program *p = m->p;
  uint32_t origin = m->objects[pointer_handle(m, pointer)].origin;
  const az_type_info *read = &p->types[type];
  bool scalar = read->kind == AZ_T_INT || read->kind == AZ_T_FLOAT || read->kind == AZ_T_POINTER;
  if (origin == AZ_NONE || !scalar || (read->kind == AZ_T_INT && read->bytes > 8)) return true;
  const char *name = p->objects[origin].name;
  if (!name || strcmp(name, AZ_VARIABLE_ARGUMENTS) != 0) return true;
  uint64_t offset = pointer_offset(m, pointer);
  az_type found = innermost(p, p->objects[origin].type, &offset);
  const az_type_info *t = &p->types[found];
  return !found || (offset == 0 && t->kind == read->kind && t->bytes == read->bytes);
}
