/* SSA with guards of a whole program [kroening2023, sec. 4.2], by symbolic execution of the
 * statement form: a variable is a name for a term, a join is an ite, a loop has k copies of its
 * body, calls are expanded in place. The same code makes two formulas.
 *
 * step: at a loop head x = ls ? x#lb : x_pre with ls and x#lb free, for the variables that the loop
 * changes; k copies of every loop, but for short inner loops that are executed in line.
 *
 * base: all ls are false and lb never appears, so that constants propagate; a loop whose next
 * iteration is certain (no exit is possible in this copy) continues beyond k as long as the work
 * budget lasts.
 *
 * In both, k grows without rebuilding what follows the loops. docs/soundness.md 2 states which
 * instances of checks and rows are checked and which are assumed. */
#pragma once

#include "ansatz/ghost.h"
#include "memory/memory.h"

/* Data of a program that outlives a formula: memory instances, call paths, effects of loops. */
typedef struct az_ssa_shared az_ssa_shared;
/* Ghost cells, axioms and orders that observations add to step formulas (ansatz/observation.h). */
typedef struct az_ghosts {
  const az_ghost *cells;
  uint32_t count;
  void *ctx;
  /* Returns the cell after an event, over its formals; AZ_NO_TERM if it is unchanged. */
  az_term (*update)(void *ctx, uint32_t cell, const az_ghost_event *event);
  /* NULL, or returns a trusted formula about an arbitrary object when an object is allocated, as a
   * term over the event's formals. */
  az_term (*axiom)(void *ctx, const az_ghost_event *event);
  uint32_t holder; /* cell of an object's holder, the next one has its rank; AZ_NONE: none */
} az_ghosts;

/* `ghosts` (NULL: none) and `limits` (NULL: the defaults) must outlive the result. `limits` counts
 * hits. */
az_ssa_shared *az_ssa_shared_new(const az_program *p, const az_ghosts *ghosts, az_limits *limits);
void az_ssa_shared_free(az_ssa_shared *shared);
az_memory *az_ssa_memory(az_ssa_shared *shared);

typedef enum az_ssa_mode { AZ_SSA_STEP, AZ_SSA_BASE } az_ssa_mode;
typedef enum az_overflow_mode { AZ_OVERFLOW_WRAP, AZ_OVERFLOW_ASSUME_NONE } az_overflow_mode;

/* Loops of a base formula that are unwound one by one, in the order of execution, with the number
 * of copies of each. It outlives the formula, which may be rebuilt. */
typedef struct az_unwinding az_unwinding;
az_unwinding *az_unwinding_new(void);
void az_unwinding_free(az_unwinding *u);
/* Returns the greatest number of copies that a loop has. */
uint32_t az_unwinding_deepest(const az_unwinding *u);

typedef struct az_ssa_config {
  az_ssa_mode mode;
  uint32_t k;                /* copies of each loop, >= 1 */
  az_unwinding *unwinding;   /* base: copies of each loop, and k counts extensions; or NULL */
  uint32_t recursion;        /* activations of one function on a call path */
  uint32_t classes;          /* checks that are decided: they end an execution */
  az_overflow_mode overflow; /* ..._ASSUME_NONE: an execution also ends at a signed overflow */
  /* An execution also ends at an invalid access, a division by zero, a shift by the width or more,
   * a float that does not fit its integer. */
  bool defined;
  /* step: number of statements up to which inner loops whose iterations are all certain are
   * executed in line, without states of their own; 0: each loop has a head */
  uint64_t in_line;
  uint64_t budget; /* statements after which iterations that are certain are no longer followed */
  uint64_t limit;  /* statements after which the build fails (AZ_ERR_RESOURCE); 0: none */
  double deadline; /* az_clock(); 0: none */
  bool record;     /* keep events (inputs, assignments) for traces and listings */
} az_ssa_config;

/* A copy of a loop, and the copy around it. Index 0 is outside all loops; the field `copies` of an
 * instance is the index of the innermost copy that it lies in. */
typedef struct az_copy {
  uint32_t parent;
  uint32_t loop; /* index into loops; AZ_NONE: a dry run, of which nothing is kept */
  uint32_t copy; /* 1 .. k */
} az_copy;

typedef struct az_check_instance {
  uint32_t check;
  az_term guard, holds; /* violated if: guard and not holds */
  uint32_t copies;
  az_term supported; /* leaks: a condition on holders that implies `holds`; AZ_NO_TERM: none */
} az_check_instance;

/* A condition under which an execution leaves what the formula describes; a proof needs that it is
 * unsatisfiable. */
typedef struct az_unwinding_assertion {
  const char *cause;
  az_loc loc;
  az_term guard;
  uint32_t copies;
  bool is_cut; /* recursion was cut off: a greater depth would help */
} az_unwinding_assertion;

typedef struct az_approximation { /* why the formula has more executions than the program */
  const char *cause;
  az_loc loc;
  az_term guard; /* guard of the executions concerned */
} az_approximation;

/* An assumption of the user, not a choice of the builds; verdicts state it. */
#define AZ_READING_PURE "where functions without a body change nothing"

/* A choice that C leaves open and the builds do not (docs/soundness.md 8, readings). */
typedef struct az_reading {
  const char *text; /* its kind, as verdicts name it; static */
  az_term fact;     /* the choice is one that the builds can make: assumed */
  az_term differs;  /* the execution depends on another choice */
  az_loc loc;
} az_reading;

typedef struct az_loop_copy {
  az_term head; /* guard at the head */
  az_term back; /* G_j: guard of the back edge */
  az_mem *end;  /* b_j: the state at the back edge; step formulas only; NULL if it is infeasible */
} az_loop_copy;

/* The effect of a loop in a frame. */
typedef struct az_loop_effect {
  uint32_t *slots;      /* stb_ds, sorted: changed by the loop and live around it */
  uint32_t *dead;       /* stb_ds: not live at a back edge; unknown at the head */
  az_points_to *points; /* stb_ds, parallel to slots */
  /* stb_ds, sorted: read in the loop but not changed; for relations with slots that change. */
  uint32_t *unchanged;
  bool long_or_uncertain; /* it is known that the loop is not executed in line */
} az_loop_effect;
/* Returns the position at which the slot is, or has to be inserted. */
ptrdiff_t az_slot_position(const uint32_t *sorted, uint32_t slot);

/* A loop at a call path: data common to its instances. */
typedef struct az_loop_head {
  uint32_t function, loop; /* of the program */
  uint32_t frame;
  /* "main.2"; the call path precedes it unless the loop is in main or the entry function. */
  const char *name;
  az_loc loc;
  const az_loop_effect *effect;
} az_loop_head;

/* The values that leave a loop after copy k, to one target: free variables until the next copy
 * defines them. */
typedef struct az_cutoff_slot {
  uint32_t slot;
  az_term var;
} az_cutoff_slot;
typedef struct az_cutoff {
  /* Block (for the head of an enclosing loop: its back edge); AZ_NONE: the function returns. */
  uint32_t target;
  az_term guard;         /* bool variable */
  az_term value;         /* returned value, or 0 */
  az_cutoff_slot *slots; /* stb_ds */
} az_cutoff;

typedef struct az_loop_instance {
  uint32_t function, loop; /* of the program */
  uint32_t head;           /* index into heads; step only */
  uint32_t copies;         /* the chain that encloses it */
  az_term guard;           /* g_head */
  az_term ls;              /* step only */
  az_mem *entry, *lb;      /* the states on entry and at a loop-back; step only */
  az_loop_copy *bodies;    /* stb_ds */
} az_loop_instance;

typedef enum az_record_kind {
  AZ_REC_INPUT,
  AZ_REC_MEMORY_INPUT,
  AZ_REC_ASSIGN,
  AZ_REC_ENTER,
  AZ_REC_LEAVE,
  AZ_REC_CHECK,
  AZ_REC_LOOP
} az_record_kind;
typedef struct az_record {
  az_record_kind kind;
  az_term guard;
  const az_stmt *stmt;
  uint32_t function;
  az_term value;                 /* INPUT, ASSIGN */
  az_term pointer;               /* ASSIGN: its target */
  uint32_t first_slot, instance; /* MEMORY_INPUT */
  uint32_t terms;                /* MEMORY_INPUT: index of its leaves' terms in record_terms */
  az_term kept;                  /* MEMORY_INPUT: bytes that realloc kept, no inputs; or 0 */
  uint32_t index;                /* CHECK: index into checks; LOOP: into loops */
  uint32_t next;                 /* in order of execution; AZ_NONE: the last one */
} az_record;

typedef struct az_definition {
  az_term var, term;
} az_definition;

typedef struct az_ssa {
  const az_program *p;
  az_store *s;
  az_ssa_shared *shared;
  az_ssa_config config;
  az_copy *copies;                              /* stb_ds; [0] is the outermost */
  az_check_instance *checks;                    /* stb_ds */
  az_unwinding_assertion *unwinding_assertions; /* stb_ds */
  az_loop_instance *loops;                      /* stb_ds */
  az_term *frontier;    /* stb_ds; base: guards of back edges beyond the last copies */
  az_term *facts;       /* stb_ds: true conditions on the free variables */
  az_term *axioms;      /* stb_ds: instances of axioms, at allocations and stores of pointers */
  az_reading *readings; /* stb_ds */
  az_definition *definitions;     /* stb_ds: cut-offs that are defined, in order */
  struct az_ssa_resume **resumes; /* stb_ds, parallel to loops */
  az_loop_head *heads;            /* stb_ds; step: in order of execution */
  az_record *records;             /* stb_ds */
  uint32_t first_record;          /* or AZ_NONE */
  az_term *record_terms;          /* stb_ds */
  az_approximation *causes;       /* stb_ds: approximations, each location once */
  az_term *replayable;    /* stb_ds; base: conditions of executions that are easy to replay */
  az_term *sizes;         /* stb_ds; base: of allocations, each after its guard */
  uint64_t executed;      /* statements */
  bool guesses;           /* integers were assumed to be no addresses */
  uint32_t compared_late; /* az_memory_compared_late before it was built */
  az_arena *arena;
} az_ssa;

az_ssa *az_ssa_build(az_ssa_shared *shared, const az_ssa_config *config, az_error *err);
void az_ssa_free(az_ssa *ssa);

/* Returns the limits of the formula; NULL: the defaults. */
az_limits *az_ssa_limits(const az_ssa *ssa);

/* Returns the current cut-offs of a loop instance; stb_ds, may be NULL. */
const az_cutoff *az_ssa_cutoffs(const az_ssa *ssa, uint32_t loop);

/* Adds one more copy of every loop. What follows the loops is not rebuilt: a value that leaves a
 * loop after copy k is a free variable, which the new copy defines. Checks, loops, facts,
 * definitions and copies are appended; existing terms and instances stay. AZ_ERR_UNSUPPORTED if a
 * loop changes slots or has exits without a cut-off: the formula has to be rebuilt with the larger
 * k. */
az_status az_ssa_extend(az_ssa *ssa, az_error *err);
/* ---- loops that are unwound one by one [kroening2023, sec. 4.3] ---- */
/* Returns the first loop instance in the order of execution that has fewer than `most` copies (0:
 * no limit) and is not known to be complete; or AZ_NONE. */
uint32_t az_ssa_next_loop(const az_ssa *ssa, uint32_t most);
/* Returns the condition to iterate once more. */
az_term az_ssa_goes_on(const az_ssa *ssa, uint32_t instance);
/* Notes that this condition is false. */
void az_ssa_note_complete(az_ssa *ssa, uint32_t instance);
/* Notes that the next formula has one more copy. */
void az_ssa_note_copy(az_ssa *ssa, uint32_t instance);
/* Adds that copy to this formula, as az_ssa_extend does. */
az_status az_ssa_extend_loop(az_ssa *ssa, uint32_t instance, az_error *err);
/* Returns the two assumptions at bound k: copy k is the last one (`last#k`), and no execution
 * continues beyond it (not `cutoff#k`). */
void az_ssa_bound(const az_ssa *ssa, az_term assumptions[2]);

/* Returns the condition to leave a loop after copy k: false at bound k, defined by later copies. */
az_term az_ssa_exits_later(const az_ssa *ssa);

/* Return the slot of a ghost cell in the states of loops, and its number as a field of allocated
 * objects; AZ_NONE if there is none. */
uint32_t az_ssa_ghost_cell(const az_ssa *ssa, uint32_t cell);
uint32_t az_ssa_loop_ghost(const az_ssa *ssa, uint32_t cell, uint32_t frame, uint32_t loop);
uint32_t az_ssa_ghost_field(const az_ssa *ssa, uint32_t cell);

/* Returns the conjunction of "copy = k or not ls" over the loops of the chain `copies`. */
az_term az_ssa_checked(const az_ssa *ssa, uint32_t copies);

/* ---- check.c --------------------------------------------------------------------------------- */

/* Returns the first violation of an invariant of formulas, or NULL. */
const char *az_ssa_breach(const az_ssa *ssa);
/* In formulas with more terms, definitions are not searched for cycles: that would take as long as
 * building the formula. */
enum { AZ_SSA_CHECKED_TERMS = 200000 };
