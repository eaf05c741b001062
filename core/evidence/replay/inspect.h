/* What can be seen of a run of the interpreter from outside, in its callbacks: activations, objects
 * and their bytes, and what the program does to memory, one event after the other (history
 * variables follow these). Objects of a run are known by number: those that exist once by their
 * index + 1, as in formulas; all others by numbers that are used again long after they ended. */
#ifndef AZ_REPLAY_INSPECT_H
#define AZ_REPLAY_INSPECT_H

#include "ansatz/ghost.h"
#include "ansatz/trace.h"

typedef struct az_run_pointer {
  uint32_t object; /* 0: null, or an address that leads to none */
  uint64_t offset;
} az_run_pointer;

/* STORE, BULK, ALLOC, RETURN: it has happened; FREE, CALL: it is about to. Without the events of
 * loops, for which there is at_loop. */
typedef struct az_run_event {
  az_ghost_event_kind kind;
  const az_stmt *stmt;
  az_run_pointer pointer; /* STORE, BULK, FREE; ALLOC: the new object, or null */
  az_run_pointer led;     /* STORE of a pointer: what is stored */
  uint64_t value[2];      /* STORE of anything else: its bits */
  bool has_size;          /* BULK, ALLOC: the statement says how many bytes */
  uint64_t size;          /* so many */
} az_run_event;

typedef struct az_run_activation {
  uint32_t function, block; /* where it is now */
  const az_stmt *call;      /* that it waits for; NULL: none, it is the top one */
} az_run_activation;

typedef struct az_run_object {
  uint64_t size;
  bool lives; /* false: it is over, or has not begun */
} az_run_object;

/* Activations, the entry's first. */
uint32_t az_run_depth(const az_interpreter *run);
az_run_activation az_run_activation_at(const az_interpreter *run, uint32_t depth);
/* The object that is the activation's local now, by its position among the function's locals. */
uint32_t az_run_local(const az_interpreter *run, uint32_t depth, uint32_t position);
az_run_object az_run_object_at(const az_interpreter *run, uint32_t object);
/* At most 64 bytes of an object that lives, as a number; false: they are not all in it. */
bool az_run_bytes(const az_interpreter *run, uint32_t object, uint64_t offset, uint32_t bytes,
                  uint64_t limbs[8]);
bool az_run_pointer_at(const az_interpreter *run, uint32_t object, uint64_t offset,
                       az_run_pointer *pointer);

#endif
