/* Leaks in a run of the interpreter, where LeakSanitizer cannot run: live blocks of the heap to
 * which no pointer leads from the registers of unfinished calls or from other objects. Every bit
 * pattern that is the address of a block counts as a pointer to it, wherever it is stored, so that
 * nothing that the program can still reach is reported. */
#include "replay/run.h"
#include <string.h>

typedef struct search {
  machine *m;
  uint8_t *reached; /* by handle */
  uint32_t *todo;   /* stb_ds: handles of reached blocks that were not read */
} search;

static void reach(search *s, word pointer) {
  uint32_t handle = pointer_handle(&s->m->memory, pointer);
  if (handle >= s->m->memory.next || s->reached[handle]) return;
  s->reached[handle] = 1;
  arrput(s->todo, handle);
}

static void read_object(search *s, uint32_t handle) {
  const memory *m = &s->m->memory;
  const object *o = &m->objects[handle];
  uint64_t width = m->p->pointer_bits / 8;
  if (o->state < OBJECT_UNBORN || !o->data) return;
  for (uint64_t i = 0; i + width <= o->size; i++) reach(s, memory_stored_pointer(m, o->data + i));
  s->m->run.steps += o->size / 16;
}

bool machine_leaks(machine *m, bool any) {
  const memory *mem = &m->memory;
  search s = {.m = m, .reached = az_calloc(mem->next + 1u, 1)};
  for (uint32_t h = 1; h < mem->next && !any; h++)
    if (!mem->objects[h].heap) reach(&s, pointer_make(mem, h, 0));
  for (size_t f = 0; f < arrlenu(m->frames) && !any; f++) {
    uint32_t count = m->codes[m->frames[f].function]->slot_count;
    for (uint32_t i = 0; i < count; i++) {
      word value = m->frames[f].slots[i];
      reach(&s, value); /* a pointer, or the number of an address */
      reach(&s, memory_pointer(mem, (uint64_t)value));
    }
  }
  while (arrlenu(s.todo)) read_object(&s, arrpop(s.todo));
  bool leaks = false;
  for (uint32_t h = 1; h < mem->next && !leaks; h++)
    leaks = mem->objects[h].heap && mem->objects[h].state == OBJECT_LIVE && !s.reached[h];
  free(s.reached);
  arrfree(s.todo);
  return leaks;
}
