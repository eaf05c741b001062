/* What the parts of the translation share. */
#ifndef AZ_ABSTRACT_INTERNAL_H
#define AZ_ABSTRACT_INTERNAL_H

#include "abstract/abstract.h"
#include "ansatz/statement.h"
#include <assert.h>
#include <stb/stb_ds.h>

/* What a pointer may lead to, whenever: a set that only grows. */
typedef struct pointees {
  uint32_t *objects; /* stb_ds, sorted */
  bool null;
  bool anything; /* every object whose address is known somewhere, and every global */
  bool inside;   /* not only to the starts of objects */
  uint64_t step; /* every offset in these is a multiple of it; 0: all are 0 */
} pointees;

/* A leaf of an object. */
typedef struct cell {
  uint32_t var;  /* abstract variable, AZ_NONE: it has none (yet: see `open`) */
  bool open;     /* nobody asked for its variable yet */
  uint32_t part; /* of pointers: abstract variable that is the object which it leads to */
  bool part_open;
  pointees points; /* of pointers: of all elements together */
} cell;

typedef struct object {
  az_abstract_object info;
  const char *name; /* as C writes it */
  const char *path; /* call path in front of the name, or NULL */
  az_type type;
  cell *cells;  /* by leaf; NULL: functions */
  bool exposed; /* a pointer to it is stored somewhere */
  bool freed;   /* some statement may free it */
} object;

typedef struct frame {
  az_abstract_frame info;
  bool in_loop;         /* a call on its path is in a loop or recursive */
  bool repeats;         /* it stands for several activations, one within the other */
  uint32_t entry, end;  /* points */
  uint32_t pass;        /* that translated it last, where its equations stand once for all calls */
  uint32_t depth;       /* callers, where it was met first */
  uint32_t *locals;     /* object numbers, by position among the function's locals */
  uint32_t result;      /* abstract variable of the result, or of its offset; AZ_NONE */
  uint32_t result_part; /* of a pointer: of the object which it leads to; AZ_NONE */
  pointees result_to;   /* what a pointer that it returns leads to */
} frame;

/* A register that holds a term over abstract variables, for as long as these keep their values. */
typedef struct held {
  az_term reg, value;
  uint32_t last_use; /* number of the statement in its block; the terminator's is the largest */
} held;

/* The block that is being translated. */
typedef struct block_state {
  struct block_state *outer; /* that has the call */
  uint32_t frame;
  const az_block *block;
  uint32_t at;      /* statement, by number */
  held *live;       /* stb_ds */
  uint32_t stamp;   /* of the addresses that the substitution has */
  uint32_t *temps;  /* stb_ds: abstract variables that end with the block */
  az_subst *subst;  /* registers and addresses */
  uint32_t current; /* point; AZ_NONE: nothing gets here */
} block_state;

typedef struct local_address {
  uint32_t object; /* of the program */
  uint32_t stamp;  /* of the last block that bound it */
} local_address;

typedef struct site_key {
  uint32_t frame, what;
  const az_stmt *stmt;
} site_key;

typedef struct raw_edge {
  uint32_t from, to;
  size_t first, count; /* in `actions` */
  uint32_t call;       /* this and what follows: as of az_edge */
  const uint32_t *kept;
  uint32_t kept_count;
  bool only_orders;
} raw_edge;

typedef struct raw_point {
  az_loc loc;
  const char *head;
} raw_point;

/* What is read off the program's text before it is translated. Does not change afterwards. */
typedef struct survey {
  uint32_t entry;     /* function: main, or the one chosen; p->entry calls it */
  uint32_t *last_use; /* by register term: 1 + number of the statement */
  size_t last_use_terms;
  /* By program object, a local: */
  uint32_t *position; /* among the function's locals */
  bool *has_live;     /* some statement declares it */
  bool *begins_again; /* it is declared in a loop */
  bool *ends_early;   /* perhaps before its function does */
} survey;

/* Objects, and what pointers lead to. Objects keep their numbers, and what is said of pointers only
 * grows, from pass to pass: the last pass, which emits, relies on it. */
typedef struct memory {
  object **objects; /* stb_ds of pointers; program objects first, by their number */
  struct {
    site_key key;
    uint32_t value;
  } *allocated; /* (frame, number of times, statement) -> object */
  struct {
    az_term key;
    local_address value;
  } *address_of;     /* variables that are addresses of locals */
  uint32_t *globals; /* stb_ds: objects that exist once and have variables */
  struct {
    az_term key;
    pointees value;
  } *object_parts; /* variables that stand for the object part of some pointer */
  struct {
    az_term key;
    uint64_t value;
  } *steps; /* variables that stand for an unknown offset that was read: its step */
} memory;

/* Abstract variables. Each has a number and a term of its own; none is taken away, but temporaries
 * are used again. */
typedef struct variables {
  az_abstract_variable *all; /* stb_ds */
  struct {
    az_term key;
    uint32_t value;
  } *var_of;         /* term -> number */
  uint32_t *pool;    /* stb_ds: temporaries that are free */
  uint32_t pointers; /* of kind AZ_ABSTRACT_POINTER */
} variables;

/* Activations. A caller has a smaller number than the frames that are entered from it. */
typedef struct calls {
  frame *frames; /* stb_ds; [0] is the program's start */
  struct {
    site_key key;
    uint32_t value;
  } *frame_of; /* (parent, function, call) */
  bool once;   /* the equations of a function stand once for all calls */
} calls;

/* The pass that is under way. Nothing of it outlives the pass that emits, but for actions, to which
 * edges then lead. */
typedef struct building {
  uint32_t pass;       /* its number */
  bool dry;            /* pointers only: nothing is emitted */
  bool grew;           /* a set of pointees did */
  bool failed;         /* too many statements, or */
  bool too_deep;       /* calls inside each other */
  uint64_t statements; /* translated so far */
  az_loc loc;          /* of the statement */
  block_state *b;      /* that is being translated */
  az_subst **substs;   /* stb_ds: by depth of calls */
  uint32_t stamp;      /* of the last block */
  az_visit *cone;      /* scratch */
  raw_point *points;   /* stb_ds */
  raw_edge *edges;     /* stb_ds; their actions lie one behind the other, in this order */
  az_action *actions;  /* stb_ds: of all edges, then those of the current one */
  size_t pending;      /* where those of the current one begin: at most the number of actions */
} building;

/* What others are shown. */
typedef struct results {
  az_equations equations;
  az_transfer_context numbers; /* without pointers */
  az_wide *constants;
  az_abstract_head *heads; /* stb_ds */
  az_entered **entered;    /* stb_ds */
  const char **causes;     /* stb_ds */
} results;

struct az_abstract {
  const az_program *p;
  az_store *s;
  az_arena *arena;
  az_abstract_config config;
  uint64_t most_statements; /* limit equation_statements */
  survey text;
  memory memory;
  variables variables;
  calls calls;
  building now;
  results found;
};

/* ---- pointees.c: sets of objects ------------------------------------------------------------- */

/* Adds what the other set has; notes whether something grew. */
void eq_pointees_join(az_abstract *a, pointees *into, const pointees *from);
void eq_pointees_free(pointees *p);
/* The same of sets that are made afresh each time: what grows there is none of the program's cells.
 */
void eq_pointees_include(pointees *into, const pointees *from);
bool eq_pointees_put(pointees *into, uint32_t number); /* false: it was there */
uint64_t eq_divisor(uint64_t x, uint64_t y);           /* the greatest common one; of 0 and y, y */
/* Of all offsets of such pointers: 1, nothing is known. */
uint64_t eq_pointees_step(const pointees *set);

/* ---- edges.c --------------------------------------------------------------------------------- */

void eq_emit(az_abstract *a, az_action action);
void eq_emit_assume(az_abstract *a, az_term condition);
uint32_t eq_point_new(az_abstract *a, az_loc loc, const char *head);
/* What was emitted since the last edge leads from the current point there. */
void eq_edge_to(az_abstract *a, uint32_t point);
/* After an assignment of the program's: a point of its own where the configuration asks for it. */
void eq_statement_done(az_abstract *a);
void eq_note_cause(az_abstract *a, const char *cause);

/* ---- cells.c: objects, cells, abstract variables --------------------------------------------- */

uint32_t eq_object_of_local(az_abstract *a, uint32_t frame, uint32_t program_object);
uint32_t eq_object_new(az_abstract *a, az_abstract_object info, const char *name, az_type type);
az_term eq_object_part(const az_abstract *a, uint32_t object); /* a constant */
/* Decodes object_part; false: it is no object. */
bool eq_object_of_part(const az_abstract *a, az_term part, uint32_t *object);
uint32_t eq_cell_variable(az_abstract *a, uint32_t object, uint32_t leaf);
/* Of a pointer leaf: the variable that is the object which it leads to. AZ_NONE: it has none. */
uint32_t eq_part_variable(az_abstract *a, uint32_t object, uint32_t leaf);
/* The same for actions: AZ_NONE, too, where none is wanted, as in passes that emit nothing. */
uint32_t eq_var_of_cell(az_abstract *a, uint32_t object, uint32_t leaf);
uint32_t eq_part_of_cell(az_abstract *a, uint32_t object, uint32_t leaf);
/* One that is not of a cell. `set` NULL: it may be anything. */
uint32_t eq_pointer_new(az_abstract *a, az_abstract_variable v, const pointees *set);
/* A number that lives for the rest of the block. */
uint32_t eq_temporary(az_abstract *a, uint32_t bits, bool is_signed);
uint32_t eq_pointer_temporary(az_abstract *a, bool several);
/* One that counts an offset in units. */
uint32_t eq_counter(az_abstract *a, uint64_t unit);
/* One that is assigned weakly, and begins without a value. */
uint32_t eq_accumulator(az_abstract *a, uint32_t bits, bool is_signed);
uint32_t eq_variable_new(az_abstract *a, az_abstract_variable v);
az_term eq_variable_term(const az_abstract *a, uint32_t var);
/* The variable of a pointer counts its offset in units (az_abstract_variable.unit): the offset, and
 * what the variable is where the offset is that; AZ_NO_TERM: not known. */
uint64_t eq_unit_of(const az_abstract *a, uint64_t step); /* as the limit allows */
az_term eq_offset_of(const az_abstract *a, uint32_t var);
az_term eq_in_units(const az_abstract *a, uint64_t unit, az_term offset);
az_term eq_array_length(az_abstract *a, uint32_t object, uint32_t leaf, az_term bytes);

/* ---- points_to.c ----------------------------------------------------------------------------- */

/* What a pointer term (object part and offset) may lead to; the caller frees it. */
pointees eq_pointees_of(az_abstract *a, az_term pointer);
/* A pointer value of which the set is known: its object part a constant where there is one choice.
 */
az_term eq_pointer_to(az_abstract *a, const pointees *set, az_term offset);
/* The same where the object part is known, too: a term over abstract pointers. AZ_NO_TERM: it is
 * not. */
az_term eq_pointer_with(az_abstract *a, const pointees *set, az_term part, az_term offset);
/* The object part of a pointer as abstract pointers take it. It is a choice between others where
 * the pointer is one; what it depends on is left out, as it may be about variables that are
 * assigned at the same time. */
az_term eq_part_of(az_abstract *a, az_term pointer);
/* A number that divides the offset in every execution without overflow; 0: it is 0. */
uint64_t eq_step_of(const az_abstract *a, az_term offset);
/* All that the set leads to, and what that leads to in turn; objects may be added twice. */
uint32_t *eq_pointees_closure(az_abstract *a, const pointees *set);
/* Objects that a pointer to anything leads to; stb_ds, caller frees. */
uint32_t *eq_exposed_objects(az_abstract *a);

/* ---- values.c: registers and actions --------------------------------------------------------- */

az_term eq_translated(az_abstract *a, az_term t); /* over abstract variables */
void eq_bind(az_abstract *a, az_term reg, az_term value);
void eq_emit_add(az_abstract *a, uint32_t var, az_term length);
void eq_emit_remove(az_abstract *a, uint32_t var);
/* var := value (AZ_NO_TERM: any); registers that read the variable keep what they have. */
void eq_emit_assign(az_abstract *a, uint32_t var, az_term value, bool weak);
void eq_emit_write(az_abstract *a, uint32_t var, az_term index, az_term behind, az_term value,
                   bool weak);
/* A pointer cell leads elsewhere; `part` AZ_NO_TERM: anywhere. */
void eq_assign_part(az_abstract *a, uint32_t object, uint32_t leaf, az_term part, bool weak);
/* The same value, from a temporary where it is a number; of a pointer, its offset is the number. */
az_term eq_kept(az_abstract *a, az_term value);
/* Registers that are still needed and read what others may change get copies. */
void eq_keep_all(az_abstract *a);

/* ---- access.c: reads and writes through pointers; blocks.c: of many bytes at once ------------ */

az_term eq_read_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool as_pointer);
void eq_write_memory(az_abstract *a, az_term pointer, uint32_t bytes, bool is_pointer,
                     az_term value);
void eq_copy_memory(az_abstract *a, az_term to, az_term from, az_term size);
void eq_set_memory(az_abstract *a, az_term to, az_term byte, az_term size);
/* Any content from now on, pointers to anything included. */
void eq_havoc_object(az_abstract *a, uint32_t object);
void eq_havoc_exposed(az_abstract *a);

/* ---- lifetime.c ------------------------------------------------------------------------------ */

/* The object begins to live, with any content, or with zeros; `bytes`: its size, over abstract
 * variables, AZ_NO_TERM: as its type says. */
void eq_begin_object(az_abstract *a, uint32_t object, az_term bytes, bool zeroed);
void eq_end_object(az_abstract *a, uint32_t object);
/* One more of the objects that it stands for; `written`: leaves that nothing reads before they are
 * written. */
void eq_begin_another(az_abstract *a, uint32_t object, const bool *written, bool zeroed);
void eq_initialise_globals(az_abstract *a);

/* ---- initialised.c --------------------------------------------------------------------------- */

/* By leaf: is it written, after the allocation, before it may be read? The caller frees it. */
bool *eq_written_first(az_abstract *a, const az_stmt *s, const az_layout *layout);

/* ---- frames.c -------------------------------------------------------------------------------- */

/* The activation that the call (NULL: none) in the activation `parent` (AZ_NONE: none) begins. */
uint32_t eq_frame_of(az_abstract *a, uint32_t parent, uint32_t function, const az_stmt *call,
                     bool in_loop);
/* The activation of the function that waits for this one; AZ_NONE. */
uint32_t eq_active_frame(const az_abstract *a, uint32_t frame, uint32_t function);
/* The frame is of the program's entry function, as the program begins. */
bool eq_is_entry(const az_abstract *a, uint32_t frame);
/* An edge from the current point on which the function is entered. */
void eq_emit_entered(az_abstract *a, az_entered entered);
/* A local of the entry function begins. */
void eq_declared(az_abstract *a, uint32_t object);
/* The object lives as long as the execution, once there are pointers to it. */
bool eq_never_ends(const az_abstract *a, uint32_t object);

/* ---- functions.c, statements.c, calls.c: a function has statements, of which some call functions
 */

/* From the point `entry` on. The point behind the call; AZ_NONE: it never returns. */
uint32_t eq_translate_function(az_abstract *a, uint32_t frame, uint32_t entry);
void eq_end_block(az_abstract *a, block_state *b);
/* What the frame of that number returns: a value of the width; the object that a pointer leads to.
 */
uint32_t eq_result_variable(az_abstract *a, uint32_t frame, uint32_t width);
uint32_t eq_result_part_of(az_abstract *a, uint32_t frame);
void eq_translate_statement(az_abstract *a, const az_stmt *s);
/* Expands the call; the current point is behind it then. */
void eq_translate_call(az_abstract *a, const az_stmt *s);
/* The arguments (NULL: any), over the caller's variables, become the frame's parameters. */
void eq_pass_arguments(az_abstract *a, const az_term *args, uint32_t frame);
void eq_enter_function(az_abstract *a, const az_term *args, uint32_t frame, bool first);

/* ---- order.c --------------------------------------------------------------------------------- */

/* Points in reverse post-order, those that nothing leads to left out; edges at their points. */
void eq_finish_equations(az_abstract *a);

/* ---- conditions.c: conditions on variables that hold truth values ---------------------------- */

void eq_follow_conditions(az_abstract *a);

#endif
