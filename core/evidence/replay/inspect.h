/* The view of an interpreter run that its callbacks have: activations, objects and their bytes, and
 * the events by which the program changes memory, in order (for history variables). Objects of a
 * run have numbers: objects that exist once have their index + 1, as in formulas; the others have
 * numbers that are reused long after the object ended. */
#pragma once

#include "ansatz/ghost.h"
#include "ansatz/trace.h"

typedef struct az_run_pointer {
  uint32_t object; /* 0: null, or no object's address */
  uint64_t offset;
} az_run_pointer;

/* STORE, BULK, ALLOC and RETURN are reported after they happened, FREE and CALL before. Events of
 * loops are not among these: at_loop reports them. */
typedef struct az_run_event {
  az_ghost_event_kind kind;
  const az_stmt *stmt;
  az_run_pointer pointer; /* STORE, BULK, FREE; ALLOC: the new object, or null */
  az_run_pointer led;     /* STORE and RETURN of a pointer: that pointer */
  uint64_t value[2];      /* STORE and RETURN of anything else: its bits */
  uint32_t function;      /* CALL, RETURN: the one that is called */
  bool has_size;          /* BULK, ALLOC: the statement has a size */
  uint64_t size;          /* if has_size: the number of bytes */
} az_run_event;

typedef struct az_run_activation {
  uint32_t function, block; /* where it is now */
  const az_stmt *call;      /* the call that it waits for; NULL for the top activation */
} az_run_activation;

typedef struct az_run_object {
  uint64_t size;
  bool lives;      /* false: its lifetime is over, or has not begun */
  uint32_t origin; /* object of the program; AZ_NONE: allocated */
} az_run_object;

/* The activations of the run; the entry's comes first. */
uint32_t az_run_depth(const az_interpreter *run);
az_run_activation az_run_activation_at(const az_interpreter *run, uint32_t depth);
/* Returns the object that the local at this position of the function's locals is at present. */
uint32_t az_run_local(const az_interpreter *run, uint32_t depth, uint32_t position);
az_run_object az_run_object_at(const az_interpreter *run, uint32_t object);
/* Reads at most 64 bytes of a live object as a number. Returns false if they are not all in it. */
bool az_run_bytes(const az_interpreter *run, uint32_t object, uint64_t offset, uint32_t bytes,
                  uint64_t limbs[8]);
bool az_run_pointer_at(const az_interpreter *run, uint32_t object, uint64_t offset,
                       az_run_pointer *pointer);
