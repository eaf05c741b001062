/* Ghost cells: variables of the proof that the program cannot read (history variables,
 * [abadi1991]). An observation (observation.h) declares them and their updates at events of the
 * execution, as terms over formals, for which the core substitutes the values of the event in a
 * state of the formula. Every execution of the program extends to exactly one execution with ghost
 * cells, so that claims about them need no separate argument (docs/soundness.md, observations).
 * Ghost cells exist in step formulas only. */
#ifndef ANSATZ_GHOST_H
#define ANSATZ_GHOST_H

#include "ansatz/linkage.h"
#include "ansatz/program.h"

AZ_BEGIN_C

typedef enum az_ghost_scope {
  AZ_GHOST_EXECUTION, /* one, for the whole execution */
  AZ_GHOST_LOOP,      /* one for each loop and call path; it sees the events ENTER and BACK only */
  AZ_GHOST_OBJECT     /* one more field of every allocated object */
} az_ghost_scope;

typedef struct az_ghost {
  const char *name; /* unique among the ghost cells of a formula */
  az_ghost_scope scope;
  uint32_t bits;    /* a bit-vector of 1 to 64 bits; its arithmetic wraps */
  uint64_t initial; /* value at the start; OBJECT: whenever an object is allocated */
  /* OBJECT: the cell's only events are stores of pointers. Such a store updates the cell of the
   * object that the stored pointer points to. */
  bool of_pointee;
  bool chooses; /* OBJECT: events that store a pointer have `chosen` and `beside` */
} az_ghost;

typedef enum az_ghost_event_kind {
  AZ_ON_STORE, /* a typed value is written through a pointer */
  AZ_ON_BULK,  /* memory is copied or set, or an unknown function may have changed it */
  AZ_ON_ALLOC,
  AZ_ON_FREE,
  AZ_ON_ENTER, /* a loop is entered */
  AZ_ON_BACK,  /* the back edge of a loop is taken */
  AZ_ON_CALL,
  AZ_ON_RETURN
} az_ghost_event_kind;

/* An event, for updates and axioms. Terms are formals, which the core replaces, or AZ_NO_TERM if
 * they are not part of this event. Formals represent addresses and values of the execution; the
 * observation may inspect the statement, but not these values. An update at STORE may also mention
 * the registers that the statement's block computed before it, and, as formals, other cells of
 * scope EXECUTION. */
typedef struct az_ghost_event {
  az_ghost_event_kind kind;
  const az_stmt *stmt; /* NULL: ENTER, BACK */
  bool own;        /* ENTER, BACK: the event is of the loop that the LOOP cell belongs to; false:
                      of a loop in the same function that encloses this loop */
  az_term place;   /* 32 bits: number of a pair of statement and call path, from 1; equal in all
                      formulas of a program */
  az_term pointer; /* STORE, BULK: destination; ALLOC: the new object; FREE: the old one */
  az_term value;   /* STORE */
  az_term size;    /* BULK, ALLOC: in bytes */
  /* STORE of a pointer, for a cell with `chooses`. `chosen`: a number that only the axiom
   * constrains. `links`: whether the stored pointer points to an allocated object. `beside`: the
   * cell of that object. */
  az_term chosen, links, beside;
  az_term happens; /* bool; ALLOC, FREE: whether an object is created, or freed (free(NULL) frees
                      none); STORE, for cells with `of_pointee` or `chooses`: whether it writes to
                      an allocated object */
  az_term old; /* updates: the cell before the event; OBJECT: the cell of the object that `pointer`
                  points to */
  /* Axioms at ALLOC: `made` is the instance number of the new object; `any` is the instance number
   * of an arbitrary object of any site, and `any_live` whether that object was live before. */
  az_term made, any, any_live;
  /* Axioms at STORE, for a cell with `chooses`: `any` is the cell of an arbitrary allocated object,
   * `any_live` whether that object is live. */
} az_ghost_event;

/* Returns the formal for the value that another cell of scope EXECUTION has before the event. */
az_term az_ghost_formal(az_store *s, const az_ghost *ghost);

AZ_END_C
#endif
