/* Private to core/evidence/replay: a run of the interpreter. */
#pragma once

#include "replay/inspect.h"
#include "replay/machine.h"
#include <assert.h>
#include <stb/stb_ds.h>

typedef struct frame {
  uint32_t function, block, stmt;
  word *slots;
  uint8_t *data; /* bytes of the local objects */
  uint64_t bytes;
  uint32_t *allocated; /* stb_ds: alloca and VLA objects, which end with the frame */
} frame;

struct az_interpreter {
  const az_program *p;
  const az_interpreter_options *options;
  code **codes; /* by function, compiled when first called */
  memory memory;
  frame *frames; /* stb_ds */
  az_eval *eval;
  size_t event; /* index of the next event of the trace */
  az_run run;
  bool ended;
};

typedef az_interpreter machine;

static inline frame *machine_top(const machine *m) {
  assert(arrlenu(m->frames)); /* a run that goes on is in some function */
  return &arrlast(m->frames);
}

/* Ends the run, if it has not ended before. */
static inline void machine_end(machine *m, az_run_end how, az_loc loc) {
  if (m->ended) return;
  m->ended = true;
  m->run.end = how;
  m->run.loc = loc;
}

/* ---- inspect.c ----------------------------------------------------------------------------- */

typedef struct notification { /* contents of an event */
  word pointer, value;
  uint32_t function;
  const uint64_t *size; /* NULL: the event has none */
} notification;
void machine_notify(machine *m, az_ghost_event_kind kind, const az_stmt *s,
                    const notification *what);

/* ---- inputs.c ------------------------------------------------------------------------------ */

/* Returns the value of an INPUT. */
word machine_input(machine *m, const az_stmt *s);
/* Fills memory whose lifetime begins; `zeroed`: it is already zero. */
void machine_fill(machine *m, const az_stmt *s, uint8_t *at, uint64_t size, az_type type,
                  bool zeroed);

/* ---- leaks.c ------------------------------------------------------------------------------- */

/* Returns whether a block of the heap is live to which no pointer leads (`any`: whether one is
 * live at all). Counts the bytes that it reads as steps. */
bool machine_leaks(machine *m, bool any);
