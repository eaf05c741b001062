/* Ghost cells: variables of the proof, which no program can read (history variables, [abadi1991]).
 * An observation (observation.h) declares them and says how an event of the execution changes them,
 * as terms over formals: the core substitutes what the event has in a state of the formula. As
 * every execution of the program has exactly one execution with the ghost cells added, claims
 * about them need no argument of their own (docs/soundness.md, observations). Ghost cells exist in
 * step formulas alone. */
#ifndef ANSATZ_GHOST_H
#define ANSATZ_GHOST_H

#include "ansatz/program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum az_ghost_scope {
  AZ_GHOST_EXECUTION, /* one */
  AZ_GHOST_LOOP,      /* one for each loop and call path; has the events ENTER and BACK alone */
  AZ_GHOST_OBJECT     /* one more field of every allocated object */
} az_ghost_scope;

typedef struct az_ghost {
  const char *name; /* unique among the ghost cells of a formula */
  az_ghost_scope scope;
  uint32_t bits;    /* a bit-vector of 1 to 64 bits; its arithmetic wraps */
  uint64_t initial; /* at the start; OBJECT: whenever an object is allocated */
} az_ghost;

typedef enum az_ghost_event_kind {
  AZ_ON_STORE, /* a value of a type is written through a pointer */
  AZ_ON_BULK,  /* memory is copied, set, or may be changed by an unknown function */
  AZ_ON_ALLOC,
  AZ_ON_FREE,
  AZ_ON_ENTER, /* a loop is entered */
  AZ_ON_BACK,  /* its back edge is taken */
  AZ_ON_CALL,
  AZ_ON_RETURN
} az_ghost_event_kind;

/* Terms are formals, variables that the core replaces; AZ_NO_TERM: this event has none. Addresses
 * and values are those of the execution; the statement may be looked at, the formals' values may
 * not be known. */
typedef struct az_ghost_event {
  az_ghost_event_kind kind;
  const az_stmt *stmt; /* NULL: ENTER, BACK */
  bool own;            /* ENTER, BACK: of the loop that a LOOP cell belongs to, else of one of the
                          same function around it */
  az_term place;       /* 32 bits: number of statement and call path, from 1, the same in all
                          formulas of a program */
  az_term pointer;     /* STORE, BULK: where; ALLOC: the new object; FREE: the old one */
  az_term value;       /* STORE */
  az_term size;        /* BULK, ALLOC: in bytes */
  az_term happens;     /* bool; ALLOC, FREE: an object is made, or ends (of free(NULL): none) */
  az_term old;         /* of an update: the cell before; of an OBJECT cell, that of the object which
                          `pointer` leads to */
  az_term made, any, any_lives; /* of an axiom at ALLOC: identity of the new object; of an arbitrary
                                   one, of any allocation site; does that one live before? */
} az_ghost_event;

#ifdef __cplusplus
}
#endif
#endif
