/* Inputs from a trace, whose tables the rewriter adds (tables.c). */
#include "runtime.h"

typedef struct event {
  uint32_t site, first, count; /* first part and number of parts */
} event;

typedef struct part {
  uint64_t offset;
  uint32_t bytes, data; /* index into `data` */
  void *symbol;         /* NULL, or the address to write instead of data */
} part;

extern const event events[] NAMED("events");
extern const part parts[] NAMED("parts");
extern const uint8_t data[] NAMED("data");
extern const uint32_t count NAMED("count");
extern const uint32_t goes_on NAMED("goes_on"); /* after the last event, inputs are zero */
static uint32_t next NAMED("next");

APART void runtime_write_state(void) {}

static void put(const part *p, uint8_t *to) NAMED("put");

static void put(const part *p, uint8_t *to) {
  const volatile uint8_t *from = p->symbol ? (const uint8_t *)&p->symbol : data + p->data;
  uint32_t bytes = p->symbol ? sizeof p->symbol : p->bytes;
  for (uint32_t i = 0; i < bytes; i++) ((volatile uint8_t *)to)[i] = from[i];
}

/* A null pointer (from a failed allocation) uses up its event, but nothing is written. */
APART void runtime_fill(uint32_t site, void *at, uint64_t bytes, uint32_t flags) {
  uint64_t size = at ? bytes : 0;
  bool zeroed = (flags & NATIVE_HEAP) && size > 1048576;
  volatile uint8_t *to = at;
  if ((flags & NATIVE_ZEROED) && !zeroed)
    for (uint64_t i = 0; i < size; i++) to[i] = 0;
  if (next >= count) {
    runtime_check(goes_on, site, NATIVE_NO_EVENT);
    return;
  }
  const event *e = &events[next];
  if (e->site != site) {
    runtime_check(!(flags & NATIVE_SINGLE), site, NATIVE_DIVERGED);
    return;
  }
  next++;
  for (uint32_t i = e->first; i < e->first + e->count; i++)
    if (parts[i].offset + parts[i].bytes <= size) put(&parts[i], (uint8_t *)at + parts[i].offset);
}
