/* Shared by the parts of the symbolic executor. */
#pragma once

#include "ansatz/statement.h"
#include "base/check.h"
#include "ssa/ssa.h"

/* A guard as `parent and condition`; a root has neither. */
typedef struct guard_link {
  az_term parent, condition;
  uint32_t depth; /* 0: a root; otherwise greater than the parent's depth */
} guard_link;

/* A call path, and the instances of the locals of activations there: one path always has the same
 * instances. */
typedef struct frame {
  uint32_t function;
  uint32_t parent;      /* frame, AZ_NONE for the entry */
  uint32_t activations; /* of this function on the path */
  uint32_t depth;       /* frames on the path */
  const char *path;
  az_type pointee;     /* type of the call's result, for untyped allocations there */
  uint32_t *instances; /* of the function's locals, by position in locals */
} frame;

typedef struct frame_key {
  uint32_t parent, function, site;
} frame_key;
typedef struct name_key {
  uint32_t parent, what, number;
} name_key;

typedef struct ghost_key {
  uint32_t cell, frame, loop;
} ghost_key;

typedef struct local_facts {
  bool declared; /* false: its lifetime begins with the activation */
  /* Its address is used for more than reads and writes, so pointers to it may outlive it. */
  bool exposed;
} local_facts;

typedef struct block_locals {
  uint32_t *locals;
  bool known;
} block_locals; /* locals whose address the block's terms mention */

/* Number of copies of each loop, by (context, frame, loop); a loop without an entry has 1. */
struct az_unwinding {
  struct {
    name_key key;
    uint32_t value;
  } *copies;
  uint32_t deepest;
};

struct az_ssa_shared {
  const az_program *p;
  az_arena *arena;
  az_memory *memory;
  az_limits *limits;       /* or NULL */
  bool frees;              /* some statement frees */
  bool compares;           /* some statement compares two pointers */
  bool asks;               /* some statement queries the extent of an object (AZ_IN_MEMORY) */
  const az_ghosts *ghosts; /* or NULL */
  uint32_t *ghost_fields;  /* by ghost cell: number of the object field; AZ_NONE: none */
  uint32_t *ghost_cells;   /* by ghost cell: slot of a cell of the execution; AZ_NONE: none */
  struct {
    ghost_key key;
    uint32_t value;
  } *loop_ghosts; /* slots of ghost cells of loops */
  frame *frames;  /* stb_ds */
  struct {
    frame_key key;
    uint32_t value;
  } *frame_of;
  struct {
    name_key key;
    uint32_t value;
  } *names;
  uint32_t name_count;
  struct {
    name_key key;
    uint32_t value;
  } *allocations; /* (name, statement) -> instance */
  struct {
    name_key key;
    az_loop_effect *value;
  } *effects; /* (frame, loop) */
  struct {
    az_term key;
    guard_link value;
  } *guards;
  block_locals **locals; /* by function, by block */
  local_facts **facts;   /* by function, by position in locals */
  struct {
    uint32_t key;
    char value;
  } *born; /* instances whose lifetime has begun once */
  struct {
    const az_stmt *key;
    uint32_t value;
  } *numbers; /* statements, in order of the program */
  struct {
    name_key key;
    uint32_t value;
  } *places; /* (frame, statement) -> number, from 1 */
};

typedef struct point { /* a program point that is reached; owns its state */
  az_term guard;
  az_mem *mem;
} point;

typedef struct loop_run { /* the loop being executed in an activation */
  uint32_t instance;      /* index into ssa->loops */
  uint32_t copy;
  az_term leaves; /* step: condition to leave this copy: not ls, or the last copy; AZ_NO_TERM:
                     none */
  bool left;      /* some exit was possible in this copy */
  bool refused;   /* some exit was impossible: constants decided that the next iteration follows */
  point *latches; /* stb_ds */
  struct loop_run *outer;
  uint32_t loop;
} loop_run;

/* An enclosing loop in the activation. */
typedef struct enclosing {
  uint32_t loop, instance, copy;
  az_term leaves;
} enclosing;
/* The point from which a loop instance continues when k grows. */
struct az_ssa_resume {
  uint32_t frame, loop, copies, name;
  point end;          /* b_k and G_k; mem NULL: unreachable */
  uint32_t copy;      /* number of the last copy; base: may exceed k */
  uint32_t record;    /* the last record of that copy */
  bool complete;      /* a query showed that no execution iterates again */
  az_term cutoff;     /* an execution leaves the loop after this copy: assumed false */
  az_cutoff *cutoffs; /* stb_ds */
  enclosing *outer;   /* stb_ds: enclosing loops in the activation, innermost first */
};

typedef struct activation {
  uint32_t frame;
  const az_function *f;
  point **pending;     /* by block: stb_ds vectors */
  point *returns;      /* stb_ds */
  uint32_t *allocated; /* stb_ds: instances that end with the activation */
  az_term *values;     /* stb_ds: returned values, parallel to returns */
  az_subst *subst;
  loop_run *run;
} activation;

typedef struct executor {
  az_ssa *ssa;
  az_ssa_shared *shared;
  const az_program *p;
  az_store *s;
  az_memory *memory;
  uint32_t copies;   /* current chain */
  uint32_t name;     /* current context, for names of variables */
  uint32_t record;   /* the last record, AZ_NONE before the first */
  uint32_t dry;      /* > 0: the effect of a loop is computed; nothing is recorded */
  az_subst **substs; /* stb_ds, by depth of activations */
  az_error *err;
  bool failed;
  bool grown;    /* a loop changes slots that its effect lacks: rebuild */
  az_term guard; /* of the statement being executed, for reports */
  az_loc loc;
} executor;

typedef struct guard_join {
  az_term guard, left, right;
} guard_join;

az_term guard_and(executor *x, az_term g, az_term c);
/* Joins guards with common prefix p: p and left == a, p and right == b, guard == a or b. */
guard_join guards_join(executor *x, az_term a, az_term b);
/* executor.c */
bool ssa_give_up(executor *x, az_status status, const char *why);
uint32_t statement_number(const executor *x, const az_stmt *stmt);
uint32_t name_of(executor *x, uint32_t parent, uint32_t what, uint32_t number);
uint32_t frame_of(executor *x, uint32_t parent, uint32_t function, const az_stmt *site);
void add_unwinding_assertion(executor *x, az_term guard, const char *cause, az_loc loc,
                             bool is_cut);
/* Records a reason why the formula is only an approximation. */
void note_cause(executor *x, const char *cause);
#define CLANGS_PADDING "with clang's padding"
/* Notes that the builds make `fact` true where C leaves that open, and that the execution differs
 * from theirs under the condition `differs`. */
void note_reading(executor *x, const char *text, az_term fact, az_term differs);
az_memory_report memory_report(executor *x);
void ssa_record(executor *x, az_record r); /* under the current guard, if records are requested */
/* Ends executions that violate the statement's check; adds an instance of a decided check. */
void check_that(executor *x, const az_stmt *stmt, az_term holds, bool decided, point *at);
/* Merges the points and empties the vector; if there are none, guard is false and mem NULL. */
point points_merge(executor *x, point **points, az_term **values, az_term *value);
az_term last_copy(const az_ssa *ssa);   /* assumed while k is the bound */
az_term last_cutoff(const az_ssa *ssa); /* assumed false while k is the bound */

/* lifetimes.c: returns whether objects whose lifetime has ended may be read. */
bool reads_ended(const executor *x);
/* Returns whether some check or statement depends on which objects are live. */
bool keeps_lives(const executor *x);
/* Returns whether ends of heap objects are recorded: for keeps_lives or comparisons of pointers. */
bool notes_ends(const executor *x);
/* `object`: of the program; `id`: its instance in the frame. */
void begin_life(executor *x, az_mem *mem, uint32_t frame, uint32_t object, uint32_t id);
void enter_lives(executor *x, az_mem *mem, uint32_t frame);
void leave_lives(executor *x, activation *a, az_mem *mem);
void check_access(executor *x, activation *a, const az_stmt *stmt, point *at);
void check_leaks(executor *x, const az_stmt *stmt, point *at);

/* blocks.c */
void execute_region(executor *x, activation *a, uint32_t loop);
point execute_function(executor *x, uint32_t frame, point at, const az_term *args, uint32_t count,
                       az_term *value);
/* loops.c */
void execute_loop(executor *x, activation *a, uint32_t loop);
bool extend_loop(executor *x, uint32_t instance);
/* Number of exits to each target so far. */
typedef struct exit_counts {
  size_t *pending, *latches, returns;
} exit_counts;
/* loop_effects.c. Both functions note variables that the loop does not change: note_unchanged notes
 * variables in `reads`; note_origins notes variables whose values before the loop are computed
 * from, or compared with, the entry values of variables that the loop changes. */
void note_unchanged(executor *x, az_loop_effect *e, const uint32_t *reads, const az_mem *pre);
void note_origins(executor *x, az_loop_effect *e, const point *pre);
/* unwinding_cutoffs.c */
/* Moves the unwinding cut-off of a loop beyond one more copy. */
void move_bound(executor *x, struct az_ssa_resume *r);
/* unwinding.c: returns the least number of copies of a loop in a frame in a base formula. */
uint32_t copies_of(const executor *x, uint32_t frame_index, uint32_t loop);
az_term pointer_at_start(executor *x, uint32_t slot, az_term v);
/* A loop of an activation whose copies were executed. */
typedef struct cut_loop {
  uint32_t loop;
  const az_loop_effect *effect; /* of the copies */
  const point *entry;
  const exit_counts *before; /* exits before the first copy */
  point end;                 /* b_k and G_k; mem NULL: no further iteration is possible */
  uint32_t copy;             /* the k of b_k */
} cut_loop;
struct az_ssa_resume *add_cutoffs(executor *x, activation *a, const cut_loop *u);
bool cutoff_has_room(const az_cutoff *h, const az_mem *before, const az_mem *after);
bool define_cutoff(executor *x, const struct az_ssa_resume *r, az_cutoff *h, point **points,
                   az_term **values, const az_mem *before);
bool close_cutoff(executor *x, az_cutoff *h);
/* ghosts.c: ghost cells and axioms of observations, in step formulas. */
bool has_ghosts(const executor *x);
/* An event in a state. It updates the ghost cells of the execution and of the objects that
 * `pointer` points to; loop events update the ghost cells of loops. Terms as in az_ghost_event. */
typedef struct happening {
  az_ghost_event_kind kind;
  const az_stmt *stmt;
  uint32_t frame;
  az_term pointer, value, size, happens;
  az_subst *registers; /* STORE: values of the registers */
} happening;
void ghosts_event(executor *x, az_mem *mem, const happening *what);
void ghosts_loop_event(executor *x, az_mem *mem, az_ghost_event_kind kind, const activation *a,
                       uint32_t loop);
/* Returns a ghost cell's content in all loop-back states of a loop, or AZ_NO_TERM if unknown. */
az_term ghost_at_loop_back(executor *x, uint32_t frame, uint32_t loop, uint32_t slot);
/* Asserts the axiom for the object that the statement is about to allocate under this number. */
void note_allocation(executor *x, const az_stmt *stmt, uint32_t frame, az_term instance_number,
                     const point *at);
/* Returns whether an observation gives objects a holder and a rank; *by: the fields of both. */
bool has_holders(const executor *x, az_holders *by);
/* statements.c */
void execute_statement(executor *x, activation *a, const az_stmt *stmt, point *at);
