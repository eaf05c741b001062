/* The view of an interpreter run that its callbacks have: activations, objects and their bytes, and
 * the events by which the program changes memory, in order (for history variables). Objects of a
 * run have numbers: an object that exists once has its index + 1, as in formulas; numbers of other
 * objects are reused long after the object has ended. */
#pragma once

#include "ansatz/ghost.h"
#include "ansatz/trace.h"

typedef struct az_run_pointer {
  uint32_t object; /* 0: null, or not the address of an object */
  uint64_t offset;
} az_run_pointer;

/* STORE, BULK, ALLOC and RETURN are reported after they happen, FREE and CALL before. at_loop
 * reports events of loops. */
typedef struct az_run_event {
  az_ghost_event_kind kind;
  const az_stmt *stmt;
  az_run_pointer pointer; /* STORE, BULK, FREE; ALLOC: the new object, or null */
  az_run_pointer target;  /* STORE and RETURN of a pointer: where the stored pointer points */
  uint64_t value[2];      /* STORE and RETURN of another value: its bits */
  uint32_t function;      /* CALL, RETURN: the called function */
  bool has_size;          /* BULK, ALLOC: the statement has a size */
  uint64_t size;          /* if has_size: the number of bytes */
} az_run_event;

typedef struct az_run_activation {
  uint32_t function, block; /* current position */
  const az_stmt *call;      /* the call whose return is awaited; NULL for the top activation */
} az_run_activation;

typedef struct az_run_object {
  uint64_t size;
  bool lives;      /* false: its lifetime has ended or has not begun */
  uint32_t origin; /* object of the program; AZ_NONE: allocated */
} az_run_object;

/* The activations of the run; the entry's activation is the first. */
uint32_t az_run_depth(const az_interpreter *run);
az_run_activation az_run_activation_at(const az_interpreter *run, uint32_t depth);
/* Returns the current object of the local with this position among the function's locals. */
uint32_t az_run_local(const az_interpreter *run, uint32_t depth, uint32_t position);
az_run_object az_run_object_at(const az_interpreter *run, uint32_t object);
/* Reads up to 64 bytes of a live object as a number. Returns false unless the object has them. */
bool az_run_bytes(const az_interpreter *run, uint32_t object, uint64_t offset, uint32_t bytes,
                  uint64_t limbs[8]);
bool az_run_pointer_at(const az_interpreter *run, uint32_t object, uint64_t offset,
                       az_run_pointer *pointer);
